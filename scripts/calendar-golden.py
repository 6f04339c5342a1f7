#!/usr/bin/env python3
"""Computes the golden occurrences of calendars with recurring-ical-events, which uses icalendar and python-dateutil.

usage: calendar-golden.py EXAMPLES > GOLDEN

EXAMPLES has a JSON object with a "calendar", a "zone" and the first and the last day of a "span" on each line, such as
Tests/ConvertersTests/Golden/calendars.jsonl. Each occurrence is its first and last day, the times at which it begins
and ends, and its name. Needs `pip install recurring-ical-events x-wr-timezone`.
"""
import json
import sys
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import icalendar
import recurring_ical_events
import x_wr_timezone


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for line in open(sys.argv[1], encoding="utf-8"):
        example = json.loads(line)
        example["occurrences"] = occurrences(example)
        print(json.dumps(example, ensure_ascii=False))


def occurrences(example):
    calendar = x_wr_timezone.to_standard(icalendar.Calendar.from_ical(example["calendar"].replace("\n", "\r\n")))
    zone = ZoneInfo(str(calendar.get("X-WR-TIMEZONE", example["zone"])))
    first, last = (date.fromisoformat(day) for day in example["span"])
    found = []
    for kind in ["VEVENT", "VTODO"]:
        query = recurring_ical_events.of(calendar, components=[kind])
        for event in query.between(first - timedelta(days=40), last + timedelta(days=40)):
            row = task(event, zone) if kind == "VTODO" else span(event, zone)
            if row[0] <= str(last) and row[1] >= str(first):
                found.append(row + [str(event.get("SUMMARY"))])
    return sorted(found, key=lambda row: [value or "" for value in row])


def span(event, zone):
    start = event["DTSTART"].dt
    end = event["DTEND"].dt if "DTEND" in event else start + event["DURATION"].dt if "DURATION" in event else None
    if not isinstance(start, datetime):
        return [str(start), str(max(start, (end or start + timedelta(days=1)) - timedelta(days=1))), None, None]
    start = local(start, zone)
    if end is None or local(end, zone) <= start:
        return [str(start.date()), str(start.date()), start.strftime("%H:%M"), None]
    end = local(end, zone)
    last = (end - timedelta(seconds=1)).date()
    return [str(start.date()), str(max(last, start.date())), start.strftime("%H:%M"), end.strftime("%H:%M")]


def task(event, zone):
    due = event["DUE"].dt if "DUE" in event else event["DTSTART"].dt
    if not isinstance(due, datetime):
        return [str(due), str(due), None, None]
    due = local(due, zone)
    return [str(due.date()), str(due.date()), due.strftime("%H:%M"), None]


def local(moment, zone):
    return moment.replace(tzinfo=zone) if moment.tzinfo is None else moment.astimezone(zone)


main()
