"""Tests the page of `rag serve` in Chromium.

The index must have the notes of corpus/, and notes whose text contains "zanzibar-hostile". What is expected is what the
server says; no answer is written here.
"""

import json
import os
import re
import time
import urllib.error
import urllib.parse
import urllib.request

import rules
from browser import Browser, Failure

# One question for each outcome is enough; the first ones that the model judges so are taken.
QUESTIONS = [
    "Where is the main stopcock for the water?", "How long does the autoclave run?", "What is the capital of Peru?",
    "What does the pitch cost?", "Who won the football world cup in 1974?", "How many strains came from a swap?",
    "How long does a step take?", "When did we last change the filters?",
]
BADGES = {"answered": "Answered", "unsure": "Unsure: check the lines", "notInNotes": "Not in your notes"}
HOSTILE = "zanzibar-hostile"
# The page has a session.
OPEN = "document.readyState === 'complete' && !document.documentElement.classList.contains('locked')"
MARK = r"\[(\d+)\]"


class Run:
    def __init__(self, server, folder):
        self.server, self.base, self.token, self.folder = server, server.address, server.token, folder
        self.passed, self.failed = 0, 0
        self.tabs = []
        self.browser = Browser()
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        self.opener.addheaders = list(server.headers.items())

    def check(self, name, condition, detail=""):
        if condition:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED {name}: {detail}"[:600], flush=True)

    def get(self, path, **parameters):
        """What the server says, without the browser."""
        return json.load(self.opener.open(f"{self.base}{path}?{urllib.parse.urlencode(parameters)}"))

    def stream(self, tab, request):
        """What the server sent. Chromium does not keep every stream: the same request has the same answer."""
        try:
            return tab.body(request)
        except Failure:
            again = urllib.request.Request(f"{self.base}/ask", request["request"]["postData"].encode())
            return self.opener.open(again).read().decode()

    def tab(self, **options):
        tab = self.browser.tab(**options)
        tab.expected = []
        self.tabs.append(tab)
        if tab.scripts:
            tab.open(self.server.link())
            tab.wait(OPEN)
        else:
            tab.open(self.base + "/")
        return tab

    def shots(self, tab, name):
        """Pictures of a state: light, dark, and on a phone."""
        if self.folder:
            tab.shot(f"{self.folder}/{name}-light.png")
            tab.scheme(True)
            tab.shot(f"{self.folder}/{name}-dark.png")
            tab.scheme(False)
        tab.resize(360, 740)
        tab.pause(0.2)
        rules.width(self.check, tab, f"{name} at 360 px")
        if self.folder:
            tab.shot(f"{self.folder}/{name}-360.png")
        tab.resize(1280)

    def state(self, tab, name):
        """Checks that hold in every state."""
        rules.accessibility(self.check, tab, name)
        rules.contrast(self.check, tab, name)
        rules.width(self.check, tab, name)
        self.shots(tab, name)


def squeezed(text):
    return re.sub(r"\s+", "", text)


def texts(tab, selector):
    return tab.value(f"[...document.querySelectorAll({json.dumps(selector)})].map((one) => one.textContent)")


def login(run):
    tab = run.browser.tab()
    tab.expected = ["/"]
    run.tabs.append(tab)
    tab.open(run.base + "/")
    tab.wait("!document.getElementById('login').hidden")
    run.check("login: nothing else without a session", tab.value(
        "[...document.querySelectorAll('.view, nav, footer')].every((one) => !one.checkVisibility())"))
    rules.accessibility(run.check, tab, "login", view=False)
    rules.contrast(run.check, tab, "login")
    run.shots(tab, "login")
    for path in ("/search?q=water", "/status", "/documents"):
        try:
            status = urllib.request.urlopen(run.base + path).status
        except urllib.error.HTTPError as error:
            status = error.code
        run.check(f"login: no {path} without a token", status == 401, status)
    for secret, isRight in (("wrong", False), (run.token, True)):
        tab.value("document.getElementById('token').focus()")
        tab.type(secret)
        tab.key("Enter")
        tab.wait(OPEN if isRight else "document.getElementById('login-state').textContent.includes('not the token')")
    run.check("login: the token is not in the address", tab.value("location.href") == run.base + "/#ask" or tab.value(
        "location.href") == run.base + "/", tab.value("location.href"))
    run.check("login: it is not kept", not tab.value(f"JSON.stringify(sessionStorage).includes('{run.token}')"))
    tab.wait("document.getElementById('state').textContent.includes('notes')")


def speed(run):
    tab = run.tab()
    seen = len(tab.events)
    tab.open(run.base + "/")
    tab.pause(0.5)
    weight = sum(event[1]["encodedDataLength"] for event in tab.events[seen:] if event[0] == "Network.loadingFinished")
    paint = tab.value("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1")
    print(f"page weight {weight / 1000:.1f} kB, first contentful paint {paint:.0f} ms", flush=True)
    run.check("page weight is at most 100 kB", 5000 < weight <= 100_000, weight)
    run.check("first contentful paint within 1 s", 0 < paint <= 1000, paint)
    status = run.get("/status")
    tab.wait("document.getElementById('state').textContent.includes('rag index')")
    line = tab.value("document.getElementById('state').textContent")
    known = [f"{status['status']['documents']:,} notes", f"{status['status']['chunks']:,} chunks"]
    run.check("the state of the index", all(part in line for part in known), line)
    run.state(tab, "idle")
    rules.focus(run.check, tab, "idle")
    tab.value("document.activeElement.blur()")
    tab.key("/")
    run.check("/ goes to the question", tab.value("document.activeElement.id") == "ask-question")


def ask(run, tab, question, view="ask"):
    """Asks, waits for the end, and returns what the server sent: its events."""
    seen = len(tab.events)
    field = f"#{view}-question"
    tab.value(f"document.querySelector('{field}').value = ''")
    tab.click(field)
    tab.type(question)
    tab.key("Enter")
    tab.until(lambda: tab.requests("/ask", seen), "the request")
    tab.wait(f"[...document.querySelectorAll('#{view} .turn')].at(-1)?.getAttribute('aria-busy') === 'false'", 180)
    tab.pause(0.1)
    body = run.stream(tab, tab.requests("/ask", seen)[0])
    events = re.findall(r"event: ?(\w+)\ndata: ?(.*)\n", body.replace("\r\n", "\n"))
    return [(name, json.loads(data)) for name, data in events]


def shows(run, tab, answer, name, view="ask"):
    """The page shows what the server answered."""
    turn = f"#{view} .turn:last-of-type"
    badge = texts(tab, f"{turn} .badge")[0]
    run.check(f"{name}: badge", badge == BADGES[answer["outcome"]] and tab.value(
        f"!!document.querySelector('{turn} .badge svg')"), badge)
    said = re.sub(r"\*\*|^\s*```.*$|`|^\s*(?:[-*•]|\d+[.)]) ", "", str(answer.get("answer", "")), flags=re.M)
    shown = "".join(texts(tab, f"{turn} .prose"))
    numbers = {source["number"] for source in answer["sources"]}
    wanted = re.sub(MARK, lambda mark: mark[1] if int(mark[1]) in numbers else mark[0], said)
    run.check(f"{name}: text", squeezed(shown) == squeezed(wanted), (shown, wanted))
    marks = [number for number in re.findall(MARK, said) if int(number) in numbers]
    run.check(f"{name}: citations", texts(tab, f"{turn} .cite") == marks, marks)
    places = answer["sources"] or answer["passages"]
    links = texts(tab, f"{turn} .sources .source")
    run.check(f"{name}: sources", len(links) == len(places) and all(
        place["source"] in link for place, link in zip(places, links)), links)
    warnings = " ".join(texts(tab, f"{turn} .remarks"))
    expected = list(answer["unmentioned"]) + [term for one in answer["sentences"] for term in one["unsupported"]]
    expected += ["The cited notes do not mention"] if answer["unmentioned"] else []
    uncited = [one["text"] for one in answer["sentences"] if not one["citations"]]
    if answer.get("answer") and answer["outcome"] != "notInNotes" and uncited:
        expected += ["No line supports"]
    expected += ["Your notes disagree"] if answer.get("contradictions") else []
    expected += [other["source"] for other in answer.get("contradictions", [])]
    missing = [part for part in expected if part not in warnings]
    run.check(f"{name}: warnings", not missing, (missing, warnings))
    run.check(f"{name}: no warning without a reason", "do not mention" not in warnings or answer["unmentioned"])
    if "ledger" in answer:
        tab.value(f"document.querySelector('{turn} .ledger').open = true")
        widths = tab.value(f"[...document.querySelectorAll('{turn} .bar span')].map((one) => ["
                           "one.dataset.part, one.getBoundingClientRect().width])")
        tokens = answer["ledger"]["tokens"]
        whole, total = sum(width for _, width in widths), sum(tokens.values())
        wrong = [part for part, width in widths if abs(width / whole - tokens[part] / total) > 0.03]
        run.check(f"{name}: the ledger is to scale", len(widths) == len(tokens) and not wrong, (widths, tokens))


def cited(run, tab, source, name):
    """The reader shows the note of a source at its lines."""
    tab.wait("!document.getElementById('reader').hidden && !!document.querySelector('#reader .cited')")
    wanted = source.get("evidence") or list(range(source["firstLine"], source["lastLine"] + 1))
    lines = tab.value("""[...document.querySelectorAll("#reader .cited")].map((line) => [Number(line.dataset.line),
      line.querySelector(".text").textContent, getComputedStyle(line).backgroundColor])""")
    run.check(f"{name}: the cited lines", [line[0] for line in lines] == wanted, (lines, wanted))
    page = run.get("/notes", id=source["note"], line=wanted[0])
    same = [text == page["lines"][number - page["firstLine"]] for number, text, _ in lines]
    run.check(f"{name}: their text is the note's", same and all(same), lines)
    other = tab.value("""(() => {
      const line = document.querySelector("#reader .line:not(.cited)");
      return line ? getComputedStyle(line).backgroundColor : "none";
    })()""")
    run.check(f"{name}: they are highlighted", all(line[2] != other for line in lines), other)
    run.check(f"{name}: they are in view", tab.value("""(() => {
      const box = document.querySelector("#reader .cited").getBoundingClientRect();
      const frame = document.querySelector("#reader .lines").getBoundingClientRect();
      return box.top >= frame.top - 1 && box.top < Math.min(frame.bottom, innerHeight);
    })()"""))


def asking(run):
    tab = run.tab()
    found, opened = {}, 0
    for question in QUESTIONS:
        if len(found) == len(BADGES):
            break
        tab.value("""(() => {
          window.lengths = new Set();
          clearInterval(window.watch);
          window.watch = setInterval(() => {
            const turn = document.querySelector("#ask .turn[aria-busy=true]");
            if (turn) lengths.add(turn.querySelector(".prose").textContent.length);
          }, 5);
        })()""")
        events = ask(run, tab, question)
        answer = next((data for name, data in events if name == "answer"), None)
        run.check(f"{question} is answered", answer, events[-1:])
        if not answer or answer["outcome"] in found:
            continue
        name = answer["outcome"]
        found[name] = answer
        shows(run, tab, answer, name)
        if sum(event == "delta" for event, _ in events) > 4:
            run.check(f"{name}: the text streams", len(tab.value("[...lengths]")) > 2, tab.value("[...lengths]"))
        run.state(tab, name)
        # A small model may repeat the question, which cites nothing.
        if answer["sources"] and tab.value("document.querySelector('#ask .cite') !== null"):
            opened += 1
            source = answer["sources"][0]
            tab.click("#ask .cite")
            cited(run, tab, source, name)
            marks = texts(tab, "#reader .cited mark")
            said = squeezed(str(answer["answer"])).lower()
            stray = [word for mark in marks for word in re.findall(r"\w{4,}", mark) if word.lower()[:3] not in said]
            run.check(f"{name}: the answer's words are marked", marks and not stray, (marks, stray))
            run.state(tab, f"{name}-note")
            rules.focus(run.check, tab, f"{name} with its note")
            tab.key("Escape")
            run.check(f"{name}: Esc closes the note", tab.value("document.getElementById('reader').hidden"))
            tab.click("#ask .cite")
            tab.wait("!document.getElementById('reader').hidden")
            tab.key("Escape")
            run.check(f"{name}: the focus is back", tab.value("document.activeElement.className") == "cite")
    run.check("a citation was opened", opened)
    run.check("every outcome was seen", set(found) == set(BADGES), list(found))
    return found


def stopping(run):
    tab = run.tab()
    seen = len(tab.events)
    tab.click("#ask-question")
    tab.type("How do I propagate the yeast, step by step, and what can go wrong?")
    tab.key("Enter")
    tab.wait("!document.querySelector('#ask .stop').hidden")
    rules.accessibility(run.check, tab, "busy")
    tab.key("Escape")
    tab.wait("document.querySelector('#ask .badge').textContent === 'Stopped'")
    number = tab.requests("/ask", seen)[0]["requestId"]
    tab.until(lambda: any(method == "Network.loadingFailed" and event["requestId"] == number and event["canceled"]
                          for method, event in tab.events), "the end of the request")
    run.check("Esc stops", tab.value("document.querySelector('#ask .stop').hidden"))
    run.check("one can ask again", tab.value("!document.querySelector('#ask [type=submit]').hidden"))
    tab.expected.append("/ask")
    for status, headers, body, part in (
        (429, {"Retry-After": "7"}, {"error": {"message": "3 questions are waiting"}}, "7 s"),
        (401, {}, {"error": {"message": "no"}}, "rag serve"), (500, {}, {"error": {"message": "it broke"}}, "it broke"),
    ):
        tab.replace("*/ask", lambda request: (status, headers, json.dumps(body)))
        ask_again = len(tab.requests("/ask"))
        tab.click("#ask-question")
        tab.key("Enter")
        tab.until(lambda: len(tab.requests("/ask")) > ask_again, "the request")
        tab.wait("document.querySelector('#ask .turn').getAttribute('aria-busy') === 'false'")
        run.check(f"{status} is explained", part in "".join(texts(tab, "#ask .remarks")), texts(tab, "#ask .remarks"))
    run.state(tab, "failed")
    tab.replace("", None)


def chatting(run):
    tab = run.tab()
    tab.click("nav [data-view=chat]")
    first, second = QUESTIONS[0], "And how does one close it?"
    events = ask(run, tab, first, "chat")
    answer = dict(events)["answer"]
    shows(run, tab, answer, "first turn", "chat")
    seen = len(tab.events)
    ask(run, tab, second, "chat")
    sent = json.loads(tab.requests("/ask", seen)[0]["request"]["postData"])
    wanted = [{"question": first, "answer": answer["answer"]}] if answer.get("answer") else None
    run.check("the chat sends its turns", sent.get("conversation") == wanted, sent)
    tab.click("nav [data-view=search]")
    tab.click("nav [data-view=chat]")
    run.check("the turns are kept", texts(tab, "#chat h2") == [first, second], texts(tab, "#chat h2"))
    run.check("the address names the view", tab.value("location.hash") == "#chat")
    run.state(tab, "chat")


def searching(run, word="water"):
    tab = run.tab()
    tab.click("nav [data-view=search]")
    tab.type(word)
    passages = run.get("/search", q=word, limit=20)["passages"]
    wanted = [passage["source"] for passage in passages]
    tab.wait("document.querySelectorAll('#results .passage').length > 0")
    tab.pause(0.5)
    run.check("search: the server's passages", texts(tab, "#results .source") == wanted, texts(tab, "#results .source"))
    run.check("search: words are marked", any(word in mark.lower() for mark in texts(tab, "#results mark")))
    tab.key("ArrowDown")
    tab.key("ArrowDown")
    tab.key("ArrowDown")
    tab.key("ArrowUp")
    at = tab.value("document.activeElement.textContent")
    run.check("search: the arrow keys choose", at == wanted[1], at)
    run.state(tab, "search")
    tab.key("Enter")
    cited(run, tab, passages[1], "search")
    tab.key("Escape")
    run.check("search: the focus is back", tab.value("document.activeElement.textContent") == wanted[1])
    run.check("search: the address has the query", tab.value("location.search") == f"?q={word}")
    tab.open(tab.value("location.href"))
    tab.wait("document.querySelectorAll('#results .passage').length > 0")
    run.check("search: the address shows it again", tab.value("document.getElementById('query').value") == word)
    run.check("search: alone", tab.value("document.getElementById('ask').checkVisibility()") is False)
    tab.click("nav [data-view=notes]")
    tab.wait("document.querySelectorAll('#documents li').length > 0")
    notes = run.get("/documents", limit=50)["documents"]
    run.check("notes: the server's", texts(tab, "#documents .path") == [note["path"] for note in notes])
    run.state(tab, "notes")
    tab.click("#documents a")
    tab.wait("!!document.querySelector('#reader .line')")
    run.check("notes: one opens", texts(tab, "#reader h2") == [notes[0]["title"]], texts(tab, "#reader h2"))
    return passages


def main(server, folder=None, parts=None):
    if folder:
        os.makedirs(folder, exist_ok=True)
    import edges
    import hostile
    import indexing
    import sessions
    run = Run(server, folder)
    try:
        for part in parts or (
            login, sessions.links, sessions.neighbours, speed, asking, stopping, chatting, searching, indexing.refused, edges.slow, edges.leaving,
            hostile.policy,
        ):
            start = time.monotonic()
            try:
                result = part(run)
                if part is asking:
                    hostile.answer(run, result)
                if part is searching:
                    edges.unscripted(run)
                    hostile.notes(run)
            except Failure as failure:
                run.check(f"{part.__name__} to its end", False, failure)
            print(f"{part.__name__}: {time.monotonic() - start:.1f} s", flush=True)
        for tab in run.tabs:
            troubles = tab.troubles(tab.expected)
            run.check("no errors, dialogs or violations", not troubles, troubles[:4])
            run.check("no other host", tab.hosts() <= {run.base}, tab.hosts())
    finally:
        run.browser.close()
    print(f"{run.passed} passed, {run.failed} failed")
    return 1 if run.failed or not run.passed else 0
