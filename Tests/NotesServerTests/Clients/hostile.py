"""Sends what no good client sends: `hostile.py PROGRAM INDEX [OPTION ...]`.

Each wrong request must get an error, the others an answer.
"""

import json
import os
import random
import re
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from serving import PATIENCE, Server, check, children, eventually, resident

SEED = 15
FUZZED = 2000


def raw(server, data, seconds=PATIENCE):
    """Sends bytes and returns what comes until the server closes, or nothing comes for a second."""
    with server.connection() as connection:
        try:
            connection.sendall(data)
        except OSError:
            return b""
        connection.settimeout(seconds)
        answer = b""
        try:
            while part := connection.recv(65536):
                answer += part
                connection.settimeout(1)
        except (TimeoutError, ConnectionError):
            pass
        return answer


def request(server, path="/status", method="GET", body=b"", **fields):
    """A request as bytes; a field that is None is left out."""
    head = {"Host": f"127.0.0.1:{server.port}", "Authorization": f"Bearer {server.token}", "Connection": "close"}
    if body:
        head["Content-Length"] = str(len(body))
    head.update({name.replace("_", "-"): value for name, value in fields.items()})
    lines = [f"{method} {path} HTTP/1.1", *(f"{k}: {v}" for k, v in head.items() if v is not None)]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def status(answer):
    """The status code of an answer; 0 if the connection was closed without one."""
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


def gate(server):
    def expect(wanted, what, **options):
        got = status(raw(server, request(server, **options)))
        check(got == wanted, f"{what}: {got}, not {wanted}")

    expect(200, "a good request")
    expect(401, "no token", Authorization=None)
    expect(401, "a wrong token", Authorization="Bearer " + "0" * len(server.token))
    expect(401, "another scheme", Authorization=f"Basic {server.token}")
    expect(421, "a name that leads here (DNS rebinding)", Host=f"evil.example:{server.port}")
    expect(421, "a name that begins like this machine's", Host="127.0.0.1.evil.example")
    expect(421, "a name behind a port", Host="127.0.0.1:1@evil.example")
    expect(403, "another site's page", Origin="https://evil.example")
    expect(403, "a page without an origin", Origin="null")
    expect(403, "another site's form", method="POST", body=b"{}", path="/ask", Origin="http://evil.example")
    expect(200, "the server's own page", Origin=f"http://127.0.0.1:{server.port}")
    expect(204, "Obsidian's preflight", method="OPTIONS", path="/v1/models", Origin="app://obsidian.md",
           Authorization=None, Access_Control_Request_Method="GET")
    code, headers, _ = server.fetch("/v1/models", headers={"Origin": "app://obsidian.md"})
    check(code == 200 and headers["Access-Control-Allow-Origin"] == "app://obsidian.md", "Obsidian may not read")
    code, headers, _ = server.fetch("/status", headers={"Origin": "https://evil.example"})
    check(code == 403 and "Access-Control-Allow-Origin" not in headers, "a page that is refused may read why")
    code, headers, page = server.fetch("/", headers={"Authorization": None})
    check(code == 401 and b"token" in page and b"<script" not in page, "the page without a token")
    code, headers, _ = server.fetch(f"/?token={server.token}", headers={"Authorization": None})
    cookie = headers["Set-Cookie"] or ""
    check(code == 303 and "HttpOnly" in cookie and "SameSite=Lax" in cookie, f"the login: {code} {cookie}")
    check(server.token not in cookie, "the cookie, which goes to every port of this machine, is the token")
    code, headers, _ = server.fetch(f"/?note=a.md&token={server.token}&lines=3", headers={"Authorization": None})
    check(headers["Location"] == "/?note=a.md&lines=3", f"after the login: {headers['Location']}")
    bare = {"Authorization": None, "Cookie": cookie.split(";")[0]}
    for site, mode, path, wanted in [
            ("same-origin", "cors", "/status", 200), ("none", "navigate", "/", 200),
            ("same-site", "cors", "/status", 401),
            ("cross-site", "no-cors", "/search?q=a", 401), ("cross-site", "navigate", "/?q=a", 200),
            ("cross-site", "navigate", "/status", 401)]:
        code, _, _ = server.fetch(path, headers=bare | {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode})
        check(code == wanted, f"{path} from a {site} page by {mode}: {code}, not {wanted}")
    code, headers, _ = server.fetch("/", headers=bare)
    policy = headers["Content-Security-Policy"]
    check(code == 200 and "default-src 'none'" in policy and "unsafe" not in policy, f"the page: {code} {policy}")
    code, _, _ = server.fetch(f"/?token={server.token[:-1]}x", headers={"Authorization": None})
    check(code == 401, "a login with a wrong token")


def heads(server):
    """HEAD has the fields of GET, and no body."""
    for path in ("/status", "/v1/models", "/page/page.js"):
        answer = raw(server, request(server, path, "HEAD"))
        head, _, body = answer.partition(b"\r\n\r\n")
        check(status(answer) == 200 and not body, f"HEAD {path}: {answer[:200]}")
        length = re.search(rb"(?i)content-length: (\d+)", head)
        check(path == "/status" or length and int(length[1]) == len(server.fetch(path)[2]), f"HEAD {path}: {head}")
    check(status(raw(server, request(server, "/ask", "HEAD"))) == 405, "HEAD where there is no GET")
    check(status(raw(server, request(server, "/", "HEAD", Authorization=None))) == 401, "HEAD without a token")


def kept(server):
    """Requests of one connection leave nothing behind in the process that listens."""
    many = 200
    with server.connection() as connection:
        wanted = request(server, "/page/none.js", Connection="keep-alive")

        def send(count):
            for _ in range(count // many):
                connection.sendall(wanted * many)
                seen = 0
                while seen < many:
                    seen += connection.recv(1 << 20).count(b"HTTP/1.1 404")

        send(4000)
        front = children(server.process.pid)[0]
        before = resident(front)
        send(40_000)
        grown = resident(front) - before
        check(grown < 2, f"{grown:.1f} MB more after 40,000 requests")


def indexing(program, index, options):
    """Only the server's own page may index, and only if that was allowed."""
    for allowed in (False, True):
        with Server(program, index, *options, *(["--allow-indexing"] if allowed else [])) as server:
            _, headers, _ = server.fetch(f"/?token={server.token}", headers={"Authorization": None})
            cookie = {"Authorization": None, "Cookie": headers["Set-Cookie"].split(";")[0]}
            page = cookie | {"Sec-Fetch-Site": "same-origin", "Origin": server.address}
            folder = {"folder": os.path.dirname(index)}
            for what, fields in [
                ("the token", {}), ("the token, as from the page", {"Sec-Fetch-Site": "same-origin"}),
                ("the token and a cookie", page | {"Authorization": f"Bearer {server.token}"}),
                ("a cookie alone", cookie), ("another site", cookie | {"Sec-Fetch-Site": "cross-site"}),
                ("a link", cookie | {"Sec-Fetch-Site": "none"}), ("an allowed origin", page | {
                    "Sec-Fetch-Site": "cross-site", "Origin": "app://obsidian.md"}),
            ]:
                for path in ("/index", "/%69ndex"):
                    code, _, text = server.fetch(path, folder, headers=fields)
                    check(code in (401, 403), f"{path} with {what}: {code} {text[:200]}")
            for tool in server.json("/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/list"})["result"]["tools"]:
                check(tool["annotations"]["readOnlyHint"], f"the tool {tool['name']} does more than read")
            code, _, text = server.fetch("/index", {"folder": "/does/not/exist"}, headers=page)
            check(code == (400 if allowed else 403), f"the page: {code} {text[:200]}")
            code, _, text = server.fetch("/index", {}, headers=page)
            check(code == (202 if allowed else 403), f"the page: {code} {text[:200]}")
            code, _, text = server.fetch("/index")
            check(code == (200 if allowed else 403), f"the progress: {code} {text[:200]}")
            check(not allowed or b'"running": false' in text.splitlines()[-2], f"the progress ends: {text[-300:]}")
            locked(server)


def wrong(server):
    deep = b'{"question": ' + b"[" * 5000 + b"]" * 5000 + b"}"
    cases = [
        ("POST", "/ask", b"", 400), ("POST", "/ask", b"{", 400), ("POST", "/ask", b"[]", 400),
        ("POST", "/ask", b"{}", 400), ("POST", "/ask", b'{"question": 1}', 400), ("POST", "/ask", b"\xff\xfe", 400),
        ("POST", "/ask", deep, 400), ("POST", "/ask", b'{"question": "a", "conversation": [1]}', 400),
        ("POST", "/ask", b'{"question": "a", "stream": "yes"}', 400), ("POST", "/search", b'{"query": " "}', 400),
        ("POST", "/search", b'{"query": "a", "limit": 1e9}', 400), ("GET", "/search", None, 400),
        ("GET", "/search?q=a&limit=x", None, 400), ("GET", "/search?q=after:nonsense", None, 400),
        ("GET", "/notes?id=../../etc/passwd", None, 404), ("GET", "/notes?id=%00", None, 404),
        ("GET", "/notes", None, 400), ("GET", "/documents?cursor=-1", None, 400),
        ("GET", "/page/../page.js", None, 404),
        ("GET", "/page/%2e%2e%2fetc", None, 404), ("GET", "/nothing", None, 404), ("DELETE", "/status", None, 405),
        ("GET", "/ask", None, 405), ("GET", "/mcp", None, 405), ("POST", "/v1/embeddings", b'{"input": []}', 400),
        ("POST", "/v1/embeddings", b'{"input": [1, 2]}', 400), ("POST", "/v1/rerank", b'{"query": "a"}', 400),
        ("POST", "/v1/responses", b'{"input": "a", "previous_response_id": "x"}', 400),
        ("POST", "/v1/chat/completions", b'{"messages": [{"role": "user", "content": [{"type": "image_url"}]}]}', 400),
        ("POST", "/mcp", b"{", 400), ("POST", "/mcp", b"[]", 400),
    ]
    for method, path, body, wanted in cases:
        code, _, text = server.fetch(path, body, method=method)
        check(code == wanted, f"{method} {path} {body}: {code}, not {wanted}: {text[:200]}")
        check("error" in json.loads(text), f"{method} {path}: no error in {text[:200]}")
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "status", "arguments": {}, "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {}}}}
    good = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "status"}
    check(server.fetch("/mcp", call, headers=good)[0] == 200, "a good call")
    check(server.fetch("/mcp", call, headers=good | {"Mcp-Name": "=?base64?c3RhdHVz?="})[0] == 200, "a packed name")
    for change in [{"Mcp-Name": "ask"}, {"Mcp-Method": "ping"}, {"MCP-Protocol-Version": "2025-11-25"},
                   {"Mcp-Name": None}]:
        code, _, text = server.fetch("/mcp", call, headers=good | change)
        check(code == 400 and json.loads(text)["error"]["code"] == -32020, f"{change}: {code} {text[:200]}")


def sizes(server):
    long = "x" * 20000
    check(status(raw(server, request(server, Cookie=long))) in (0, 400, 431), "a long header field")
    check(status(raw(server, request(server, path="/" + long * 3))) in (0, 400, 414, 431), "a long address")
    many = {f"X-{number}": "y" for number in range(500)}
    check(status(raw(server, request(server, **many))) in (0, 400, 431), "many header fields")
    check(status(raw(server, request(server, path="/ask", method="POST", Content_Length="5000000000"))) == 413,
          "a long body that is announced")
    chunks = b"".join(b"100000\r\n" + b"z" * 0x100000 + b"\r\n" for _ in range(6)) + b"0\r\n\r\n"
    answer = raw(server, request(server, path="/ask", method="POST", Transfer_Encoding="chunked") + chunks)
    check(status(answer) in (0, 413), f"a long body in chunks: {answer[:100]}")
    # Two lengths that differ, or a length beside chunks: something between might read another request into it.
    for fields in ["Content-Length: 4\r\nContent-Length: 11", "Transfer-Encoding: chunked\r\nContent-Length: 3"]:
        data = (f"POST /ask HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nAuthorization: Bearer {server.token}\r\n"
                f"{fields}\r\n\r\n0\r\n\r\nGET /status HTTP/1.1\r\n\r\n").encode()
        check(b"200 OK" not in raw(server, data), f"an ambiguous length: {fields}")


def slow(server):
    """Clients that send a byte now and then are closed; meanwhile, others are answered."""
    head = request(server, X="y" * 4000)
    connections = [server.connection() for _ in range(40)]
    closed = [False] * len(connections)

    def trickle(number):
        connection = connections[number]
        # Every other one sends a whole head, and a body that never ends; some are answered once before.
        data = head if number % 2 else request(server, "/ask", "POST", Content_Length="1000") + b"{" * 900
        try:
            if number % 4 == 1:
                connection.sendall(request(server, "/page/none.js", Connection="keep-alive"))
                check(status(connection.recv(65536)) == 404, "no answer on a connection that is kept")
            if not number % 2:
                connection.sendall(data[:-900])
                data = data[-900:]
            for byte in data[:PATIENCE * 2]:
                connection.sendall(bytes([byte]))
                time.sleep(0.5)
                connection.setblocking(False)
                try:
                    closed[number] = closed[number] or connection.recv(10) == b""
                except BlockingIOError:
                    pass
                connection.setblocking(True)
                if closed[number]:
                    return
        except OSError:
            closed[number] = True

    threads = [threading.Thread(target=trickle, args=(number,)) for number in range(len(connections))]
    for thread in threads:
        thread.start()
    slowest = 0
    while any(thread.is_alive() for thread in threads):
        start = time.monotonic()
        server.json("/search?q=stopcock")
        slowest = max(slowest, time.monotonic() - start)
        time.sleep(0.2)
    for connection in connections:
        connection.close()
    check(all(closed), f"{closed.count(False)} slow clients are still connected")
    check(slowest < 5, f"others waited {slowest:.1f} s")


def gone(server):
    """A client that hangs up ends its question; a full queue says so."""
    body = json.dumps({"question": "Which buffer does the assay need, and how is it made?", "stream": True}).encode()
    ask = request(server, "/ask", "POST", body, Connection="keep-alive")
    connections = [server.connection() for _ in range(160)]
    for connection in connections:
        connection.sendall(ask)
    answers = {}

    def is_full():
        for connection in select.select(connections, [], [], 1)[0]:
            answers[connection] = answers.get(connection, b"") + connection.recv(65536)
        return any(b" 429 " in answer[:20] and b"Retry-After: " in answer for answer in answers.values())

    eventually(is_full, "a full queue does not say so")
    server.json("/search?q=stopcock")
    for connection in connections:
        connection.close()
    eventually(lambda: b"rag_queue_length 0\n" in server.fetch("/metrics")[2], "questions of clients that are gone")
    answer = server.json("/ask", {"question": "Where is the main stopcock?"})
    check(answer["outcome"] in ("answered", "unsure"), f"afterwards: {answer['outcome']}")


def fuzzed(server):
    """Random damage to good requests."""
    chance = random.Random(SEED)
    good = [
        request(server), request(server, "/search?q=stopcock"), request(server, "/?q=%3Cscript%3E"),
        request(server, "/search", "POST", b'{"query": "stopcock"}'),
        request(server, "/mcp", "POST", b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}'),
        request(server, "/v1/embeddings", "POST", b'{"input": ["a"]}'),
    ]
    for _ in range(FUZZED):
        data = bytearray(chance.choice(good))
        for _ in range(chance.randint(1, 8)):
            place = chance.randrange(len(data))
            match chance.randrange(4):
                case 0: data[place] = chance.randrange(256)
                case 1: del data[place:place + chance.randint(1, 20)]
                case 2: data[place:place] = bytes(chance.randrange(256) for _ in range(chance.randint(1, 20)))
                case 3: data[place:place] = data[:place]
            if not data:
                data = bytearray(b"\r\n")
        with server.connection() as connection:
            try:
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(65536):
                    pass
            except OSError:
                pass
    check(server.process.poll() is None, "the server has ended")
    server.json("/search?q=stopcock")


def locked(server):
    """Both processes are locked in: seccomp's filters and no new privileges."""
    for pid in [server.process.pid, *children(server.process.pid)]:
        with open(f"/proc/{pid}/status") as file:
            lines = dict(line.split(":", 1) for line in file)
        check(lines["Seccomp"].strip() == "2" and lines["NoNewPrivs"].strip() == "1", f"process {pid} is not locked in")


def closed(server):
    """The process that listens has nothing open but its own."""
    for pid in children(server.process.pid):
        names = []
        for number in os.listdir(f"/proc/{pid}/fd"):
            try:
                names.append(os.readlink(f"/proc/{pid}/fd/{number}"))
            except FileNotFoundError:
                pass  # It is closed by now.
        others = [name for name in names if not re.match(r"socket:|anon_inode:|/dev/null$|/dev/u?random$|pipe:", name)]
        check(not others, f"{pid} has {others}")


def subscribed(program, index, options):
    """A subscription, which has no end of its own, ends when the server is told to stop."""
    with Server(program, index, *options) as server:
        call = {"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": {
            "notifications": {"resourcesListChanged": True}, "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {}}}}
        connection = server.connection()
        connection.sendall(request(server, "/mcp", "POST", json.dumps(call).encode(), Mcp_Method="subscriptions/listen",
                                   MCP_Protocol_Version="2026-07-28", Connection="keep-alive"))
        check(b"acknowledged" in connection.recv(4096) + connection.recv(4096), "there is no subscription")
        server.process.send_signal(signal.SIGTERM)
        check(server.process.wait(PATIENCE / 3) == 0, f"exit code {server.process.returncode}")


def stopped(program, index, options):
    """A server that is told to stop finishes what it is answering."""
    with Server(program, index, *options) as server:
        events = []
        thread = threading.Thread(
            target=lambda: events.extend(server.events("/ask", {"question": "Where is the stopcock?", "stream": True})))
        thread.start()
        eventually(lambda: b"rag_queue_length 1\n" in server.fetch("/metrics")[2], "the question is not being answered")
        server.process.send_signal(signal.SIGTERM)
        thread.join(PATIENCE)
        check(events and events[-1][0] == "answer", f"the last event is {events[-1:]}")
        check(server.process.wait(PATIENCE) == 0, f"exit code {server.process.returncode}")


def placed(program, index, options):
    """A server takes no other's socket; it takes the place of one that is gone."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "rag.sock")
        command = [program, "serve", "--index", index, "--socket", path, *options]

        def is_answered():
            with socket.socket(socket.AF_UNIX) as client:
                try:
                    client.connect(path)
                    client.sendall(b"GET /status HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                    return b" 401 " in client.recv(100)
                except OSError:
                    return False

        first = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            eventually(is_answered, "the first server does not answer")
            second = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
            check(second.returncode == 2 and "another server listens there" in second.stderr, f"the second: {second}")
            check(is_answered(), "the first server has lost its place")
        finally:
            first.kill()
            first.communicate()
        eventually(lambda: not is_answered(), "the first server still answers")
        third = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            eventually(is_answered, "a server does not take the place of one that is gone")
        finally:
            third.kill()
            third.communicate()


def main():
    program, index, *options = sys.argv[1:]
    with Server(program, index, *options) as server:
        # The model is loaded before it is measured how long others wait.
        server.json("/ask", {"question": "Where is the main stopcock?"})
        for test in [locked, closed, gate, heads, wrong, sizes, fuzzed, gone, kept, slow]:
            test(server)
            print(f"hostile: {test.__name__}", flush=True)
    for test in [stopped, subscribed, indexing, placed]:
        test(program, index, options)
        print(f"hostile: {test.__name__}", flush=True)


if __name__ == "__main__":
    main()
