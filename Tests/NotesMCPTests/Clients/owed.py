"""What a server owes to a line, as JSON-RPC and its own limits have it."""

import decimal
import json

from wire import meta

# The longest line that the server reads, and the deepest JSON.
LIMIT = 4 << 20
DEEPEST = 256
# White space by Unicode; Python's own has four control characters more.
SPACE = " \t\n\r\v\f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))


class Number(str):
    """A number as it was written, so that none is rounded."""

    @property
    def is_whole(self):
        """Whether it is an integer of 64 bits, however it is written."""
        try:
            value = decimal.Decimal(self)
        except decimal.InvalidOperation:
            return False
        if value and value.adjusted() > 20:
            return False
        return value == value.to_integral_value() and -(2**63) <= value < 2**63


def _refuse(constant):
    raise ValueError(f"{constant} is not JSON")


def loads(text):
    return json.loads(text, parse_int=Number, parse_float=Number, parse_constant=_refuse)


def key(identifier):
    """Returns an id as a text that tells `1`, `"1"` and no id apart."""
    if identifier is None:
        return "none"
    return f"n{identifier}" if isinstance(identifier, (Number, int)) else json.dumps(identifier)


def is_id(value):
    return value.is_whole if isinstance(value, Number) else isinstance(value, str)


def _depth(value):
    deepest, left = 0, [(value, 1)]
    while left:
        value, depth = left.pop()
        if isinstance(value, (dict, list)):
            deepest = max(deepest, depth)
            left += [(inner, depth + 1) for inner in (value.values() if isinstance(value, dict) else value)]
    return deepest


def classify(line):
    """Returns the id of a message, if it has a usable one, and its kind: what the server owes to it.

    `unreadable` and `malformed` are owed an error, `request` an answer, `stream` one at the end, the others none.
    """
    try:
        text = line.decode()
    except UnicodeDecodeError:
        return None, "unreadable"
    if not text.strip(SPACE):
        return None, "blank"
    if len(line) > LIMIT:
        return None, "unreadable"
    try:
        value = loads(text)
        json.dumps(value, ensure_ascii=False).encode()  # No lone surrogates.
    except (ValueError, RecursionError):
        return None, "unreadable"
    if _depth(value) > DEEPEST:
        return None, "unreadable"
    if not isinstance(value, dict):
        return None, "malformed"
    identifier = value["id"] if is_id(value.get("id")) else None
    method, params = value.get("method"), value.get("params", {})
    if type(value.get("jsonrpc")) is not str or value["jsonrpc"] != "2.0":
        return identifier, "malformed"
    if "method" not in value:
        return (None, "response") if "result" in value or "error" in value else (identifier, "malformed")
    if type(method) is not str or not isinstance(params, dict):
        return identifier, "malformed"
    if "id" not in value:
        return None, "notification"
    if identifier is None:
        return None, "malformed"
    return identifier, "stream" if _is_stream(method, params) else "request"


def _is_stream(method, params):
    own = params.get("_meta")
    return (
        method == "subscriptions/listen"
        and isinstance(params.get("notifications"), dict)
        and isinstance(own, dict)
        and type(own.get("io.modelcontextprotocol/protocolVersion")) is str
        and own["io.modelcontextprotocol/protocolVersion"] == meta()["io.modelcontextprotocol/protocolVersion"]
        and isinstance(own.get("io.modelcontextprotocol/clientCapabilities"), dict)
    )
