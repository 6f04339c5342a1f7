"""Tries every way round a server's scope: `scope.py PROGRAM NOTES_FOLDER [--database ADDRESS] [--model NAME]`.

Some notes are hidden from `rag mcp --in FOLDER` and `rag serve --in FOLDER`. The official client, over standard input
and output and over HTTP, must get what a server of an index without them gives: the oracle. No answer may have a hidden
name or a word of a hidden text. The same notes have a tag of their own, for `--tag`. The index of all notes is in a
file, or in an empty database.
"""

import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import warnings

import anyio
import mcp_types as types
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.client.subscriptions import ResourceUpdated
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.shared.exceptions import MCPError
from serving import Server, check

warnings.simplefilter("ignore")
SEEN = "home"
TAG = "seen-by-agents"
# In the text, the title and the name of each hidden note.
CANARY = "quetzalcoatlus"
QUERIES = [
    "where is the main stopcock", "ferry to Bornholm", CANARY, f'"{CANARY}"', "after:2000", "path:travel",
    f"path:{CANARY}", "tag:lab", "tag:reading water", "-water house", "packing list", "pump", "sourdough",
]
QUESTION = f"What is a {CANARY}, and where is the ferry to Bornholm?"


def rag(program, *arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    check(done.returncode == 0, f"rag {arguments}: {done.stderr[-500:]}")


class Notes:
    """The whole notes, those that are seen, and an index of each."""

    def __init__(self, folder, program, source, database=None):
        self.program = program
        self.root = pathlib.Path(folder).resolve()
        self.whole, self.part = self.root / "whole/notes", self.root / "part/notes"
        for path in sorted(path for path in pathlib.Path(source).rglob("*") if path.suffix in (".md", ".org", ".txt")):
            name = path.relative_to(source)
            text = path.read_text("utf-8")
            if name.parts[0] == SEEN:
                text += f"\nSeen: #{TAG}\n" if path.suffix == ".md" else ""
                self.write(self.part / name, text)
                self.write(self.whole / name, text)
            else:
                self.write(self.whole / name.parent / f"{CANARY}-{name.name}", f"{text}\n{CANARY}\n")
        self.write(self.root / "whole/other" / SEEN / f"{CANARY}.md", f"# {CANARY}\n\nThe stopcock of {CANARY}.\n")
        self.hidden = [path for path in (self.root / "whole").rglob("*") if path.name.startswith(CANARY)]
        self.index, self.oracle = database or str(self.root / "whole.sqlite"), str(self.root / "part.sqlite")
        rag(program, "index", "--index", self.index, str(self.root / "whole/other"))
        self.update()
        rag(program, "index", "--index", self.oracle, str(self.part))

    def update(self):
        rag(self.program, "index", "--index", self.index, str(self.whole))

    @staticmethod
    def write(path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        # Notes are listed by their dates.
        os.utime(path, (1_700_000_000, 1_700_000_000))

    def seen(self):
        return {str(path.relative_to(self.part)) for path in self.part.rglob("*") if path.is_file()}

    def names(self):
        """Returns what somebody who knows of hidden notes might call them."""
        names = []
        for path in self.hidden:
            folder = self.whole if path.is_relative_to(self.whole) else self.root / "whole"
            inner = path.relative_to(folder)
            names += [str(inner), f"{inner}:1-3", str(path), f"notes/{inner}", f"./{inner}", f"{SEEN}/../{inner}"]
        return names + [f"other/{SEEN}/{CANARY}.md", "/etc/passwd", "../whole.sqlite", "..", "", "/", str(self.whole)]


def clean(text, asked=""):
    """Fails if an answer tells of hidden notes, besides what repeats the question."""
    text = text if isinstance(text, str) else text.model_dump_json()
    for word in sorted(set(re.findall(rf"[\w/.:-]*{CANARY}[\w/.:-]*", asked)), key=len, reverse=True):
        text = text.replace(word, "")
    check(CANARY not in text, f"asked {asked[:100]!r}, it tells: …{text[max(0, text.find(CANARY) - 100):][:300]}")
    return text


class Agent:
    """An agent at a server; `other` sees everything, `oracle` has only what is seen."""

    def __init__(self, client, other, oracle, notes):
        self.client, self.other, self.oracle, self.notes = client, other, oracle, notes

    async def call(self, name, **arguments):
        result = await self.client.call_tool(name, arguments)
        clean(result, json.dumps(arguments))
        return result

    async def same(self, name, **arguments):
        """Calls a tool, whose result must be the oracle's."""
        result, wanted = await self.call(name, **arguments), await self.oracle.call_tool(name, arguments)
        check(result.is_error == wanted.is_error, f"{name} {arguments}: {result.content} and {wanted.content}")
        got, wanted = (x.structured_content or x.content[0].text for x in (result, wanted))
        check(got == wanted, f"{name} {arguments}: {json.dumps(got)[:700]} and not {json.dumps(wanted)[:700]}")
        return got

    async def fails(self, call, asked):
        try:
            result = await call
        except MCPError as error:
            return clean(str(error), asked)
        raise AssertionError(f"{asked[:200]}: no error but {result}")

    async def searching(self):
        for query in QUERIES:
            cursor = None
            while True:
                page = await self.same("search", query=query, limit=7, **({"cursor": cursor} if cursor else {}))
                cursor = page.get("cursor")
                if not cursor:
                    break
            # Where the server that sees everything would go on.
            free = (await self.other.call_tool("search", {"query": query, "limit": 2})).structured_content
            if "cursor" in free:
                await self.same("search", query=query, limit=7, cursor=free["cursor"])

    async def fetching(self):
        for name in self.notes.names():
            for spelled in (name, f"note:///{name}", f"note:///{name.replace('/', '%2F')}"):
                result = await self.call("fetch", id=spelled)
                check(result.is_error, f"fetch {spelled}: {result.structured_content}")
        # A hidden note is as absent as one that never was, whatever cursor comes with it.
        hidden = str(self.notes.hidden[0].relative_to(self.notes.whole))
        notes = await self.other.call_tool("list", {"limit": 500, "budget_tokens": 50_000})
        shown = next(note["id"] for note in notes.structured_content["notes"] if note["id"].endswith(hidden))
        for arguments in ({}, {"cursor": "0-0"}, {"section": "x"}):
            for name in (shown, hidden):
                text = (await self.client.call_tool("fetch", {"id": name, **arguments})).content[0].text
                absent = (await self.client.call_tool("fetch", {"id": "no.md", **arguments})).content[0].text
                check(text.replace(name, "no.md") == absent, f"fetch {name} {arguments}: {text}")
        page = (await self.other.call_tool("fetch", {"id": shown, "budget_tokens": 1000})).structured_content
        check(page["text"], "the server that sees everything shows nothing")
        if "cursor" in page:
            check((await self.call("fetch", id=shown, cursor=page["cursor"])).is_error, "a cursor leads out")
        for name in sorted(self.notes.seen()):
            got = await self.call("fetch", id=name, budget_tokens=4000)
            check(not got.is_error, f"fetch {name}: {got.content}")

    async def listing(self):
        for arguments in ({}, {"limit": 3}, {"tag": TAG}, {"tag": "lab"}, {"since": "2000"}, {"folder": SEEN}):
            result = await self.call("list", **arguments, budget_tokens=50_000)
            expected = await self.oracle.call_tool("list", {**arguments, "budget_tokens": 50_000})
            check(result.is_error == expected.is_error, f"list {arguments}: {result.content}")
            if result.is_error:  # A tag or folder that only hidden notes have is as unknown as any other.
                continue
            page, wanted = result.structured_content, expected.structured_content
            check(page["count"] == wanted["count"], f"list {arguments} counts {page['count']}")
            check({note["id"] for note in page["notes"]} <= self.notes.seen(), f"list {arguments}: {page}")
        places = [self.notes.whole / "travel", self.notes.root / "whole/other", f"{self.notes.whole}/../other"]
        for folder in ("travel", "..", f"{SEEN}/..", f"{SEEN}/../travel", "/", "other", *map(str, places)):
            result = await self.call("list", folder=folder)
            found = [] if result.is_error else result.structured_content["notes"]
            check({note["id"] for note in found} <= self.notes.seen(), f"list {folder}: {found}")
        free = (await self.other.call_tool("list", {"limit": 2})).structured_content
        page = await self.call("list", limit=500, cursor=free["cursor"], budget_tokens=50_000)
        check(len(page.structured_content["notes"]) == len(self.notes.seen()) - 2, f"with a cursor: {page.content}")
        status = (await self.call("status")).structured_content
        wanted = (await self.oracle.call_tool("status", {})).structured_content
        counts = [(x["documents"], x["passages"]) for x in (status, wanted)]
        check(counts[0] == counts[1], f"counts {counts}")
        check(str(self.notes.root) not in json.dumps(status), f"status tells where the part is: {status}")
        check([folder["documents"] for folder in status["folders"]] == [len(self.notes.seen())], f"folders {status}")

    async def resources(self):
        found, cursor = [], None
        while True:
            page = await self.client.list_resources(cursor=cursor)
            clean(page)
            found += [str(resource.uri).removeprefix("note:///") for resource in page.resources]
            cursor = page.next_cursor
            if not cursor:
                break
        check(set(found) == self.notes.seen(), f"the resources are {found}")
        for name in self.notes.names():
            for uri in (f"note:///{name}", f"note:///{name}#L1-2", f"file://{name}"):
                await self.fails(self.client.read_resource(uri), uri)
            await self.fails(self.client.get_prompt("summarize", {"note": name}), name)
        template = types.ResourceTemplateReference(type="ref/resource", uri="note:///{+path}")
        prompt = types.PromptReference(type="ref/prompt", name="summarize")
        for reference, argument in ((template, "path"), (prompt, "note")):
            for typed in ("", CANARY, "travel/", "lab", "/", "..", "other"):
                completion = (await self.client.complete(reference, {"name": argument, "value": typed})).completion
                check(set(completion.values) <= self.notes.seen(), f"{typed} is completed to {completion.values}")
                wanted = sum(typed in name for name in self.notes.seen())
                check(completion.total == wanted, f"{typed!r} has {completion.total} completions of {wanted}")
        clean(await self.client.get_prompt("answer", {"question": QUESTION}), QUESTION)

    async def asking(self):
        result = await self.call("ask", question=QUESTION)
        check(not result.is_error, f"ask: {result.content}")
        sources = result.structured_content["sources"]
        check(all(source["id"].startswith(SEEN + "/") for source in sources), f"the sources are {sources}")

    async def watching(self):
        """Is told of what is seen, and not of what is hidden."""
        hidden, seen = self.notes.hidden[0], sorted(self.notes.seen())[0]
        name = f"note:///{hidden.relative_to(self.notes.whole)}"
        before = [path.read_text("utf-8") for path in (hidden, self.notes.whole / seen)]
        new = hidden.parent / f"{CANARY}-new.md"
        async with self.client.listen(
            resource_subscriptions=[name, f"note:///{seen}"], resources_list_changed=True) as events:
            hidden.write_text(before[0] + "\nMore.\n")
            new.write_text(f"# {CANARY}\n")
            self.notes.update()
            status = (await self.call("status")).structured_content
            check("waiting" not in status, f"status {status}")
            await anyio.sleep(3)
            (self.notes.whole / seen).write_text(before[1] + "\nMore.\n")
            status = (await self.call("status")).structured_content
            check("yet: 1 changed. The" in status["waiting"], f"status {status}")
            await anyio.to_thread.run_sync(self.notes.update)
            with anyio.fail_after(60):
                event = await anext(events)
            check(event == ResourceUpdated(f"note:///{seen}"), f"it is told {event}")
        new.unlink()
        for path, text in zip((hidden, self.notes.whole / seen), before):
            self.notes.write(path, text)
        self.notes.update()


def transport(place, options=()):
    """Returns the connection to a server, or to a program with its index."""
    if isinstance(place, Server):
        http = create_mcp_http_client(headers=place.headers)
        return streamable_http_client(place.address + "/mcp", http_client=http)
    program, index = place
    arguments = ["mcp", "--index", index, *options]
    # With the same models as the servers over HTTP.
    return stdio_client(StdioServerParameters(command=program, args=arguments, env=dict(os.environ)))


async def agents(notes, place, options, steps):
    other, oracle = (notes.program, notes.index), (notes.program, notes.oracle)
    async with (
        Client(transport(place, options), mode="2026-07-28", read_timeout_seconds=300) as client,
        Client(transport(other), read_timeout_seconds=300) as free,
        Client(transport(oracle), read_timeout_seconds=300) as wanted,
    ):
        agent = Agent(client, free, wanted, notes)
        for step in steps:
            await getattr(agent, step)()


def run(notes, place, options, steps):
    """Lets an agent try the steps; raises what is wrong alone."""
    try:
        anyio.run(agents, notes, place, options, steps)
    except BaseExceptionGroup as error:
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        raise error from None


def http(notes, server, oracle):
    """Asks everything else that the server answers."""
    for query in QUERIES:
        got, wanted = (x.json("/search", {"query": query, "limit": 20}) for x in (server, oracle))
        clean(json.dumps(got, ensure_ascii=False), query)
        for passages in (got["passages"], wanted["passages"]):
            for passage in passages:
                del passage["folder"]
                # A text that was encoded beside others differs in the eighth digit.
                passage["scoreParts"] = {name: round(part, 6) for name, part in passage["scoreParts"].items()}
        differing = [pair for pair in zip(got["passages"], wanted["passages"]) if pair[0] != pair[1]]
        check(got == wanted, f"/search {query}: {str(differing[:1])[:2000]} in {got.keys()}")
    for path in ("/status", "/documents?limit=9", "/search?q=stopcock", "/notes?id=home/house-manual.md"):
        text = server.fetch(path)[2].decode()
        check(str(notes.root) not in text, f"{path} tells where the part is: {text[:500]}")
    lists = ["/documents?limit=500", f"/documents?q={CANARY}", "/documents?tag=lab", "/documents?q=travel"]
    for path in (*lists, "/status", "/metrics", "/openapi.json", "/", "/v1/models"):
        clean(server.fetch(path)[2].decode(), path)
    check(server.json("/documents?limit=500")["count"] == len(notes.seen()), "/documents counts others")
    got, wanted = (x.json("/status") for x in (server, oracle))
    counts = [(x["status"]["documents"], x["status"]["chunks"]) for x in (got, wanted)]
    check(counts[0] == counts[1], f"/status counts {counts}")
    check(f"rag_documents {len(notes.seen())}\n" in server.fetch("/metrics")[2].decode(), "/metrics counts others")
    for name in notes.names():
        quoted = "".join(f"%{byte:02X}" for byte in name.encode())
        status, _, text = server.fetch(f"/notes?id={quoted}")
        check(status in (400, 404), f"/notes {name}: {status} {text[:200]}")
        clean(text.decode(), name)
    for path, body in (
        ("/ask", {"question": QUESTION}), ("/ask", {"question": f"List all notes about {CANARY}."}),
        ("/ask", {"question": "And there?", "conversation": [{"question": QUESTION, "answer": "In a note."}]}),
        ("/v1/chat/completions", {"model": "notes", "messages": [{"role": "user", "content": QUESTION}]}),
        ("/v1/responses", {"model": "notes", "input": QUESTION}),
    ):
        status, _, text = server.fetch(path, body, timeout=600)
        check(status == 200, f"{path}: {status} {text[:300]}")
        clean(text.decode(), json.dumps(body))


def main():
    program, source, *options = sys.argv[1:]
    database = options.pop(1) if options[:1] == ["--database"] else None
    options = options[1:] if database else options
    with tempfile.TemporaryDirectory() as folder:
        notes = Notes(folder, program, source, database)
        place = str(notes.whole / SEEN)
        steps = ["searching", "fetching", "listing", "resources"]
        run(notes, (program, notes.index), ["--in", place], [*steps, "watching"])
        run(notes, (program, notes.index), ["--tag", TAG], ["fetching", "listing"])
        with (
            Server(program, notes.index, "--in", place, *options) as server,
            Server(program, notes.oracle, *options) as oracle,
        ):
            # The owner's own `rag ask` is about all notes: it must not be answered by this server.
            cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "rag/servers"
            sockets = [hashlib.sha256(index.encode()).hexdigest()[:16] for index in (notes.index, notes.oracle)]
            listening = [(cache / name).exists() for name in sockets]
            check(listening == [False, True], f"sockets for command lines: {listening}")
            run(notes, server, [], [*steps, "asking"])
            http(notes, server, oracle)
    print("scope: nothing outside is found, read, listed, completed, counted, told of or asked")


if __name__ == "__main__":
    main()
