"""What the test clients share: a server in a child process, driven with raw JSON lines."""

import json
import queue
import subprocess
import threading
import time

STATELESS = "2026-07-28"
HANDSHAKES = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]

# How long the server may take for one answer, in seconds. A hung server fails a test; a slow machine does not.
PATIENCE = 60


class Failure(Exception):
    """Something that the server should not have done, in one line."""


class Gone(Failure):
    """The server has ended, or hangs."""


def check(condition, text):
    """Raises a failure unless a condition holds; `text` may be a function, for what is costly to describe."""
    if not condition:
        raise Failure(text() if callable(text) else text)


def short(value, length=400):
    """Returns a value as one line that is not too long to print."""
    text = repr(value) if isinstance(value, bytes) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= length else f"{text[:length]}… ({len(text)} characters)"


def meta(version=STATELESS, **more):
    """Returns the `_meta` that each request of the stateless revision carries."""
    return {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        **more,
    }


class Server:
    """A server, and every message it has sent."""

    def __init__(self, program, index, *arguments):
        self.process = subprocess.Popen(
            [program, "mcp", "--index", index, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.lines = queue.Queue()
        self.pending = []
        self.log = []
        self.last_sent = b""
        self.next_id = 0
        self.loads = json.loads
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    # sending

    def send_bytes(self, line):
        """Sends bytes and a line feed."""
        self.last_sent = line
        try:
            self.process.stdin.write(line + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Gone(f"the server is gone (exit status {self.process.wait(10)}) before {short(line)}") from None

    def send(self, message):
        self.send_bytes(json.dumps(message, ensure_ascii=False).encode())

    def notify(self, method, params=None):
        self.send({"jsonrpc": "2.0", "method": method, **({} if params is None else {"params": params})})

    def start(self, method, params=None):
        """Sends a request; returns its id."""
        self.next_id += 1
        identifier = self.next_id
        message = {"jsonrpc": "2.0", "id": identifier, "method": method}
        self.send(message if params is None else {**message, "params": params})
        return identifier

    # receiving

    def _next(self, deadline):
        """Returns the next message, or `None` at the end of the output."""
        try:
            line = self.lines.get(timeout=max(0.001, deadline - time.monotonic()))
        except queue.Empty:
            raise Gone(f"no answer in time; last sent: {short(self.last_sent)}") from None
        if line is None:
            self.lines.put(None)
            return None
        check(line.endswith(b"\n"), f"a message without a line feed: {short(line)}")
        try:
            message = self.loads(line.decode())
        except ValueError as error:
            raise Failure(f"a line that is not JSON ({error}): {short(line)}") from None
        check(isinstance(message, dict), f"a message that is no object: {short(line)}")
        self.log.append(message)
        return message

    def wait(self, wanted, patience=PATIENCE):
        """Returns the first message for which `wanted` holds; the others are kept for later calls."""
        for place, message in enumerate(self.pending):
            if wanted(message):
                return self.pending.pop(place)
        deadline = time.monotonic() + patience
        while True:
            message = self._next(deadline)
            if message is None:
                status = self.process.wait(10)
                raise Gone(f"the server ended (exit status {status}); last sent: {short(self.last_sent)}")
            if wanted(message):
                return message
            self.pending.append(message)

    def answer(self, identifier, patience=PATIENCE):
        """Returns the answer to a request."""
        return self.wait(lambda message: "method" not in message and message.get("id") == identifier, patience)

    def request(self, method, params=None):
        return self.answer(self.start(method, params))

    def notification(self, method, patience=PATIENCE):
        return self.wait(lambda message: message.get("method") == method, patience)

    # methods that most tests need

    def handshake(self, version=HANDSHAKES[-1]):
        params = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
        answer = self.request("initialize", params)
        self.notify("notifications/initialized")
        return answer

    def tool(self, name, arguments):
        """Calls a tool in the stateless revision; returns the result."""
        answer = self.request("tools/call", {"name": name, "arguments": arguments, "_meta": meta()})
        check("result" in answer, lambda: f"{name} {short(arguments)} is answered by an error: {short(answer)}")
        return answer["result"]

    def contents(self, name, arguments):
        """Calls a tool that must not fail; returns its structured contents."""
        result = self.tool(name, arguments)
        check(not result.get("isError"), lambda: f"{name} {short(arguments)} failed: {short(result)}")
        return result["structuredContent"]

    def close(self):
        """Ends the input and returns what the server still sends; it must then end with status 0."""
        self.process.stdin.close()
        rest, self.pending = self.pending, []
        deadline = time.monotonic() + PATIENCE
        while (message := self._next(deadline)) is not None:
            rest.append(message)
        try:
            status = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise Gone("the server does not end when its input does") from None
        check(status == 0, f"the server ended with status {status}")
        return rest

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


class Findings:
    """Collects failures, so that one run shows them all; no more than a few of each step."""

    most = 60
    most_alike = 8

    def __init__(self):
        self.lines = []
        self.counts = {}

    def attempt(self, step, *arguments):
        """Returns what a step returns; `None` if it fails."""
        try:
            return step(*arguments)
        except Failure as failure:
            self.counts[step.__name__] = self.counts.get(step.__name__, 0) + 1
            if self.counts[step.__name__] <= self.most_alike or isinstance(failure, Gone):
                self.lines.append(str(failure))
            if len(self.lines) >= self.most or isinstance(failure, Gone):
                self.finish()
            return None

    def finish(self):
        """Fails if anything did."""
        more = [f"{count} of {step}" for step, count in self.counts.items() if count > self.most_alike]
        text = "\n  ".join([*self.lines, *(["in all " + ", ".join(more)] if more else [])])
        check(not self.lines, f"{len(self.lines)} of the checks:\n  {text}")


def main(run):
    """Runs a test: prints its summary, or what is wrong and exits with 1."""
    try:
        print(run())
    except Failure as failure:
        raise SystemExit(f"FAILED: {failure}") from None
