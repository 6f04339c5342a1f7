"""Text that a careless pattern takes minutes for, what happens between two states, and the page without scripts."""

import json
import time

import rules
from hostile import harmless

SPACES = {
    "spaces before": " " * 50_000 + "water", "spaces within": "water" + " " * 90_000 + "x",
    "bars": "| " * 40_000 + "water", "dashes": "- " * 40_000 + "water", "dots": " · " * 30_000 + "water",
    "stars": "**" * 40_000 + "water", "backquotes": "`" * 90_000 + "water", "a word": "water" * 18_000,
}


def of_json(value):
    return lambda request: (200, {"Content-Type": "application/json"}, json.dumps(value))


def slow(run):
    """No text of a passage keeps the page busy."""
    tab = run.tab()
    passage = run.get("/search", q="water", limit=1)["passages"][0]
    for name, text in SPACES.items():
        found = {"version": 1, "query": "water", "complete": True, "passages": [dict(passage, text=text)] * 20}
        tab.replace("*/search?*", of_json(found))
        start = time.monotonic()
        tab.open(f"{run.base}/?q=water")
        tab.wait("document.querySelector('#search-state').textContent === '20 passages'")
        harmless(run, tab, f"{len(text)} characters, {name}")
        run.check(f"{name}: shown within 3 s", time.monotonic() - start < 3, f"{time.monotonic() - start:.1f} s")
    tab.replace("", None)


def leaving(run, word="water"):
    """What was begun in a view does not reach another; the focus and the cited lines do not get lost silently."""
    tab = run.tab()
    tab.click("nav [data-view=search]")
    tab.type(word)
    tab.value("document.querySelector('nav [data-view=ask]').click()")
    tab.pause(0.4)
    run.check("leaving the search keeps the address", tab.value("location.search + location.hash") == "#ask",
              tab.value("location.href"))
    tab.open(f"{run.base}/?q={word}")
    # The server's own links come first.
    tab.wait("!!document.querySelector('#results a.source')?.place")
    passage = run.get("/search", q=word, limit=1)["passages"][0]
    note = run.get("/notes", id=passage["note"], line=passage["firstLine"])
    tab.replace("*/notes?*", of_json(dict(note, firstLine=1, lines=["one"], lineCount=1000, previous=None)))
    tab.value("document.querySelector('#results a.source').place.firstLine = 500")
    tab.value("document.querySelector('#results a.source').place.lastLine = 501")
    tab.click("#results a.source")
    tab.wait("!document.getElementById('reader').hidden")
    said = tab.value("document.getElementById('reader').textContent")
    run.check("cited lines that are not there are missed", "marked lines are not in this part" in said, said[:200])
    tab.replace("", None)
    tab.value("document.querySelector('#results').replaceChildren()")
    tab.value("document.querySelector('#reader .close').click()")
    run.check("the focus goes to the view if the link is gone", tab.value("document.activeElement.id") == "main",
              tab.value("document.activeElement.outerHTML.slice(0, 60)"))


def unscripted(run):
    """Without scripts, the page says what to do instead."""
    tab = run.tab(scripts=False)
    run.check("without scripts: it says so", "needs JavaScript" in tab.value("document.body.innerText"))
    run.check("without scripts: nothing else", tab.value(
        "[...document.querySelectorAll('.view, nav, form')].every((one) => !one.checkVisibility())"))
    rules.contrast(run.check, tab, "without scripts")
    run.shots(tab, "without-scripts")
