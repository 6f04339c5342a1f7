"""Starts the server for a test: `with Server(PROGRAM, INDEX) as server`."""

import json
import os
import re
import select
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request

PATIENCE = 180


class Server:
    """`rag serve` at a free port; `address` and `token` are what clients need."""

    def __init__(self, program, index, *options, under=()):
        self.program, self.index = program, index
        self.command = [*under, program, "serve", "--index", index, "--port", "0", *options]

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        line = self.process.stdout.readline() if ready else ""
        if not re.match(r"http://127\.0\.0\.1:\d+/$", line.strip()):
            self.process.kill()
            raise AssertionError(f"rag serve says {line!r} and {self.process.stderr.read()[-500:]!r}")
        self.address = line.strip().rstrip("/")
        self.port = int(self.address.rsplit(":", 1)[1])
        self.token = subprocess.run(
            [self.program, "serve", "--token"], capture_output=True, text=True, check=True).stdout.strip()
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def link(self):
        """Returns a link that opens the page, once."""
        done = subprocess.run(
            [self.program, "serve", "--link", "--index", self.index], capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, f"rag serve --link: {done.stderr}"
        return done.stdout.strip()

    def session(self, secret):
        """Begins a session as the page does; returns the status and the session."""
        status, _, text = self.fetch("/session", {"secret": secret}, headers={"Authorization": None})
        return status, json.loads(text).get("session")

    @property
    def headers(self):
        return {"Authorization": f"Bearer {self.token}"}

    def fetch(self, path, body=None, headers=None, method=None, timeout=PATIENCE):
        """Sends a request; returns the status, the header fields and the body."""
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        fields = self.headers | {"Content-Type": "application/json"} | (headers or {})
        request = urllib.request.Request(
            self.address + path, data, {k: v for k, v in fields.items() if v is not None}, method=method)
        try:
            with NO_REDIRECT.open(request, timeout=timeout) as response:
                return response.status, response.headers, response.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def json(self, path, body=None, **options):
        """Returns the JSON of a request that must succeed."""
        status, _, text = self.fetch(path, body, **options)
        assert status == 200, f"{path}: {status} {text[:300]}"
        return json.loads(text)

    def events(self, path, body):
        """Returns the events of a stream: pairs of a name and the data."""
        status, headers, text = self.fetch(path, body)
        is_stream = status == 200 and headers["Content-Type"].startswith("text/event-stream")
        assert is_stream, f"{path}: {status} {text[:200]}"
        events = []
        for block in text.decode().split("\n\n"):
            lines = [line for line in block.split("\n") if line and not line.startswith(":")]
            if lines:
                fields = dict(line.split(": ", 1) for line in lines)
                events.append((fields.get("event"), fields["data"]))
        return events

    def connection(self):
        """Returns a connected socket."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def memory(self):
        """The memory of both processes in MB."""
        pids = [self.process.pid, *children(self.process.pid)]
        return sum(resident(pid) for pid in pids)


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return [int(child) for child in file.read().split()]


def resident(pid):
    with open(f"/proc/{pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


NO_REDIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect())


def check(holds, message):
    if not holds:
        raise AssertionError(message)


def eventually(condition, message, seconds=PATIENCE):
    """Waits until a condition holds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError(message)
