"""Checks every message that the server sends against the published schemas: `conformance.py PROGRAM INDEX [--ask]`.

Nothing but JSON lines goes over the wire; `mcp_types` has the schemas as models. A member that the schema does not have
counts as an error too. `--ask` also asks the model.
"""

import argparse
import functools
import json

import jsonschema
import pydantic
from mcp_types import _v2025_11_25 as handshake_schema
from mcp_types import _v2026_07_28 as stateless_schema
from mcp_types import methods
from wire import HANDSHAKES, STATELESS, Failure, Findings, Server, check, main, meta, short

PARSE_ERROR, INVALID_REQUEST, UNKNOWN_METHOD, INVALID_PARAMS = -32700, -32600, -32601, -32602
UNKNOWN_RESOURCE, UNSUPPORTED_VERSION = -32002, -32022

RESULT = "a result"
TOOL_ERROR = "a result with isError"


@functools.cache
def adapter(model):
    return pydantic.TypeAdapter(model)


def validate(model, value, label):
    """Validates a value strictly; nothing of it may be unknown to the model."""
    try:
        parsed = adapter(model).validate_json(json.dumps(value), strict=True)
    except pydantic.ValidationError as error:
        raise Failure(f"{label} is not valid: {error.errors()[0]['loc']} {error.errors()[0]['msg']}") from None
    known = adapter(model).dump_python(parsed, by_alias=True, mode="json", exclude_unset=True)
    check(known == value, lambda: f"{label} has what its schema does not: {unknown(value, known)}")


def unknown(value, known, path=""):
    """Names the first difference between a value and what its model made of it."""
    if isinstance(value, dict) and isinstance(known, dict):
        for name in value:
            if name not in known:
                return f"{path}/{name}"
            if value[name] != known[name]:
                return unknown(value[name], known[name], f"{path}/{name}")
    if isinstance(value, list) and isinstance(known, list) and len(value) == len(known):
        for place, (one, other) in enumerate(zip(value, known)):
            if one != other:
                return unknown(one, other, f"{path}/{place}")
    return f"{path} = {short(value)}"


class Era:
    """One connection in one revision."""

    def __init__(self, server, version, findings):
        self.server = server
        self.attempt = findings.attempt
        self.version = version
        self.is_stateless = version == STATELESS
        self.schema = stateless_schema if self.is_stateless else handshake_schema
        self.asked = {}
        self.cancelled = set()
        self.tools = {}

    def params(self, params, **more):
        """Returns parameters as this revision sends them."""
        if self.is_stateless:
            return {**params, "_meta": meta(**more)}
        return {**params, "_meta": more} if more else params

    def ask(self, method, params=None, expected=RESULT, progress=None):
        """Sends a request, checks its answer; returns the result, or the error."""
        more = {} if progress is None else {"progressToken": progress}
        whole = self.params(params or {}, **more)
        identifier = self.server.start(method, whole)
        self.asked[identifier] = (method, params)
        answer = self.server.answer(identifier)
        label = f"{self.version} {method} {short(params)}"
        if expected in (RESULT, TOOL_ERROR):
            check("result" in answer, lambda: f"{label}: expected {expected}, got {short(answer)}")
            result = answer["result"]
            check(result.get("isError", False) == (expected == TOOL_ERROR), lambda: f"{label}: {short(result)}")
            return result
        check("error" in answer, lambda: f"{label}: expected error {expected}, got {short(answer)}")
        code = answer["error"]["code"]
        check(code == expected, lambda: f"{label}: expected error {expected}, got {short(answer)}")
        return answer["error"]

    def call(self, name, arguments, expected=RESULT, **more):
        return self.ask("tools/call", {"name": name, "arguments": arguments}, expected, **more)

    # what both eras have

    def features(self, ask):
        for tool in self.ask("tools/list")["tools"]:
            self.tools[tool["name"]] = tool
            for name in ("inputSchema", "outputSchema"):
                jsonschema.Draft202012Validator.check_schema(tool[name])
        check(set(self.tools) == {"search", "fetch", "ask", "list", "status"}, f"other tools: {list(self.tools)}")
        self.call_tools(ask)
        self.resources_and_prompts()
        self.errors()

    def call_tools(self, ask):
        found = self.call("search", {"query": "the a note"})
        note = found["structuredContent"]["results"][0]["id"]
        self.call("search", {"query": "after:2000", "limit": 1, "budget_tokens": 50_000})
        self.call("search", {"query": "-zzzz path:zzzzzzzz"})
        self.call("fetch", {"id": note})
        self.call("fetch", {"id": found["structuredContent"]["results"][0]["url"]})
        self.call("list", {})
        self.call("list", {"since": "2000", "limit": 1})
        self.call("status", {})
        self.ask("tools/call", {"name": "status"})
        for name, arguments in [
            ("search", {}),
            ("search", {"query": ""}),
            ("search", {"query": 1}),
            ("search", {"query": "x", "limit": 0}),
            ("search", {"query": "x", "limit": 51}),
            ("search", {"query": "x", "limit": 1.5}),
            ("search", {"query": "x", "budget_tokens": 999}),
            ("search", {"query": "x", "cursor": "5-0"}),
            ("search", {"query": "x", "other": 1}),
            ("search", {"query": "after:someday"}),
            ("fetch", {"id": "there is no such note.md"}),
            ("fetch", {"id": note, "cursor": "x"}),
            ("fetch", {"id": note, "section": "there is no such heading"}),
            ("list", {"folder": "there is no such folder"}),
            ("list", {"since": "someday"}),
            ("list", {"limit": "many"}),
            ("status", {"verbose": True}),
            ("ask", {}),
            ("ask", {"question": ["x"]}),
        ]:
            self.attempt(self.call, name, arguments, TOOL_ERROR)
        if ask:
            title = found["structuredContent"]["results"][0]["title"]
            self.call("ask", {"question": f"What do my notes say about {title}?"}, progress="token")
            progress = [m["params"] for m in self.server.log if m.get("method") == "notifications/progress"]
            check(progress, "ask sends no progress")
            check(all(p["progressToken"] == "token" for p in progress), "progress with another token")
            steps = [p["progress"] for p in progress]
            check(steps == sorted(set(steps)), f"progress does not increase: {steps}")

    def resources_and_prompts(self):
        listed = self.ask("resources/list")
        uri = listed["resources"][0]["uri"]
        if "nextCursor" in listed:
            self.ask("resources/list", {"cursor": listed["nextCursor"]})
        self.ask("resources/templates/list")
        self.ask("resources/read", {"uri": uri})
        self.ask("resources/read", {"uri": uri + "#L1"})
        self.ask("prompts/list")
        self.ask("prompts/get", {"name": "answer", "arguments": {"question": "What is this about?"}})
        self.ask("prompts/get", {"name": "summarize", "arguments": {"note": uri}})
        for ref in ({"type": "ref/resource", "uri": "note:///{+path}"}, {"type": "ref/prompt", "name": "summarize"}):
            name = "path" if ref["type"] == "ref/resource" else "note"
            self.ask("completion/complete", {"ref": ref, "argument": {"name": name, "value": ""}})
            self.ask("completion/complete", {"ref": ref, "argument": {"name": name, "value": "no such path"}})

    def errors(self):
        missing = INVALID_PARAMS if self.is_stateless else UNKNOWN_RESOURCE
        for method, params, code in [
            ("no/such/method", {}, UNKNOWN_METHOD),
            ("", {}, UNKNOWN_METHOD),
            ("sampling/createMessage", {}, UNKNOWN_METHOD),
            ("tools/call", {}, INVALID_PARAMS),
            ("tools/call", {"name": "no such tool"}, INVALID_PARAMS),
            ("resources/read", {}, INVALID_PARAMS),
            ("resources/read", {"uri": "note:///no such note.md"}, missing),
            ("resources/read", {"uri": "file:///etc/passwd"}, missing),
            ("resources/list", {"cursor": "x"}, INVALID_PARAMS),
            ("resources/list", {"cursor": 1}, INVALID_PARAMS),
            ("tools/list", {"cursor": "x"}, INVALID_PARAMS),
            ("prompts/list", {"cursor": "x"}, INVALID_PARAMS),
            ("resources/templates/list", {"cursor": "x"}, INVALID_PARAMS),
            ("prompts/get", {"name": "no such prompt"}, INVALID_PARAMS),
            ("prompts/get", {"name": "answer"}, INVALID_PARAMS),
            ("prompts/get", {"name": "answer", "arguments": {"question": 1}}, INVALID_PARAMS),
            ("prompts/get", {"name": "summarize", "arguments": {"note": "no such note"}}, INVALID_PARAMS),
            ("completion/complete", {}, INVALID_PARAMS),
            ("completion/complete", {"ref": {"type": "x"}, "argument": {"name": "a", "value": ""}}, INVALID_PARAMS),
            (
                "completion/complete",
                {"ref": {"type": "ref/prompt", "name": "no such"}, "argument": {"name": "a", "value": ""}},
                INVALID_PARAMS,
            ),
        ]:
            self.attempt(self.ask, method, params, code)
        for line, code, has_id in [
            (b"{", PARSE_ERROR, False),
            (b"\xff", PARSE_ERROR, False),
            (b"[]", INVALID_REQUEST, False),
            (b"1", INVALID_REQUEST, False),
            (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', INVALID_REQUEST, False),
            (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', INVALID_REQUEST, False),
            (b'{"jsonrpc":"1.0","id":"a","method":"ping"}', INVALID_REQUEST, True),
            (b'{"jsonrpc":"2.0","id":"a","method":7}', INVALID_REQUEST, True),
            (b'{"jsonrpc":"2.0","id":"a","method":"ping","params":[]}', INVALID_REQUEST, True),
        ]:
            self.server.send_bytes(line)
            answer = self.server.wait(lambda message: "error" in message)
            self.asked[answer.get("id")] = (None, None)
            is_right = answer["error"]["code"] == code and answer.get("id") == ("a" if has_id else None)
            check(is_right, lambda: f"{short(line)} is answered by {short(answer)}")
            # Each of them is a request of its own, whatever its id.
            self.server.log.remove(answer)
            validate(self.schema.JSONRPCErrorResponse, answer, f"the answer to {short(line)}")
            del self.asked[answer.get("id")]

    # what one era has

    def handshake(self):
        answer = self.server.handshake(self.version)
        self.asked[answer["id"]] = ("initialize", None)
        check(answer["result"]["protocolVersion"] == self.version, lambda: f"{self.version}: {short(answer)}")
        check(answer["result"]["capabilities"]["resources"] == {"subscribe": True, "listChanged": True}, "capabilities")
        check(self.ask("ping") == {}, "ping has a result")
        uri = self.ask("resources/list")["resources"][0]["uri"]
        self.ask("resources/subscribe", {"uri": uri})
        self.ask("resources/unsubscribe", {"uri": uri})
        self.ask("resources/subscribe", {}, INVALID_PARAMS)
        for method in ("server/discover", "subscriptions/listen"):
            self.attempt(self.ask, method, {}, UNKNOWN_METHOD)

    def stateless(self):
        found = self.ask("server/discover")
        check(set(found["supportedVersions"]) >= {STATELESS}, lambda: f"discover: {short(found)}")
        uri = self.ask("resources/list")["resources"][0]["uri"]
        for wanted in (
            {"resourceSubscriptions": [uri], "resourcesListChanged": True},
            {"toolsListChanged": True, "promptsListChanged": True},
            {"resourceSubscriptions": []},
            {},
        ):
            identifier = self.server.start("subscriptions/listen", self.params({"notifications": wanted}))
            self.asked[identifier] = ("subscriptions/listen", None)
            params = self.server.notification("notifications/subscriptions/acknowledged")["params"]
            check(params["_meta"]["io.modelcontextprotocol/subscriptionId"] == identifier, lambda: short(params))
            agreed = {k: v for k, v in wanted.items() if v and k.startswith("resource")}
            check(params["notifications"] == agreed, lambda: f"asked for {wanted}, agreed to {short(params)}")
        self.server.notify("notifications/cancelled", {"requestId": identifier})
        self.cancelled.add(identifier)
        self.ask("subscriptions/listen", {}, INVALID_PARAMS)
        for method in ("initialize", "ping", "resources/subscribe", "resources/unsubscribe", "logging/setLevel"):
            self.attempt(self.ask, method, {}, UNKNOWN_METHOD)
        self.versions()

    def versions(self):
        """Requests whose `_meta` is wrong: of an unknown version, without capabilities, of another type."""
        for value, code in [
            (meta("2099-01-01"), UNSUPPORTED_VERSION),
            (meta("2025-11-25"), UNSUPPORTED_VERSION),
            (meta(""), UNSUPPORTED_VERSION),
            (meta(7), INVALID_PARAMS),
            ({k: v for k, v in meta().items() if "clientCapabilities" not in k}, INVALID_PARAMS),
            ({**meta(), "io.modelcontextprotocol/clientCapabilities": []}, INVALID_PARAMS),
            ([], INVALID_PARAMS),
            (None, INVALID_PARAMS),
        ]:
            identifier = self.server.start("tools/list", {"_meta": value})
            self.asked[identifier] = ("tools/list", None)
            answer = self.server.answer(identifier)
            check(answer.get("error", {}).get("code") == code, lambda: f"_meta {short(value)}: {short(answer)}")
            if code == UNSUPPORTED_VERSION:
                validate(stateless_schema.UnsupportedProtocolVersionError, answer, "the error of a version")

    # all messages

    def all(self):
        """Checks everything that was sent; returns how many messages that is."""
        answers = []
        for message in self.server.log:
            if "method" in message:
                self.attempt(self.notification, message)
            else:
                answers.append(message.get("id"))
                self.attempt(self.answer, message)
        for identifier, (method, _) in self.asked.items():
            expected = 0 if identifier in self.cancelled else 1
            count = answers.count(identifier)
            text = f"{self.version} {method}, id {identifier}: {count} answers instead of {expected}"
            self.attempt(check, count == expected, text)
        return len(self.server.log)

    def notification(self, message):
        check("id" not in message, lambda: f"a request from the server: {short(message)}")
        model = methods.SERVER_NOTIFICATIONS.get((message["method"], self.version))
        check(model is not None, lambda: f"{self.version} has no such notification: {short(message)}")
        validate(model, message, f"{self.version} {short(message)}")

    def answer(self, message):
        check(message.get("id") in self.asked, lambda: f"an answer to nothing: {short(message)}")
        method, params = self.asked[message["id"]]
        label = f"{self.version} {method} {short(params)}"
        if "error" in message:
            return validate(self.schema.JSONRPCErrorResponse, message, label)
        validate(self.schema.JSONRPCResultResponse, message, label)
        validate(methods.SERVER_RESULTS[(method, self.version)], message["result"], label)
        if self.is_stateless:
            check("io.modelcontextprotocol/serverInfo" in message["result"]["_meta"], f"{label} has no serverInfo")
            check(message["result"]["resultType"] == "complete", f"{label} is not complete")
        if method == "tools/call" and not message["result"].get("isError"):
            self.tool_result(message["result"], self.tools[params["name"]], label)

    def tool_result(self, result, tool, label):
        contents = result["structuredContent"]
        error = jsonschema.exceptions.best_match(
            jsonschema.Draft202012Validator(tool["outputSchema"]).iter_errors(contents)
        )
        check(error is None, lambda: f"{label} does not follow outputSchema: {error.message}")
        check(json.loads(result["content"][0]["text"]) == contents, f"{label}: the text differs from the contents")
        for name in self.properties(contents, tool["outputSchema"]):
            raise Failure(f"{label} has {name}, which outputSchema does not name")

    def properties(self, value, schema, path=""):
        """Yields the members of contents that the schema does not name."""
        if isinstance(value, dict):
            for name, member in value.items():
                if name not in schema["properties"]:
                    yield f"{path}/{name}"
                else:
                    yield from self.properties(member, schema["properties"][name], f"{path}/{name}")
        elif isinstance(value, list):
            for element in value:
                yield from self.properties(element, schema["items"], path)


def run():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("index")
    parser.add_argument("--ask", action="store_true")
    arguments = parser.parse_args()
    count, findings = 0, Findings()
    for version in [*HANDSHAKES, STATELESS]:
        with Server(arguments.program, arguments.index) as server:
            era = Era(server, version, findings)
            if era.is_stateless:
                era.stateless()
            else:
                era.handshake()
            era.features(arguments.ask)
            server.close()
            count += era.all()
    findings.finish()
    return f"conformance: {count} messages in {len(HANDSHAKES) + 1} revisions are valid"


if __name__ == "__main__":
    main(run)
