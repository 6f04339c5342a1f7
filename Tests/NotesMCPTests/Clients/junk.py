"""Malformed and hostile messages at random."""

import json

from owed import LIMIT
from wire import HANDSHAKES, meta

# Requests that work, and which of their texts they cannot do without.
REQUESTS = [
    ("tools/list", {}, []),
    ("tools/call", {"name": "search", "arguments": {"query": "a note"}}, ["name", "arguments.query"]),
    ("tools/call", {"name": "fetch", "arguments": {"id": "README.md:1-2"}}, ["name", "arguments.id"]),
    ("tools/call", {"name": "list", "arguments": {"limit": 2}}, ["name"]),
    ("tools/call", {"name": "status", "arguments": {}}, ["name"]),
    ("resources/list", {}, []),
    ("resources/templates/list", {}, []),
    ("resources/read", {"uri": "note:///README.md"}, ["uri"]),
    ("prompts/list", {}, []),
    ("prompts/get", {"name": "answer", "arguments": {"question": "What?"}}, ["name", "arguments.question"]),
    ("prompts/get", {"name": "summarize", "arguments": {"note": "README.md"}}, ["name", "arguments.note"]),
    (
        "completion/complete",
        {"ref": {"type": "ref/prompt", "name": "summarize"}, "argument": {"name": "note", "value": "R"}},
        ["ref.type", "argument.name", "argument.value"],
    ),
]
OLD_REQUESTS = [
    ("ping", {}, []),
    ("resources/subscribe", {"uri": "note:///README.md"}, ["uri"]),
    ("resources/unsubscribe", {"uri": "note:///README.md"}, ["uri"]),
    ("initialize", {"protocolVersion": HANDSHAKES[-1], "capabilities": {}}, ["protocolVersion"]),
]
NEW_REQUESTS = [("server/discover", {}, []), ("subscriptions/listen", {"notifications": {}}, [])]
ELSEWHERE = [
    "../../../../etc/passwd", "/etc/passwd", "note:////etc/passwd", "note:///../../../../etc/passwd",
    "note:///..%2f..%2f..%2f..%2fetc%2fpasswd", "note:///%2e%2e/%2e%2e/etc/passwd", "file:///etc/passwd",
    "README.md/../../../../etc/passwd", "....//....//etc/passwd", "..\\..\\etc\\passwd", "/etc/passwd\0.md",
    "note:///%00", "note:///%zz", "note:///", "note:", "//etc//passwd", "/proc/self/environ", "~/.ssh/id_rsa",
    "/etc/passwd:1-9", "note:////etc/passwd#L1-9", "…/etc/passwd", "…", "…passwd", "note:///…", "*", "%", "_", "?",
    "' OR 1=1 --", "\"; DROP TABLE documents; --", "x:0", "x:9-1", "x:1-99999999999999999999", "x#L", ":1", "#L1",
]  # fmt: skip
QUERIES = [
    '"', '""', '-', '--', '-"', 'tag:', 'tag:"', 'path:', 'path:*', "after:", "after:x", "after:9999999999d", "«",
    "NOT", "after:2000 before:1999", "before:0d", "after:-1d", "after:2026-13-45", "NEAR(a b)", "a AND", "title:x",
    "x*",
    "^x", "(", "')", "\0", "\u202e", "🇩", "e" + "\u0301" * 500, "path:" + "*a" * 200 + "b", 'path:"' + "*" * 5000 + '"',
    "tag:a " * 2000, "-a " * 2000, '"a b" ' * 2000, "a " * 20_000, "\\" * 5000, '"\\' * 3000, "after:2000 " * 3000,
    "after:" + "x" * 50_000, "tag:" + "/a" * 20_000, "path:" + "a" * 50_000,
]  # fmt: skip
ANOMALIES = [
    '{id}', '{"jsonrpc":"2.0","id":{id},"method":"ping",}', '{"jsonrpc":"2.0",,"id":{id},"method":"ping"}',
    "{'jsonrpc':'2.0','id':{id},'method':'ping'}", '{"jsonrpc":"2.0","id":{id},"method":"ping"} {}',
    '{"jsonrpc":"2.0","id":{id},"method":"ping"}}', '\ufeff{"jsonrpc":"2.0","id":{id},"method":"ping"}',
    '{"jsonrpc":"2.0","id":0{id},"method":"ping"}', '{"jsonrpc":"2.0","id":+{id},"method":"ping"}',
    '{"jsonrpc":"2.0","id":{id}.0,"method":"ping"}', '{"jsonrpc":"2.0","id":{id}e0,"method":"ping"}',
    '{"jsonrpc":"2.0","id":-{id},"method":"ping"}', '{"jsonrpc":"2.0","id":{id}000000000000000000000,"method":"ping"}',
    '{"jsonrpc":"2.0","id":NaN,"method":"ping"}', '{"jsonrpc":"2.0","id":-Infinity,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1e999,"method":"ping"}', '{"jsonrpc":"2.0","id":1,"id":{id},"method":"x","method":"ping"}',
    '{"jsonrpc":"2.0","id":"\\ud800-{id}","method":"ping"}', '{"jsonrpc":"2.0","id":"\\ude00\\ud83d{id}","method":"x"}',
    '{"jsonrpc":"2.0","id":"\\ud83d\\ude00{id}","method":"ping"}',
    '{"jsonrpc":"2.0","id":"\\u0000{id}","method":"ping"}',
    '{"jsonrpc":"2.0","id":"\t{id}","method":"ping"}', '{"jsonrpc":"2.0","id":"\\x{id}","method":"ping"}',
    '{"jsonrpc":"2.0","id":"\0{id}","method":"ping"}', '{"jsonrpc":"2.0","id":"{id}\u2028","method":"ping"}',
    '/* */{"jsonrpc":"2.0","id":{id},"method":"ping"}', '{"jsonrpc":"2.0","id":{id},"method":"ping"}//',
    '{"JSONRPC":"2.0","ID":{id},"METHOD":"ping"}', '{"jsonrpc":"2.0","id":tru,"method":"ping"}', '""', "null", "[", "]",
    '{"jsonrpc":"2.0","id":"e\u0301{id}","method":"ping"}', '{"jsonrpc":"2.0","method":"ping"', "{}", "[{}]", "\u00a0",
    '{"jsonrpc":"2.0\\u0000","id":{id},"method":"ping"}', '{"jsonrpc":"2.0","id":{id},"method":"ping\\u0000"}', " \t\r",
]  # fmt: skip


class Junk:
    """Makes messages; `cursors` are calls that worked, each as the tool, its arguments and the cursor it returned."""

    def __init__(self, chance, cursors):
        self.chance = chance
        self.cursors = cursors
        self.count = 0
        self.makers = {
            self.noise: 6, self.cut: 8, self.flipped: 14, self.wrong_type: 14, self.odd_envelope: 8, self.anomaly: 8,
            self.unknown_method: 3, self.nested: 3, self.elsewhere: 10, self.odd_cursor: 10, self.odd_number: 8,
            self.huge: 1, self.batch: 2, self.repeated: 2, self.odd_bytes: 4, self.odd_meta: 6, self.unanswered: 4,
            self.query: 3, self.odd_text: 5, self.stream: 0.3, self.too_long: 0.05, self.longest: 0.02,
        }  # fmt: skip

    def message(self):
        """Returns a line, and whether it is a request that is invalid: its answer must be an error then."""
        maker = self.chance.choices(list(self.makers), list(self.makers.values()))[0]
        line, is_invalid = maker()
        return line.replace(b"\n", b" "), is_invalid

    # parts

    def id(self):
        self.count += 1
        return self.count if self.chance.random() < 0.8 else f"id {self.count}"

    def request(self, method, params, identifier=None):
        identifier = self.id() if identifier is None else identifier
        message = {"jsonrpc": "2.0", "id": identifier, "method": method, "params": params}
        return json.dumps(message, ensure_ascii=False).encode("utf-8", "surrogatepass")

    def valid(self):
        """Returns the method and parameters of a request that works, and the texts that it needs."""
        era = self.chance.randrange(3)
        method, params, texts = self.chance.choice(REQUESTS + ([], OLD_REQUESTS, NEW_REQUESTS)[era])
        params = json.loads(json.dumps(params))
        return method, {**params, "_meta": meta()} if era == 2 else params, texts

    def valid_line(self):
        method, params, _ = self.valid()
        return self.request(method, params)

    def call(self, name, arguments):
        more = {"_meta": meta()} if self.chance.random() < 0.5 else {}
        return self.request("tools/call", {"name": name, "arguments": arguments, **more})

    def value(self, depth=0):
        """Returns any JSON value but a text."""
        kinds = [None, True, False, 0, -1, 1.5, 2**63, -(2**63) - 1, 10**30, 1e-300, [], {}, [[]], {"": None}, "nest"]
        value = self.chance.choice(kinds)
        if value == "nest":
            inner = self.value(depth + 1) if depth < 5 else None
            value = self.chance.choice([[inner, "x"], {"a": inner, "_meta": {}}])
        return value

    def text(self):
        length = self.chance.choice([0, 1, 3, 20, 200, 5000])
        alphabet = self.chance.choice(
            ["ab /.", "\0\x01\x1b\x7f", "\u200b\u202e\u2028\ufeff", "éß字🇩👩\u200d", "\"\\'`$(){}%"]
        )
        return "".join(self.chance.choices(alphabet, k=length))

    # messages, each with whether it is an invalid request

    def noise(self):
        return self.chance.randbytes(self.chance.choice([1, 2, 10, 300])), False

    def cut(self):
        line = self.valid_line()
        return line[: self.chance.randrange(1, len(line))], False

    def flipped(self):
        line = bytearray(self.valid_line())
        for _ in range(self.chance.randint(1, 3)):
            line[self.chance.randrange(len(line))] = self.chance.choice(b'"{}[]:,\\0aZ \x00\xff-')
        return bytes(line), False

    def wrong_type(self):
        """A text that is needed is of another type, or missing."""
        while True:
            method, params, texts = self.valid()
            if texts:
                break
        *path, name = self.chance.choice(texts).split(".")
        place = params
        for part in path:
            place = place[part]
        if self.chance.random() < 0.2:
            del place[name]
        else:
            place[name] = self.value()
        if path and self.chance.random() < 0.2:
            params[path[0]] = self.value()
        return self.request(method, params), True

    def odd_envelope(self):
        message = json.loads(self.valid_line())
        name = self.chance.choice(["jsonrpc", "id", "method", "params"])
        if self.chance.random() < 0.3:
            del message[name]
        else:
            message[name] = self.value() if name == "id" or self.chance.random() < 0.7 else self.text()
        return json.dumps(message).encode(), False

    def anomaly(self):
        return self.chance.choice(ANOMALIES).replace("{id}", str(self.id())).encode("utf-8", "surrogatepass"), False

    def unknown_method(self):
        names = [
            "",
            "tools",
            "tools/",
            "Tools/list",
            "tools/list ",
            "tools/call\0",
            "rpc.discover",
            "__proto__",
            "\u202e",
        ]
        return self.request(self.chance.choice([*names, "x" * 100_000]), {}), True

    def nested(self):
        depth = self.chance.choice([50, 200, 249, 250, 251, 252, 253, 254, 255, 256, 257, 1000, 100_000])
        brackets = self.chance.choice([("[", "]"), ('{"a":', "}")])
        inner = brackets[0] * depth + "1" + brackets[1] * (depth if self.chance.random() < 0.8 else 0)
        place = self.chance.choice(['"_meta":{"x":%s}', '"arguments":{"query":%s},"name":"search"', '"x":%s'])
        line = '{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{%s}}' % (self.id_number(), place % inner)
        return line.encode(), True

    def id_number(self):
        self.count += 1
        return self.count

    def elsewhere(self):
        name = self.chance.choice(ELSEWHERE)
        kind = self.chance.randrange(4)
        if kind == 0:
            return self.request("resources/read", {"uri": name}), True
        if kind == 1:
            return self.request("prompts/get", {"name": "summarize", "arguments": {"note": name}}), True
        if kind == 2:
            return self.call("list", {"folder": name}), not name.startswith("note:")
        section = {"section": "x"} if self.chance.random() < 0.2 else {}
        return self.call("fetch", {"id": name, **section}), True

    def odd_cursor(self):
        offsets = [0, 1, -1, 99, 2**31, 2**62, 2**63 - 1, 2**63, 10**40, "", "x", "+1", "0x1", "１", " 1", "1e3", "1.0"]
        if self.cursors and self.chance.random() < 0.6:
            name, arguments, cursor = self.chance.choice(self.cursors)
            offset = self.chance.choice(offsets)
            return self.call(name, {**arguments, "cursor": f"{offset}-{cursor.split('-')[1]}"}), False
        stamps = ["0", "ffffffff", "", "-", "1-2", "\0", "x" * 1000, "811c9dc5"]
        cursor = f"{self.chance.choice(offsets)}-{self.chance.choice(stamps)}"
        if self.chance.random() < 0.3:
            return self.request("resources/list", {"cursor": cursor}), True
        name, arguments = self.chance.choice([("search", {"query": "a"}), ("list", {})])
        return self.call(name, {**arguments, "cursor": cursor}), True

    def odd_number(self):
        numbers = [
            -1,
            0,
            501,
            999,
            50_001,
            2**63 - 1,
            2**63,
            -(2**63),
            10**400,
            1.5,
            "x",
            "1.5",
            "",
            [],
            {},
            True,
            1e300,
        ]
        name, arguments = self.chance.choice([("search", {"query": "a"}), ("list", {})])
        member = self.chance.choice(["limit", "budget_tokens"])
        number = self.chance.choice(numbers)
        is_right = member == "budget_tokens" and number == 501 or number == ""
        return self.call(name, {**arguments, member: number}), not is_right or number == ""

    def huge(self):
        text = self.chance.choice(["x", "字", "\0", "a ", '"', "é", "\u200b"]) * self.chance.choice([10_000, 300_000])
        method, params, texts = self.valid()
        if not texts:
            return self.request(method, {**params, text: text}), False
        *path, name = texts[-1].split(".")
        place = params
        for part in path:
            place = place[part]
        place[name] = text
        return self.request(method, params), False

    def batch(self):
        lines = [self.valid_line() for _ in range(self.chance.randint(0, 3))]
        return b"[" + b",".join(lines) + b"]", False

    def repeated(self):
        """The id of the last message again."""
        return self.request("tools/list", {}, identifier=max(1, self.count)), False

    def odd_bytes(self):
        line = bytearray(self.valid_line())
        odd = [
            b"\x00",
            b"\xff",
            b"\xc0\xaf",
            b"\xed\xa0\x80",
            b"\xf4\x90\x80\x80",
            b"\xe5\xad",
            b"\r",
            b"\x80",
            b"\x1b[2J",
        ]
        place = self.chance.randrange(len(line))
        line[place:place] = self.chance.choice(odd)
        return bytes(line), False

    def odd_meta(self):
        method, params, _ = self.valid()
        own = meta()
        name = self.chance.choice(list(own)[:2])
        if self.chance.random() < 0.3:
            del own[name]
        else:
            own[name] = self.chance.choice(["2025-11-25", "2027-01-01", "", 1, [], "x" * 3000, False])
        if self.chance.random() < 0.2:
            own = self.chance.choice([[], "x", 1, True, [own]])
        return self.request(method, {**params, "_meta": own}), True

    def unanswered(self):
        """Notifications and responses."""
        if self.chance.random() < 0.3:
            value = self.chance.choice([{"result": self.value()}, {"error": self.value()}])
            return json.dumps({"jsonrpc": "2.0", "id": self.value(), **value}).encode(), False
        names = ["notifications/cancelled", "notifications/initialized", "notifications/progress", "ping", "x", ""]
        params = self.chance.choice(
            [{}, {"requestId": f"never {self.id()}"}, {"requestId": self.value()}, {"x": self.text()}]
        )
        return json.dumps({"jsonrpc": "2.0", "method": self.chance.choice(names), "params": params}).encode(), False

    def query(self):
        return self.call("search", {"query": self.chance.choice(QUERIES)}), False

    def odd_text(self):
        text = self.text()
        name = self.chance.choice(["query", "section", "folder", "tag", "since", "value", "question"])
        if name == "value":
            ref = {"type": "ref/resource", "uri": text}
            return self.request("completion/complete", {"ref": ref, "argument": {"name": "path", "value": text}}), False
        if name == "question":
            return self.call("ask", {name: [text], text: text}), True
        tool = {"query": "search", "section": "fetch"}.get(name, "list")
        return self.call(tool, {name: text, **({"id": text} if tool == "fetch" else {})}), tool == "fetch"

    def stream(self):
        values = [True, False, 1, "x", [], ["note:///README.md"], ["/etc/passwd", "", 1], [self.text()], None, {}]
        names = ["resourceSubscriptions", "resourcesListChanged", "toolsListChanged", "x"]
        wanted = {name: self.chance.choice(values) for name in names}
        return self.request("subscriptions/listen", {"notifications": wanted, "_meta": meta()}), False

    def too_long(self):
        return b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"' + b"x" * (LIMIT + 1) + b'"}}', False

    def longest(self):
        line = self.request("ping", {})
        return line + b" " * (LIMIT - len(line)), False
