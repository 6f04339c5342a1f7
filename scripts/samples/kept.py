"""The sample documents that programs keep: tables, notebooks, mail, calendars, chats, subtitles, saved pages."""
import json

import writers

DELIVERIES = [
    ["Date", "Batch", "Yeast", "Customer", "Litres", "Viability %"],
    ["2026-01-15", "2601-1", "HK-07", "Klippe", 5, 97], ["2026-01-22", "2601-2", "HK-13", "Mostgarten", 3, 96],
    ["2026-02-05", "2602-1", "HK-01", "Klippe", 4, 98], ["2026-02-12", "2602-2", "HK-20", "Mostgarten", 2, 95],
    ["2026-02-26", "2602-3", "HK-18", "Sudhaus Weser", 8, 97], ["2026-03-12", "2603-1", "HK-13", "Mostgarten", 6, 96],
    ["2026-03-26", "2603-2", "HK-07", "Klippe", 5, 99], ["2026-04-09", "2604-1", "HK-08", "Sudhaus Weser", 4, 93],
    ["2026-04-30", "2604-2", "HK-16", "Sudhaus Weser", 7, 97], ["2026-05-21", "2605-1", "HK-12", "Klippe", 3, 98],
    ["2026-06-11", "2606-1", "HK-07", "Klippe", 5, 98], ["2026-06-25", "2606-2", "HK-05", "Grenzbrauer", 2, 96],
    ["2026-07-09", "2607-1", "HK-23", "Klippe", 10, 99], ["2026-08-20", "2608-1", "HK-01", "Sudhaus Weser", 6, 97],
    ["2026-09-10", "2609-1", "HK-10", "Grenzbrauer", 1, 97], ["2026-10-08", "2610-1", "HK-04", "Sudhaus Weser", 9, 96],
]

BOTTLES = [
    ["Customer", "Bottles out", "Deposit €"], ["Klippe", 14, 42], ["Mostgarten", 6, 18], ["Sudhaus Weser", 23, 69],
    ["Grenzbrauer", 3, 9],
]

COLD_ROOM = """day;morning °C;evening °C;remark
2026-07-30;2.1;2.3;
2026-07-31;2.2;2.4;
2026-08-01;2.3;2.6;
2026-08-02;2.4;3.1;evaporator iced
2026-08-03;7.8;2.9;door ajar all night
2026-08-04;2.2;2.2;seal cleaned
2026-08-05;2.1;2.2;
2026-08-06;2.0;2.1;
2026-08-07;2.1;2.3;shelves wiped
2026-08-08;2.2;2.4;
2026-08-09;2.2;4.4;power cut of two hours
2026-08-10;2.1;2.2;
"""


def growth():
    def text(*lines):
        return {"cell_type": "markdown", "metadata": {}, "source": "\n".join(lines)}

    def code(source, printed):
        return {"cell_type": "code", "execution_count": None, "metadata": {}, "source": source, "outputs": [
            {"output_type": "stream", "name": "stdout", "text": printed}]}
    cells = [
        text("# Growth of HK-22", "", "Flask of 500 mL at 22 °C, wort of 9 °P, 14 March 2026. One sample every thirty minutes."),
        code("density = [0.08, 0.09, 0.11, 0.13, 0.16, 0.20, 0.24, 0.30, 0.36]\nlen(density)", "9\n"),
        text("## Doubling", "", "A line through the logarithm, without the first hour, in which nothing happens."),
        code("slope = fit(log(density[2:]))\nprint(f'doubling time {log(2) / slope:.0f} minutes')", "doubling time 104 minutes\n"),
        text("## What it means", "", "Slower than the house ale, which needs 88 minutes in the same wort. So the last flask gets "
             "five hours more before it goes cold."),
    ]
    return json.dumps({"cells": cells, "metadata": {"language_info": {"name": "python"}, "title": "Growth of HK-22"},
                       "nbformat": 4, "nbformat_minor": 4}, ensure_ascii=False, indent=1) + "\n"


NIGHT_TRAIN = """From: Nachtzug Buchung <buchung@nachtzug.example>
To: Nele Arendt <nele@muehlbrink.example>
Date: Sun, 30 Aug 2026 19:42:10 +0200
Subject: Your journey to Vienna
Message-ID: <booking-5527@nachtzug.example>
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

Dear Ms. Arendt,

thank you for your booking. Your number is NZ-5527-KW.

Out: Friday 23 October 2026, Hanover 21:04, Vienna 8:51 on Saturday.
Coach 263, berths 41, 42 and 45, compartment for families.

Back: Tuesday 27 October 2026, Vienna 20:13, Hanover 7:26 on Wednesday.
Coach 261, berths 11, 12 and 15.

Price for three people: 287.40 euros, breakfast included.
You can cancel without charge until 9 October 2026. After that we keep half.

Bicycles are not carried on this train. Sleep well.
"""

CLUB = """From deniz@muehlbrink.example Mon May  4 18:10:00 2026
From: Deniz Yilmaz <deniz@muehlbrink.example>
To: Allotment club <club@muehlbrink.example>
Date: Mon, 04 May 2026 18:10:00 +0200
Subject: Shredder
Content-Type: text/plain; charset=utf-8

The shredder is in the yard of number 5 from 16 to 18 May. Branches up to 6 cm.
Bring ear protection, and your own petrol: one litre is enough for a morning.

From gesa@muehlbrink.example Wed Sep  2 09:30:00 2026
From: Gesa Harms <gesa@muehlbrink.example>
To: Allotment club <club@muehlbrink.example>
Date: Wed, 02 Sep 2026 09:30:00 +0200
Subject: Apple press
Content-Type: text/plain; charset=utf-8

The press comes on Saturday 3 October 2026, to the sports ground, from nine.
Whoever brings more than 50 kg signs the list. Five litres in a bag cost 6.50.

From deniz@muehlbrink.example Sun Oct 25 20:05:00 2026
From: Deniz Yilmaz <deniz@muehlbrink.example>
To: Allotment club <club@muehlbrink.example>
Date: Sun, 25 Oct 2026 20:05:00 +0100
Subject: Water in the allotments
Content-Type: text/plain; charset=utf-8

I close the pump on 7 November. The key then hangs at Gesa's, not at mine.
"""

CALENDAR = [
    ("Heat pump: yearly service", "20261124T080000", "20261124T100000", "Cellar", "Kollmeier sends Mr. Pieper. Clear the way to the filter."),
    ("Dentist with Mio", "20261118T152000", "20261118T160000", "Dr. Sonntag, Osterstraße 40", "Take the retainer along."),
    ("Cello concert", "20261211T180000", "20261211T193000", "Music school, hall on the first floor", "Mio plays third. White blouse."),
    ("Cleaning the gutter", "20261114T100000", "20261114T120000", "House", "Borrow the ladder from number 5."),
    ("Tax adviser", "20270128T140000", "20270128T150000", "Bäckerstraße 11", "Bring the folder of 2025 and the certificate for the grant."),
]


def calendar():
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Samples//EN", "X-WR-CALNAME:Family",
             "X-WR-TIMEZONE:Europe/Berlin"]
    for number, (name, start, end, place, text) in enumerate(CALENDAR, 1):
        lines += ["BEGIN:VEVENT", f"UID:{number}@muehlbrink.example", "DTSTAMP:20261101T090000Z", f"SUMMARY:{name}",
                  f"DTSTART;TZID=Europe/Berlin:{start}", f"DTEND;TZID=Europe/Berlin:{end}",
                  "LOCATION:" + place.replace(",", "\\,"), "DESCRIPTION:" + text.replace(",", "\\,"), "END:VEVENT"]
    return "\r\n".join(lines + ["END:VCALENDAR", ""])


CONTACTS = [
    ("Dr. Maren Achterberg", "Veterinary practice", "05151 555 0142", "Tündernsche Straße 18, Hameln", "Night calls only to the clinic in Hanover"),
    ("Arne Osterloh", "Brauerei Klippe, accounts", "05751 555 0117", "Weserstraße 2, Rinteln", "Wants the number of the batch on each bill"),
    ("Naoko Shirai", "Kaito's cousin", "+81 89 555 0164", "Matsuyama, Dogo 4-2", "Writes German, since she studied in Kassel"),
    ("Bernd Nolte", "Garage Nolte", "05151 555 0175", "Afferde, Hottenbergsfeld 6", "Closed on Wednesday afternoons"),
]


def contacts():
    cards = []
    for name, work, phone, place, note in CONTACTS:
        escaped = [text.replace(",", "\\,") for text in (name, work, place, note)]
        cards += ["BEGIN:VCARD", "VERSION:3.0", f"FN:{escaped[0]}", f"N:{name.split()[-1]};{name.split()[-2]};;;", f"ORG:{escaped[1]}",
                  f"TEL;TYPE=VOICE:{phone}", f"ADR:;;{escaped[2]};;;;", f"NOTE:{escaped[3]}", "END:VCARD"]
    return "\r\n".join(cards + [""])


CHAT = [
    ("user", "2026-02-14T10:42:00+01:00", "The gateway lost eleven minutes after a power cut. How can it wait for the network before it sets its clock?"),
    ("assistant", "2026-02-14T10:42:20+01:00", "Let the time service start after network-online.target, and set the timeout of the wait service to 90 seconds. Then a router that boots slowly is no problem."),
    ("user", "2026-02-14T10:50:00+01:00", "And if the router never comes up?"),
    ("assistant", "2026-02-14T10:50:30+01:00", "Then the service fails after those 90 seconds and the gateway runs on the clock module. Let it stamp such packets with the flag 0x40, so that the server can mend their times later."),
    ("user", "2026-02-14T11:05:00+01:00", "How do I see how fast the module drifts without network?"),
    ("assistant", "2026-02-14T11:05:40+01:00", "Run chronyc tracking each hour and write the value of 'System time' to a file. Yours gained 1.7 seconds a day in the log that you sent, which is good for such a part."),
]

SUBTITLES = [
    (3, 8, "Here we are at the harbour of Imabari, ten past eight."),
    (9, 15, "Mio has the red bicycle, with the bell that does not ring."),
    (48, 55, "First bridge. There is a ramp of its own, three percent steep, says Kaito."),
    (56, 62, "One may not ride on the road up there. A scooter costs as much as we do: nothing."),
    (130, 138, "Lunch: octopus rice from the stall with the blue curtain."),
    (139, 146, "Eight hundred yen, and the woman gave Mio a second bowl."),
    (225, 233, "And here my chain came off, at kilometre twenty-two."),
    (234, 240, "A fisherman mended it with a chopstick. He would not take anything."),
    (310, 318, "The ryokan. The bath has a window to the sea, open until eleven at night."),
]


def subtitles():
    clock = lambda second: f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02},000"
    return "".join(f"{number}\n{clock(start)} --> {clock(end)}\n{text}\n\n" for number, (start, end, text) in enumerate(SUBTITLES, 1))


FROST = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Frost hollows and how to read them</title>
<script>var visits = 1;</script><style>nav { float: left }</style></head>
<body>
<nav><a href="/">Home</a> <a href="/garden">Garden</a> <a href="/subscribe">Subscribe</a></nav>
<main><article>
<h1>Frost hollows and how to read them</h1>
<p>Saved on 2 February 2026. A hollow is any place that cold air can enter and not leave.</p>
<h2>Find yours</h2>
<p>Walk through the garden at dawn after a still, clear night with a candle. Where the flame stops leaning, the air stands.
Mark the spot with a stick; three mornings are enough for a map.</p>
<h2>What a fence does</h2>
<p>A closed fence across a slope dams cold air up to about two thirds of its own height. A hedge leaks and dams less.</p>
<h2>Signs without instruments</h2>
<ul><li>Nettles turn black there first.</li><li>Walnut flowers brown in a sharp line, as if cut with a ruler.</li></ul>
<h2>Numbers</h2>
<table><tr><th>depth of the hollow</th><th>colder than the rim by</th></tr>
<tr><td>1 m</td><td>1 °C</td></tr><tr><td>3 m</td><td>2.5 °C</td></tr><tr><td>10 m</td><td>6 °C</td></tr></table>
</article></main>
<footer>All rights reserved. Cookies help us.</footer>
</body></html>
"""


def documents():
    chat = "".join(json.dumps({"role": who, "timestamp": time, "content": text}, ensure_ascii=False) + "\n" for who, time, text in CHAT)
    texts = {
        "lab/cold-room-2026.csv": COLD_ROOM, "lab/growth-hk-22.ipynb": growth(), "travel/night-train-vienna.eml": NIGHT_TRAIN,
        "home/allotment-club.mbox": CLUB, "home/family.ics": calendar(), "people/contacts.vcf": contacts(),
        "windfang/clock-advice.jsonl": chat, "travel/bicycles-to-omishima.srt": subtitles(),
        "reading/frost-hollows.html": FROST,
    }
    return {name: text.encode() for name, text in texts.items()} | {
        "lab/deliveries-2026.xlsx": writers.workbook("Deliveries 2026", {"Deliveries": DELIVERIES, "Bottles": BOTTLES})}
