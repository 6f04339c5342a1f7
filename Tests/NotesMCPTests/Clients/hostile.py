"""Sends malformed and hostile messages: `hostile.py PROGRAM INDEX [--count N] [--seed S]`.

What can be read and has an id must be answered once, what cannot be read by an error without an id, and what is invalid
by an error. The server may not crash, hang or read a file outside the notes, and still works afterwards.
"""

import argparse
import json
import pathlib
import random
import subprocess
import time
from collections import Counter

from junk import Junk
from owed import classify, key, loads
from wire import PATIENCE, Failure, Findings, Server, check, main, meta, short

BATCH = 40
# No error is longer than this, in bytes, besides what it repeats.
LONGEST_ERROR = 3000


class Assault:
    """One run over several servers: one that crashes or hangs is replaced by another."""

    def __init__(self, program, index, seed):
        self.program = program
        self.index = index
        self.chance = random.Random(seed)
        self.findings = Findings()
        self.secrets = [line for line in pathlib.Path("/etc/passwd").read_bytes().splitlines() if len(line) > 20]
        self.kinds = Counter()
        self.server = None
        self.open = {}

    def start(self):
        self.server = Server(self.program, self.index)
        self.open = {}
        self.syncs = 0

    def run(self, count):
        self.start()
        junk = Junk(self.chance, self.cursors())
        sent = 0
        while sent < count:
            batch = [junk.message() for _ in range(min(BATCH, count - sent))]
            sent += len(batch)
            try:
                self.exchange(batch)
            except Failure as failure:
                self.blame(batch, failure)
                self.start()
        self.findings.attempt(self.search)
        self.findings.attempt(self.end)
        for step in (self.last_line, self.streams_at_the_end, self.all_at_once, self.nobody_reads):
            self.findings.attempt(step)
        self.findings.finish()
        kinds = ", ".join(f"{count} {kind}" for kind, count in self.kinds.most_common())
        return f"hostile: {sent} messages, each answered as it must be ({kinds})"

    def cursors(self):
        """Returns real cursors of each kind, to be changed: the arguments of a call without and with its cursor."""
        found = []
        for name, arguments in [("search", {"query": "after:2000", "limit": 1}), ("list", {"limit": 1})]:
            page = self.server.contents(name, arguments)
            if "cursor" in page:
                found.append((name, arguments, page["cursor"]))
        for note in self.server.contents("list", {"limit": 500, "budget_tokens": 50_000})["notes"]:
            arguments = {"id": note["id"], "budget_tokens": 1000}
            page = self.server.contents("fetch", arguments)
            if "cursor" in page:
                found.append(("fetch", arguments, page["cursor"]))
                break
        return found

    # one batch

    def exchange(self, batch):
        """Sends messages and waits until what must be answered is."""
        self.server.loads = loads
        try:
            self.exchange_exactly(batch)
        finally:
            self.server.loads = json.loads

    def exchange_exactly(self, batch):
        first = len(self.server.log)
        wanted, unreadable, invalid, maybe = Counter(), 0, set(), set()
        for line, is_invalid in batch:
            identifier, kind = classify(line)
            self.kinds[kind] += 1
            if kind == "unreadable" or (kind == "malformed" and identifier is None):
                unreadable += 1
            elif kind == "stream":
                self.open[key(identifier)] = line
                maybe.add(key(identifier))
            elif kind in ("request", "malformed"):
                wanted[key(identifier)] += 1
                if is_invalid or kind == "malformed":
                    invalid.add(key(identifier))
            self.server.send_bytes(line)
        self.sync()
        deadline = time.monotonic() + PATIENCE
        while True:
            answers = [message for message in self.server.log[first:] if "method" not in message]
            found = Counter(key(message.get("id")) for message in answers)
            missing = [name for name, count in wanted.items() if found[name] < count]
            if not missing:
                break
            check(self.server._next(deadline) is not None, lambda: f"the server ended without {short(missing)}")
        self.sync()
        self.verify(self.server.log[first:], wanted, unreadable, invalid, maybe)

    def sync(self):
        """Waits for the answer to a message of its own."""
        self.syncs += 1
        name = f"sync-{self.syncs}"
        self.server.send({"jsonrpc": "2.0", "id": name, "method": "ping"})
        self.server.answer(name)
        self.server.pending.clear()

    def verify(self, messages, wanted, unreadable, invalid, maybe):
        found = Counter()
        for message in messages:
            text = json.dumps(message, ensure_ascii=False, default=str).encode()
            check(not any(secret in text for secret in self.secrets), "the text of /etc/passwd")
            check(str(message.get("jsonrpc")) == "2.0", lambda: f"not JSON-RPC 2.0: {short(text)}")
            if "method" in message:
                check("id" not in message, lambda: f"a request: {short(text)}")
                continue
            name = key(message.get("id"))
            found[name] += 1
            check(("result" in message) != ("error" in message), lambda: f"neither or both: {short(text)}")
            is_error = "error" in message or "isError" in message["result"] and message["result"]["isError"] is True
            if is_error:
                # Its data repeats the address or the version that was asked for.
                data = json.dumps(message.get("error", {}).get("data"), ensure_ascii=False, default=str)
                length = len(text) - len(name) - len(data.encode())
                check(length <= LONGEST_ERROR, lambda: f"an error of {length} bytes: {short(text)}")
            if name in maybe:
                self.open.pop(name, None)
            check(name not in invalid or is_error or wanted[name] > 1, lambda: f"no error: {short(text)}")
        check(found["none"] == unreadable, f"{found['none']} errors without an id instead of {unreadable}")
        for name, count in found.items():
            if name not in ("none", *maybe) and not name.startswith('"sync-'):
                check(count == wanted[name], f"{count} answers instead of {wanted[name]} to {name[:200]}")

    def blame(self, batch, failure):
        """Finds which message of a batch it was."""
        self.server.__exit__()
        for message in batch:
            self.start()
            try:
                self.exchange([message])
            except Failure as alone:
                # A defect that many messages show is told twice.
                kind = str(alone)[:24].translate(str.maketrans("", "", "0123456789"))
                self.findings.counts[kind] = self.findings.counts.get(kind, 0) + 1
                if self.findings.counts[kind] <= 2:
                    self.findings.lines.append(f"{alone}\n    after {short(message[0], 1000)}")
                return
            finally:
                self.server.__exit__()
        self.findings.lines.append(f"only together with others: {failure}")

    # afterwards

    def search(self):
        title = self.server.contents("list", {"limit": 1})["notes"][0]["title"]
        contents = self.server.contents("search", {"query": title})
        check(contents["results"], lambda: f"a valid search for {title} finds nothing any more: {short(contents)}")

    def end(self):
        """Ends the input: the streams that are still open must be answered then."""
        self.server.loads = loads
        rest = self.server.close()
        found = Counter(key(message.get("id")) for message in rest if "method" not in message)
        for name, line in self.open.items():
            check(found[name] == 1, f"{found[name]} answers at the end to a stream: {short(line)}")

    def last_line(self):
        """A last line without its line feed is a message, also one that is cut off."""
        for line, code in (
            (b'{"jsonrpc":"2.0","id":1,"method":"ping"}', None),
            (b'{"jsonrpc":"2.0","id":1,"m', -32700),
        ):
            with Server(self.program, self.index) as server:
                server.process.stdin.write(line)
                rest = server.close()
                check(len(rest) == 1, f"{len(rest)} answers to a last line without line feed: {short(line)}")
                check(rest[0].get("error", {}).get("code") == code, f"{short(line)}: {short(rest)}")

    def streams_at_the_end(self):
        """Streams that are asked for right before the input ends do not keep the server alive."""
        for count in (1, 3, 100):
            with Server(self.program, self.index) as server:
                for identifier in range(count):
                    params = {"notifications": {"resourcesListChanged": True}, "_meta": meta()}
                    server.send(
                        {"jsonrpc": "2.0", "id": identifier, "method": "subscriptions/listen", "params": params}
                    )
                answers = Counter(message.get("id") for message in server.close() if "method" not in message)
                check(answers == Counter(range(count)), f"{count} streams at the end: {dict(answers)}")

    def all_at_once(self):
        """More requests than are answered at once, all asked before the first answer is read, then the end."""
        with Server(self.program, self.index) as server:
            for identifier in range(200):
                params = {"name": "search", "arguments": {"query": f"a {identifier}"}, "_meta": meta()}
                server.send({"jsonrpc": "2.0", "id": identifier, "method": "tools/call", "params": params})
            answers = Counter(message.get("id") for message in server.close())
            check(answers == Counter(range(200)), f"200 requests before the end: {len(answers)} answered")

    def nobody_reads(self):
        """A client that no longer reads ends the server, and not with an error."""
        command = [self.program, "mcp", "--index", self.index]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            process.stdout.close()
            try:
                for _ in range(1000):
                    process.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n')
                    process.stdin.flush()
            except BrokenPipeError:
                pass
            try:
                status = process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                raise Failure("the server goes on though nobody reads") from None
            check(status == 0, f"a client that no longer reads ends the server with status {status}")


def run():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("index")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    return Assault(arguments.program, arguments.index, arguments.seed).run(arguments.count)


if __name__ == "__main__":
    main(run)
