"""Notes and answers that try to run, to call out, to turn the text around or to freeze the page."""

import json
import time
import urllib.parse

import rules

WORD = "zanzibar-hostile"
# Elements that only foreign text would bring, and addresses that lead out of the page.
FOREIGN = """["script", "img", "iframe", "style", "object", "svg[onload]"]
  .flatMap((kind) => [...document.body.querySelectorAll(kind)])
  .map((element) => element.outerHTML.slice(0, 80)).concat([...document.querySelectorAll("a[href], form[action]")]
  .map((element) => element.href ?? element.action).filter((address) => new URL(address).origin !== location.origin))"""


def harmless(run, tab, name):
    run.check(f"{name}: foreign text is only text", tab.value(FOREIGN) == [], tab.value(FOREIGN))
    start = time.monotonic()
    tab.value("document.body.getBoundingClientRect().height" if not tab.scripts else
              "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
    taken = time.monotonic() - start
    run.check(f"{name}: the page is responsive", taken < 1, f"{taken:.2f} s")
    rules.width(run.check, tab, name)
    signs = r"/[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/"
    raw = tab.value(f"{signs}.exec(document.body.innerText)?.[0]")
    run.check(f"{name}: control characters are pictures", raw is None, repr(raw))


def notes(run):
    """Search, list and reader over the hostile notes."""
    passages = run.get("/search", q=WORD, limit=50)["passages"]
    texts = "".join(passage["text"] for passage in passages)
    for part in ("<script", "javascript:", "\u001b", "\u202e"):
        run.check(f"the index has notes with {part!r}", part in texts)
    run.check("the index has a note with a line of 1 MB", any(
        len(line) > 1_000_000 for passage in passages
        for line in run.get("/notes", id=passage["note"], line=passage["firstLine"])["lines"]))
    tab = run.tab()
    tab.open(f"{run.base}/?{urllib.parse.urlencode({'q': WORD})}")
    tab.wait("document.querySelectorAll('#results .passage').length > 0")
    tab.pause(0.5)
    title = tab.value("document.title")
    harmless(run, tab, "hostile search")
    run.state(tab, "hostile-search")
    for place, passage in enumerate(passages[:20]):
        name = f"hostile note {passage['path']}:{passage['firstLine']}"
        tab.value("document.getElementById('reader').hidden || document.querySelector('#reader .close').click()")
        link = f"#results li:nth-child({place + 1}) a.source"
        if not tab.value(f"!!document.querySelector('{link}')"):
            break
        start = time.monotonic()
        tab.click(link)
        tab.wait("!!document.querySelector('#reader .cited')")
        taken = time.monotonic() - start
        run.check(f"{name}: opens within 3 s", taken < 3, f"{taken:.2f} s")
        harmless(run, tab, name)
        page = run.get("/notes", id=passage["note"], line=passage["firstLine"])
        plain = {page["firstLine"] + at: line for at, line in enumerate(page["lines"])
                 if len(line) < 2000 and line.isprintable()}
        shown = dict(tab.value("[...document.querySelectorAll('#reader .line')].map((line) => ["
                               "Number(line.dataset.line), line.querySelector('.text').textContent])"))
        wrong = [number for number, line in plain.items() if shown.get(number) != line]
        run.check(f"{name}: shows every character", not wrong, wrong[:5])
        if any(len(line) > 100_000 for line in page["lines"]):
            run.state(tab, "long-line")
            start = time.monotonic()
            tab.click("#reader .text button")
            harmless(run, tab, f"{name}, all of it")
            run.check(f"{name}: all of it within 3 s", time.monotonic() - start < 3, time.monotonic() - start)
            longest = max(map(len, page["lines"]))
            length = tab.value("Math.max(...[...document.querySelectorAll('#reader .text')]"
                               ".map((text) => text.textContent.length))")
            run.check(f"{name}: all of it is there", length >= longest, (length, longest))
        elif "<script" in passage["text"]:
            run.state(tab, "hostile-note")
    run.check("hostile notes: the title stays", tab.value("document.title") == title, tab.value("document.title"))
    # A query may have no meaning.
    tab.expected.append("/search")
    for query in ('"><script>alert(1)</script>', "'-alert(1)-'", "{{results}}", "javascript:alert(1)"):
        tab.open(f"{run.base}/?{urllib.parse.urlencode({'q': query})}")
        tab.pause(0.3)
        harmless(run, tab, f"the query {query}")
        run.check(f"the query {query} comes back", tab.value("document.getElementById('query').value") == query)
    tab.open(f"{run.base}/?note={urllib.parse.quote('javascript:alert(1)')}&lines=1-999999999")
    tab.expected.append("/notes")
    tab.pause(0.5)
    harmless(run, tab, "a note that does not exist")


def answer(run, found):
    """An answer with every warning and hostile text in each of its fields, in the server's place."""
    bad = "<img src=x onerror=alert(1)>\u202egnp.exe\u202c \u001b[2J[x](javascript:alert(2))<script>alert(3)</script>"
    real = json.loads(json.dumps(found.get("answered") or found["unsure"]))
    source = real["sources"][0]
    real.update(
        outcome="unsure", answer=f"{bad} [{source['number']}] [77]\n- {bad}\n**{bad}** `{bad}`",
        unmentioned=["2019", bad], isTruncated=True, contradictions=[dict(source, source=bad, text=bad)],
        sentences=[{"text": bad, "citations": [source["number"]], "unsupported": ["gnp", bad, "(("],
                    "isVerbatim": False, "mayFollowOrder": True}])
    line = source["firstLine"]
    source.update(
        source=bad, text=bad, freshness="changed", firstLine=max(1, line - 2), lastLine=line + 2, evidence=[line])
    events = [("progress", {"step": bad}), ("passages", {"passages": [dict(
        real["passages"][0], source=bad)]}), ("delta", {"text": bad * 20}), ("answer", real)]
    stream = ":\n\n" + "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in events)
    tab = run.tab()
    tab.replace("*/ask", lambda request: (200, {"Content-Type": "text/event-stream"}, stream))
    tab.click("#ask-question")
    tab.type(bad)
    tab.key("Enter")
    tab.wait("!!document.querySelector('#ask .badge[data-outcome=unsure]')")
    harmless(run, tab, "hostile answer")
    shown = tab.value("document.querySelector('#ask .turn').textContent")
    for part in ("<script>alert(3)</script>", "␛[2J", "Not in the cited lines", "do not mention: 2019", "[77]",
                 "Your notes disagree", "instruction written in a note", "Cut off", "changed since it was indexed"):
        run.check(f"hostile answer: shows {part}", part in shown, shown[:300])
    run.check("hostile answer: its doubtful words are underlined", tab.value(
        "[...document.querySelectorAll('.doubt')].some((one) => one.textContent.includes('gnp'))"))
    run.state(tab, "hostile-answer")
    tab.click("#ask .cite")
    tab.wait("!!document.querySelector('#reader .cited')")
    lines = tab.value("[...document.querySelectorAll('#reader .cited')].map((line) => Number(line.dataset.line))")
    run.check("of a source's lines, the evidence is highlighted", lines == [line], (lines, line))
    tab.replace("", None)


def policy(run):
    """The policy stops what the page never does, so the checks above would see it."""
    tab = run.tab()
    tab.value("""(() => {
      const script = document.createElement("script");
      script.textContent = "window.ran = true";
      document.body.append(script);
      const image = document.createElement("img");
      image.src = "https://127.0.0.2/pixel.png";
      document.body.append(image);
      const link = document.createElement("a");
      link.href = "javascript:window.ran = true";
      document.body.append(link);
      link.click();
    })()""")
    tab.pause(0.5)
    run.check("the policy stops scripts in the page", tab.value("window.ran === undefined"))
    violations = [trouble for trouble in tab.troubles() if "Content Security Policy" in trouble]
    run.check("its violations are seen", len(violations) >= 3, tab.troubles())
    tab.value("setTimeout(() => alert(1))")
    tab.pause(0.3)
    run.check("dialogs are seen", tab.dialogs == ["1"], tab.dialogs)
    run.check("foreign elements are seen", len(tab.value(FOREIGN)) >= 3, tab.value(FOREIGN))
    run.tabs.remove(tab)
