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
    expect(200, "the absolute form", path=f"http://127.0.0.1:{server.port}/status")
    expect(400, "the absolute form of another host", path="http://evil.example/status")
    expect(400, "the absolute form of another port", path="http://127.0.0.1:1/status")
    expect(400, "another scheme", path=f"file://127.0.0.1:{server.port}/status")
    expect(400, "a target that is no path", path="status")
    for second in (f"127.0.0.1:{server.port}", "evil.example"):
        expect(400, "two hosts", host=second)
    pages(server)


def pages(server):
    """The page itself needs no token, has no text of notes, and gets its session once for each code."""
    bare = {"Authorization": None}
    parts = {path: server.fetch(path, headers=bare) for path in ("/", "/page/page.js", "/page/page.css")}
    for path, (code, headers, _) in parts.items():
        policy = headers["Content-Security-Policy"]
        check(code == 200 and "default-src 'none'" in policy and "unsafe" not in policy, f"{path}: {code} {policy}")
        check(headers["Set-Cookie"] is None, f"{path} sets a cookie, which goes to every port of this machine")
    for path in ("/?q=stopcock", "/?note=home/house-manual.md&lines=1-9", f"/?token={server.token}"):
        code, _, page = server.fetch(path, headers=bare)
        check(code == 200 and page == parts["/"][2], f"{path} is more than the page: {code}")
    link = server.link()
    check(re.fullmatch(rf"{server.address}/#code=\w{{32,}}", link), f"the link {link}")
    secret = link.split("=")[1]
    check(server.fetch("/status", headers={"Authorization": f"Bearer {secret}"})[0] == 401, "a code is no session")
    code, session = server.session(secret)
    check(code == 200 and session, f"a code: {code}")
    check(server.session(secret)[0] == 401, "a code is taken twice")
    check(server.fetch("/status", headers={"Authorization": f"Bearer {session}"})[0] == 200, "a session")
    check(server.fetch("/status", headers=bare | {"Cookie": f"rag-session={session}"})[0] == 401, "a cookie")
    check(server.fetch(f"/status?token={session}", headers=bare)[0] == 401, "a session in an address")
    check(server.session(server.token)[0] == 200, "the token begins no session")
    for wrong in (session, "", "0" * 64, server.token[:-1] + "x", "x" * 5000):
        check(server.session(wrong)[0] == 401, f"a session for {wrong[:80]}")
    for body in (b"", b"[]", b'{"secret": 1}', b'{"token": "x"}'):
        check(server.fetch("/session", body, headers=bare)[0] == 401, f"a session for {body}")
    code, _, _ = server.fetch("/session", {"secret": server.token}, headers=bare | {"Origin": "https://evil.example"})
    check(code == 403, f"a session for another site's page: {code}")


def heads(server):
    """HEAD has the fields of GET, and no body."""
    for path in ("/status", "/v1/models", "/page/page.js"):
        answer = raw(server, request(server, path, "HEAD"))
        head, _, body = answer.partition(b"\r\n\r\n")
        check(status(answer) == 200 and not body, f"HEAD {path}: {answer[:200]}")
        length = re.search(rb"(?i)content-length: (\d+)", head)
        check(path == "/status" or length and int(length[1]) == len(server.fetch(path)[2]), f"HEAD {path}: {head}")
    check(status(raw(server, request(server, "/ask", "HEAD"))) == 405, "HEAD where there is no GET")
    check(status(raw(server, request(server, "/status", "HEAD", Authorization=None))) == 401, "HEAD without a token")


def kept(server):
    """Requests of one connection leave nothing behind in the process that listens."""
    with server.connection() as connection:
        wanted = request(server, "/page/none.js", Connection="keep-alive")

        def send(count):
            for _ in range(count):
                connection.sendall(wanted)
                answer = b""
                while not answer.endswith(b"}"):
                    answer += connection.recv(1 << 16)
                check(answer.startswith(b"HTTP/1.1 404"), f"another answer: {answer[:100]}")

        send(300)
        front = children(server.process.pid)[0]
        before = resident(front)
        send(1500)
        grown = resident(front) - before
        check(grown < 2, f"{grown:.1f} MB more after 1,500 requests")


def pipelined(server):
    """A request that is sent before the last one was answered ends the connection, after that answer."""
    answer = raw(server, request(server, "/page/page.css", Connection="keep-alive") * 50)
    check(1 <= answer.count(b"HTTP/1.1 200") < 50, f"{answer.count(b'HTTP/1.1 200')} answers")


def indexing(program, index, options):
    """Only the server's own page may index, and only if that was allowed."""
    for allowed in (False, True):
        with Server(program, index, *options, *(["--allow-indexing"] if allowed else [])) as server:
            bearer = lambda secret: {"Authorization": f"Bearer {secret}"}
            page = bearer(server.session(server.link().split("=")[1])[1])
            forged = {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors", "Origin": server.address}
            of_token = bearer(server.session(server.token)[1])
            folder = {"folder": os.path.dirname(index)}
            for what, fields in [
                ("the token", {}), ("the token, as from the page", forged), ("the token's session", of_token),
                ("the token's session, as from the page", of_token | forged),
                ("nothing", {"Authorization": None} | forged), ("an allowed origin", page | {
                    "Sec-Fetch-Site": "cross-site", "Origin": "app://obsidian.md"}),
            ]:
                for path in ("/index", "/%69ndex"):
                    code, _, text = server.fetch(path, folder, headers=fields)
                    check(code in (401, 403), f"{path} with {what}: {code} {text[:200]}")
            for tool in server.json("/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/list"})["result"]["tools"]:
                check(tool["annotations"]["readOnlyHint"], f"the tool {tool['name']} does more than read")
            code, _, text = server.fetch("/index", {"folder": "/does/not/exist"}, headers=page)
            check(code == (400 if allowed else 403), f"the page: {code} {text[:200]}")
            for wide in ("/", os.path.expanduser("~")):
                code, _, text = server.fetch("/index", {"folder": wide}, headers=page)
                check(code == (409 if allowed else 403), f"{wide} without a confirmation: {code} {text[:200]}")
                check(not allowed or b"needs_confirmation" in text, f"{wide}: {text[:200]}")
            code, _, text = server.fetch("/index", {}, headers=page)
            check(code == (202 if allowed else 403), f"the page: {code} {text[:200]}")
            code, _, text = server.fetch("/index")
            check(code == (200 if allowed else 403), f"the progress: {code} {text[:200]}")
            check(not allowed or b'"running": false' in text.splitlines()[-2], f"the progress ends: {text[-300:]}")
            locked(server)


def unread(server):
    """Clients that pipeline requests and read no answer cost little memory, keep nobody waiting, and are closed."""
    front = children(server.process.pid)[0]
    before = resident(front)
    data = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode() * 2000
    connections = [server.connection() for _ in range(250)]
    for connection in connections:
        connection.setblocking(False)
    most = slowest = 0
    left = {connection: 0 for connection in connections}
    end = time.monotonic() + PATIENCE
    while left and time.monotonic() < end:
        for connection in select.select([], list(left), [], 0.05)[1]:
            try:
                left[connection] = (left[connection] + connection.send(data[left[connection]:])) % len(data)
            except BlockingIOError:
                pass
            except OSError:
                del left[connection]
        start = time.monotonic()
        check(server.fetch("/page/page.css")[0] == 200, "others are not answered")
        slowest = max(slowest, time.monotonic() - start)
        most = max(most, resident(front))
    for connection in connections:
        connection.close()
    print(f"hostile: unread: {before:.0f} MB before, at most {most:.0f} MB, others waited {slowest:.1f} s", flush=True)
    check(most < 100, f"{most:.0f} MB for clients that do not read")
    check(slowest < 20, f"others waited {slowest:.1f} s")
    check(not left, f"{len(left)} clients that do not read are still connected")


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
        request(server), request(server, "/search?q=stopcock"), request(server, "/search?q=%3Cscript%3E"),
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
        for test in [locked, closed, gate, heads, wrong, sizes, fuzzed, gone, kept, pipelined, slow, unread]:
            test(server)
            print(f"hostile: {test.__name__}", flush=True)
    for test in [stopped, subscribed, indexing, placed]:
        test(program, index, options)
        print(f"hostile: {test.__name__}", flush=True)


if __name__ == "__main__":
    main()
