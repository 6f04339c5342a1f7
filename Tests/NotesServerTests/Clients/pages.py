"""Runs what the pages in docs/clients say: `pages.py PROGRAM CORPUS [--model NAME]`.

Each fenced block is run as it stands in its page, in a home of its own with CORPUS as its notes; only /home/ann, the
port 8377 and what a program fills in itself are replaced. Files of settings are parsed as their program reads them, and
the official client connects as they say. Commands are run by bash; programs that cannot be had here (claude, codex,
code, open-webui, docker) are stand-ins that note what they were told, which is then done for them. A block that nothing
here can run is a failure.
"""

import asyncio
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import warnings

from page_clients import TOLD, commands, connection_of_command, connections
from page_web import open_webui
from serving import Server, check

import mcp.client.stdio as stdio
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

PAGES = pathlib.Path(__file__).resolve().parents[3] / "docs/clients"
HERE = pathlib.Path(__file__).resolve().parent
TOOLS = {"search", "fetch", "ask", "list", "status"}
PLACE = "home/house-manual.md"
PART = "lab"
warnings.simplefilter("ignore")


class Page:
    """The blocks of a page, as pairs of a language and a text."""

    BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

    def __init__(self, path, home, port):
        self.name = path.stem
        text = path.read_text("utf-8")
        found = re.findall(self.BLOCK, text)
        check(len(found) * 2 == len(re.findall("^ *```", text, re.MULTILINE)), "a block is not read")
        text = text.replace("/home/ann", str(home)).replace("8377", str(port))
        self.blocks = re.findall(self.BLOCK, text)


class Reader:
    """Somebody who does what a page says."""

    def __init__(self, home, server):
        self.home = home
        self.server = server
        self.environment = dict(os.environ)

    def shell(self, block):
        """Runs a block; keeps what it exports; returns what it prints."""
        after = self.home / "environment"
        result = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", f"{block}\nenv -0 >'{after}'"], cwd=self.home, env=self.environment,
            capture_output=True, text=True, timeout=600)
        check(result.returncode == 0, f"status {result.returncode} of\n{block}{result.stdout}{result.stderr}")
        pairs = (pair.split("=", 1) for pair in after.read_text().split("\0") if pair)
        self.environment = {**dict(pairs), "PATH": self.environment["PATH"]}
        return result.stdout

    def command(self, block):
        """Runs a block in bash, and does what the stand-ins were told."""
        notes = self.home / "told.jsonl"
        notes.write_text("")
        output = self.shell(block)
        for line in notes.read_text().splitlines():
            told = json.loads(line)
            if told["name"] in commands:
                self.connect(connection_of_command(told["name"], told["arguments"]))
            else:
                open_webui(told, self.server)
        self.look(block, output)

    def look(self, block, output):
        """Looks whether a block printed what it is for."""
        if "-X OPTIONS" in block:
            status, *fields = output.splitlines()
            pairs = (field.partition(":") for field in fields)
            headers = {name.lower(): value.strip() for name, _, value in pairs}
            check(" 20" in status, f"the browser is told {status}")
            check(headers.get("access-control-allow-origin") == "app://obsidian.md", f"the origin: {headers}")
            check("POST" in headers.get("access-control-allow-methods", ""), f"the methods: {headers}")
            allowed = headers.get("access-control-allow-headers", "").lower()
            check("authorization" in allowed and "content-type" in allowed, f"the header fields: {headers}")
        elif '"stream": true' in block:
            check(output.strip(), f"nothing is streamed by\n{block}")
        elif "stopcock" in block:
            check(PLACE in output, f"{PLACE} is not in what is printed by\n{block}{output}")
        if "/v1/models" in block:
            check('"notes"' in output, f"no model notes: {output[:500]}")

    def connect(self, connection):
        """Connects as the settings say; lists the tools, and searches."""
        asyncio.run(asyncio.wait_for(self.use(connection), 120))

    async def use(self, connection):
        async with Client(self.transport(connection), read_timeout_seconds=60) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            check(names == TOOLS, f"the tools of {connection} are {names}")
            result = await client.call_tool("search", {"query": "where is the main stopcock for the water"})
            check(not result.is_error, f"{connection}: {result.content}")
            ids = [found["id"] for found in result.structured_content["results"]]
            arguments = connection.get("args", [])
            if "--in" in arguments:
                part = pathlib.Path(arguments[arguments.index("--in") + 1]).relative_to(self.home / "notes")
                check(str(part) == PART and all(name.startswith(PART + "/") for name in ids), f"in {part}: {ids}")
            else:
                check(any(name.startswith(PLACE) for name in ids), f"{connection} finds {ids}")

    def transport(self, connection):
        if "url" in connection:
            http = create_mcp_http_client(headers=connection["headers"])
            return streamable_http_client(connection["url"], http_client=http)
        environment = {**self.environment, **connection.get("env", {})}
        command = shutil.which(connection["command"], path=environment["PATH"])
        check(command, f"there is no {connection['command']}")
        return stdio.stdio_client(
            stdio.StdioServerParameters(command=command, args=connection["args"], env=environment))

    def python(self, block):
        result = subprocess.run(
            [sys.executable, "-c", block], cwd=self.home, env=self.environment, capture_output=True, text=True,
            timeout=600)
        check(result.returncode == 0 and PLACE in result.stdout, f"{result.stdout}{result.stderr} of\n{block}")

    def read(self, page):
        """Does what a page says: what is typed first, then what is written into files, which may use what it set."""
        for kind, block in page.blocks:
            if kind == "sh":
                self.command(block)
        for kind, block in page.blocks:
            if kind in ("json", "toml"):
                values = {"workspace": str(self.home / "notes" / PART), "token": self.server.token}
                found = connections(page.name, kind, block, values, self.environment)
                check(found, f"{page.name}: no server in\n{block}")
                for connection in found:
                    self.connect(connection)
            elif kind == "python":
                self.python(block)
            else:
                check(kind == "sh", f"{page.name} has a block that nothing here runs: {kind or 'without a language'}")


def prepare(home, program, corpus):
    """Makes a home with the notes, the program and the stand-ins; makes it this process's own."""
    shutil.copytree(corpus, home / "notes", ignore=shutil.ignore_patterns("*.jsonl", "README.md"))
    (home / ".local/bin").mkdir(parents=True)
    (home / ".local/bin/rag").symlink_to(pathlib.Path(program).resolve())
    (home / "stand-ins").mkdir()
    for name in TOLD:
        (home / "stand-ins" / name).symlink_to(HERE / "stand_in.py")
    tuning = pathlib.Path(os.environ.get("XDG_CACHE_HOME", "/nonexistent")) / "rag/tuning"
    if tuning.exists():
        shutil.copytree(tuning, home / ".cache/rag/tuning")
    for name in [name for name in os.environ if name.startswith(("XDG_", "RAG_")) and name != "RAG_MODELS"]:
        del os.environ[name]
    path = f"{home}/.local/bin:{home}/stand-ins:/usr/bin:/bin"
    os.environ.update(HOME=str(home), PATH=path, TOLD=str(home / "told.jsonl"))


def main():
    program, corpus, *options = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder).resolve()
        prepare(home, program, corpus)
        paths = sorted(PAGES.glob("*.md"), key=lambda path: (path.stem != "README", path.stem))
        index = Page(paths[0], home, 0)
        linked = set(re.findall(r"\]\(([\w-]+\.md)\)", paths[0].read_text("utf-8")))
        check(linked == {path.name for path in paths[1:]}, f"the index links to {sorted(linked)}")
        reader = Reader(home, None)
        reader.read(index)
        program = str(home / ".local/bin/rag")
        with Server(program, str(home / ".local/share/rag/index/index.sqlite"), *options) as server:
            for path in paths[1:]:
                try:
                    Reader(home, server).read(page := Page(path, home, server.port))
                except AssertionError as error:
                    raise SystemExit(f"FAILED: {path.name}: {error}") from None
                check(page.blocks, f"{path.name} has no block")
    print(f"pages: every block of {len(paths)} pages does what it says")


if __name__ == "__main__":
    main()
