"""Uses the server as agents do, with the official client: `clients.py PROGRAM INDEX NOTES_FOLDER [--ask] [--http]`.

In each of its modes: legacy (a handshake), auto (it finds out) and 2026-07-28 (stateless). INDEX is made here, of
NOTES_FOLDER, some of whose notes change: give it a copy. `--ask` also asks the model. `--http` connects to `rag serve`
in place of `rag mcp`.
"""

import argparse
import contextlib
import pathlib
import subprocess
import sys
import warnings

import anyio
import mcp_types as types
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.subscriptions import ResourcesListChanged, ResourceUpdated
from mcp.shared.exceptions import MCPError
from wire import PATIENCE, Failure, check, main, short

MODES = ["legacy", "auto", "2026-07-28"]
TOOLS = {"search", "fetch", "ask", "list", "status"}
# The client calls the old way to subscribe deprecated.
warnings.simplefilter("ignore")


def indexed(program, index, folder):
    """Brings the index up to date."""
    done = subprocess.run([program, "index", "--index", index, folder], capture_output=True, text=True)
    check(done.returncode == 0, f"rag index failed: {done.stderr.strip()[-500:]}")


class Session:
    """One connection."""

    def __init__(self, client, arguments, told):
        self.client = client
        self.arguments = arguments
        self.folder = pathlib.Path(arguments.folder)
        self.told = told

    async def call(self, name, **arguments):
        """Calls a tool that must succeed; returns its structured contents."""
        result = await self.client.call_tool(name, arguments)
        check(not result.is_error, lambda: f"{name} {short(arguments)} failed: {result.content}")
        check(result.content[0].type == "text" and result.structured_content, f"{name} returns no contents")
        return result.structured_content

    async def refused(self, name, **arguments):
        """Calls a tool that must say what is wrong."""
        result = await self.client.call_tool(name, arguments)
        check(result.is_error, lambda: f"{name} {short(arguments)} did not fail: {result.content}")
        return result.content[0].text

    async def fails(self, call, code=None):
        """Waits for an error of the protocol."""
        try:
            result = await call
        except MCPError as error:
            check(code in (None, error.code), f"error {error.code} instead of {code}: {error}")
            return
        raise Failure(f"no error but {str(result)[:300]}")

    def reindex(self):
        return anyio.to_thread.run_sync(indexed, self.arguments.program, self.arguments.index, self.arguments.folder)

    # what there is

    async def catalogue(self):
        names = {tool.name for tool in (await self.client.list_tools()).tools}
        check(names == TOOLS, f"other tools: {names}")
        prompts = {prompt.name for prompt in (await self.client.list_prompts()).prompts}
        check(prompts == {"answer", "summarize"}, f"other prompts: {prompts}")
        templates = (await self.client.list_resource_templates()).resource_templates
        check([template.uri_template for template in templates] == ["note:///{+path}"], f"templates: {templates}")
        resources, cursor = [], None
        while True:
            page = await self.client.list_resources(cursor=cursor)
            resources += page.resources
            cursor = page.next_cursor
            if not cursor:
                break
        status = await self.call("status")
        check(len({str(resource.uri) for resource in resources}) == status["documents"], "resources are not the notes")
        check(status["complete"] and "waiting" not in status, f"the index is not up to date: {status}")
        return [str(resource.uri) for resource in resources]

    async def reading(self, uris):
        """Finds, pages, and reads: whole notes, lines and sections."""
        notes, cursor = [], None
        while True:
            page = await self.call("list", limit=7, **({"cursor": cursor} if cursor else {}))
            notes += page["notes"]
            cursor = page.get("cursor")
            if not cursor:
                break
        check(len({note["id"] for note in notes}) == page["count"] == len(uris), "list does not name each note once")
        longest = max((note for note in notes if note["id"].endswith(".md")), key=lambda note: note["bytes"])["id"]
        whole = (self.folder / longest).read_text("utf-8")
        text, cursor, pages = "", None, 0
        while True:
            page = await self.call("fetch", id=longest, budget_tokens=1000, **({"cursor": cursor} if cursor else {}))
            text += page["text"]
            pages += 1
            cursor = page.get("cursor")
            if not cursor:
                break
        check(pages > 1 and text == whole, f"{pages} pages of {longest} are not its text")
        lines = whole.splitlines(keepends=True)
        part = await self.call("fetch", id=f"{longest}:2-3", budget_tokens=4000)
        check(part["text"] == "".join(lines[1:3]), f"lines 2 and 3 of {longest}: {short(part['text'])}")
        heading = next(line for line in lines if line.startswith("## "))
        part = await self.call("fetch", id=longest, section=heading[3:].strip(), budget_tokens=4000)
        check(part["text"].startswith(heading), f"the section {heading}: {short(part['text'])}")
        read = await self.client.read_resource(f"note:///{longest}#L2-3")
        check(read.contents[0].text == "".join(lines[1:3]), f"lines as a resource: {read.contents}")
        found, ids, cursor = None, [], None
        while cursor or found is None:
            found = await self.call("search", query=heading[3:], limit=2, **({"cursor": cursor} if cursor else {}))
            ids += [result["id"] for result in found["results"]]
            cursor = found.get("cursor")
        check(ids and len(ids) == len(set(ids)), f"the pages of a search repeat: {ids}")
        for name in ids[:2]:
            await self.call("fetch", id=name)
        return longest

    async def prompts_and_completion(self, note):
        answer = await self.client.get_prompt("answer", {"question": f"What does {note} say?"})
        check(len(answer.messages) > 1 and "Question:" in answer.messages[-1].content.text, "the prompt answer")
        summary = await self.client.get_prompt("summarize", {"note": note})
        check(summary.messages[0].content.resource.text, "the prompt summarize has no note")
        template = types.ResourceTemplateReference(type="ref/resource", uri="note:///{+path}")
        found = await self.client.complete(template, {"name": "path", "value": note[:-4]})
        check(note in found.completion.values, f"completion of {note[:-4]}: {found.completion.values}")
        prompt = types.PromptReference(type="ref/prompt", name="summarize")
        found = await self.client.complete(prompt, {"name": "note", "value": note})
        check(found.completion.values[0] == note, f"completion of {note}: {found.completion.values}")

    async def errors(self, note):
        await self.fails(self.client.call_tool("no such tool", {}), -32602)
        await self.fails(self.client.get_prompt("no such prompt", {}), -32602)
        await self.fails(self.client.list_resources(cursor="x"), -32602)
        await self.fails(self.client.read_resource("note:///no such note.md"))
        await self.fails(self.client.read_resource("file:///etc/passwd"))
        check("querry" in await self.refused("search", querry="x"), "an unknown argument is not named")
        check("no such" in await self.refused("fetch", id="no such note.md"), "an unknown note is not named")
        await self.refused("fetch", id=note, cursor="0-0")
        await self.refused("search", query="x", cursor="5-00000000")

    # changes

    async def changes(self, note):
        """Changes, adds and removes notes, and waits to be told."""
        path, added = self.folder / note, self.folder / "added by clients.py.md"
        before = path.read_bytes()
        page = await self.call("fetch", id=note, budget_tokens=1000)
        others = [name["id"] for name in (await self.call("list", limit=3))["notes"] if name["id"] != note]
        is_stateless = self.client.protocol_version == MODES[2]
        try:
            if self.arguments.http and not is_stateless:
                # Without a session, nothing can be told after a request.
                self.append(path)
                await self.reindex()
            elif not is_stateless:
                await self.subscribed(note, others[0], path, added)
            else:
                await self.listening(note, path, added)
            text = await self.refused("fetch", id=note, cursor=page["cursor"])
            check("cursor" in text, f"a stale cursor: {text}")
        finally:
            path.write_bytes(before)
            added.unlink(missing_ok=True)
            await self.reindex()

    async def listening(self, note, path, added):
        uri = f"note:///{note}"
        async with self.client.listen(resource_subscriptions=[uri], resources_list_changed=True) as events:
            check(events.honored.resource_subscriptions == [uri], f"agreed to {events.honored}")
            self.append(path)
            await self.reindex()
            check(await anext(events) == ResourceUpdated(uri), "another event than the update of the note")
            added.write_text("# Added\n\nA note that is new.\n")
            await self.reindex()
            check(await anext(events) == ResourcesListChanged(), "another event than the change of the list")
            async with self.client.listen(resource_subscriptions=[f"note:///{added.name}"]) as more:
                added.unlink()
                await self.reindex()
                check(await anext(more) == ResourceUpdated(f"note:///{added.name}"), "a note that is gone")
            check(await anext(events) == ResourcesListChanged(), "another event than the change of the list")

    async def subscribed(self, note, other, path, added):
        await self.client.subscribe_resource(f"note:///{note}")
        self.append(path)
        await self.reindex()
        # What the server has still to tell must not get lost by this.
        await self.client.subscribe_resource(f"note:///{other}")
        await self.told.wait(types.ResourceUpdatedNotification, f"note:///{note}")
        added.write_text("# Added\n\nA note that is new.\n")
        await self.reindex()
        await self.told.wait(types.ResourceListChangedNotification)
        self.append(self.folder / other, "")
        await self.client.unsubscribe_resource(f"note:///{note}")

    @staticmethod
    def append(path, text="\nA line that is new.\n"):
        with open(path, "a", encoding="utf-8") as file:
            file.write(text)

    # the model

    async def asking(self):
        """Asks; then asks again and gives up as soon as the server has begun."""
        steps = []

        async def progress(step, _total, message):
            steps.append((step, message))

        question = {"question": "What are these notes about?"}
        answer = await self.client.call_tool("ask", question, progress_callback=progress)
        check(not answer.is_error and answer.structured_content["outcome"], f"ask failed: {answer.content}")
        check(steps and [step for step, _ in steps] == sorted({step for step, _ in steps}), f"progress: {steps}")
        with anyio.CancelScope() as scope:

            async def give_up(_step, _total, _message):
                scope.cancel()

            await self.client.call_tool("ask", {"question": "Who wrote them, and why?"}, progress_callback=give_up)
        check(scope.cancelled_caught, "ask was answered before it could be cancelled")
        await self.call("status")
        await self.call("search", query="note")


class Told:
    """Keeps the notifications of a connection until somebody waits for them."""

    def __init__(self):
        self.send, self.receive = anyio.create_memory_object_stream(1000)

    async def __call__(self, message):
        await self.send.send(message)

    async def wait(self, kind, uri=None):
        try:
            with anyio.fail_after(PATIENCE):
                async for message in self.receive:
                    if isinstance(message, kind) and (uri is None or str(message.params.uri) == uri):
                        return
        except TimeoutError:
            raise Failure(f"no {kind.__name__} {uri or ''} within {PATIENCE} s") from None


def transport(arguments):
    """Returns the connection to a server."""
    if not arguments.http:
        return stdio_client(StdioServerParameters(command=arguments.program, args=["mcp", "--index", arguments.index]))
    http = create_mcp_http_client(headers=arguments.server.headers)
    return streamable_http_client(arguments.server.address + "/mcp", http_client=http)


async def use(arguments, mode):
    told = Told()
    async with Client(transport(arguments), mode=mode, message_handler=told, read_timeout_seconds=300) as client:
        session = Session(client, arguments, told)
        is_stateless = client.protocol_version == MODES[2]
        check(is_stateless == (mode != "legacy"), f"mode {mode} speaks {client.protocol_version}")
        uris = await session.catalogue()
        note = await session.reading(uris)
        await session.prompts_and_completion(note)
        await session.errors(note)
        with anyio.fail_after(10 * PATIENCE):
            await session.changes(note)
        if arguments.ask:
            await session.asking()
        return len(uris)


def leaf(error):
    """Returns the first error inside a group of them."""
    while getattr(error, "exceptions", None):
        error = error.exceptions[0]
    return error


def run():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("program", "index", "folder"):
        parser.add_argument(name)
    parser.add_argument("--ask", action="store_true")
    parser.add_argument("--http", action="store_true")
    arguments = parser.parse_args()
    indexed(arguments.program, arguments.index, arguments.folder)
    with contextlib.ExitStack() as stack:
        if arguments.http:
            sys.path.append(str(pathlib.Path(__file__).parents[2] / "NotesServerTests" / "Clients"))
            from serving import Server

            arguments.server = stack.enter_context(Server(arguments.program, arguments.index))
        for mode in MODES:
            try:
                count = anyio.run(use, arguments, mode)
            except BaseException as error:
                error = leaf(error)
                text = "no notification" if isinstance(error, TimeoutError) else f"{type(error).__name__} {error}"
                raise Failure(f"{mode}: {error if isinstance(error, Failure) else text}") from error
    asked = " and ask" if arguments.ask else ""
    return f"clients: {len(MODES)} modes read, search, watch{asked} {count} notes"


if __name__ == "__main__":
    main(run)
