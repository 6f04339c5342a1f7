"""Reads settings as the programs do that they are for, by their documentation: what a program does not know, or needs
and is not there, is a failure.

A connection is a command with arguments and variables, or an address with header fields.
"""

import json
import re
import tomllib

from serving import check

# Programs that add a server when they are told to.
commands = ["claude", "codex", "code"]
TOLD = [*commands, "open-webui", "docker"]


def keys(value, needed, other=()):
    """Fails unless an object has some members, and no others but some."""
    check(isinstance(value, dict), f"not an object: {value!r}")
    check(set(needed) <= set(value) <= {*needed, *other}, f"the members {sorted(value)} of {value!r}")
    return value


def filled(text, pattern, values):
    """Returns a text with its variables filled in."""

    def value(match):
        name, otherwise = match.group(1), (match.groups() + (None,))[1]
        found = values.get(name, otherwise)
        check(found, f"{match.group(0)} is not set")
        return found

    return re.sub(pattern, value, text)


def entry(server, fill=lambda text: text, stdio=(), http=()):
    """Returns the connection of a server as most programs write it."""
    if "url" in server:
        keys(server, ["url"], ["headers", *http])
        headers = {name: fill(value) for name, value in server.get("headers", {}).items()}
        return {"url": fill(server["url"]), "headers": headers}
    keys(server, ["command", "args"], ["env", *stdio])
    check(all(isinstance(word, str) for word in server["args"]), f"the arguments {server['args']}")
    return {
        "command": fill(server["command"]), "args": [fill(word) for word in server["args"]],
        "env": {name: fill(value) for name, value in server.get("env", {}).items()},
    }


def claude_code(text, values, environment):
    servers = keys(json.loads(text), ["mcpServers"])["mcpServers"].values()
    for server in servers:
        check(server.get("type", "stdio") == ("http" if "url" in server else "stdio"), f"the type of {server}")
    fill = lambda text: filled(text, r"\$\{(\w+)(?::-([^}]*))?\}", environment)
    return [entry(server, fill, stdio=["type"], http=["type"]) for server in servers]


def claude_desktop(text, values, environment):
    servers = keys(json.loads(text), ["mcpServers"])["mcpServers"].values()
    for server in servers:
        keys(server, ["command", "args"], ["env"])
        check(server["command"].startswith("/"), "the app has no PATH of a shell")
    return [entry(server) for server in servers]


def cursor(text, values, environment):
    fill = lambda text: filled(text, r"\$\{env:(\w+)\}", environment)
    return [entry(server, fill) for server in keys(json.loads(text), ["mcpServers"])["mcpServers"].values()]


def vscode(text, values, environment):
    settings = json.loads(text)
    if "mcpServers" in settings:
        return cursor(text, values, environment)
    keys(settings, ["servers"], ["inputs"])
    asked = {"workspaceFolder": values["workspace"]}
    for question in settings.get("inputs", []):
        keys(question, ["type", "id", "description"], ["password", "default"])
        check(question["type"] == "promptString" and question.get("password"), f"a token is shown by {question}")
        asked["input:" + question["id"]] = values["token"]
    for server in settings["servers"].values():
        check(server.get("type") == ("http" if "url" in server else "stdio"), f"the type of {server}")
    fill = lambda text: filled(text, r"\$\{([\w:-]+)\}", asked)
    return [entry(server, fill, stdio=["type"], http=["type"]) for server in settings["servers"].values()]


def zed(text, values, environment):
    fill = lambda text: text.replace("TOKEN", values["token"])
    return [entry(server, fill) for server in keys(json.loads(text), ["context_servers"])["context_servers"].values()]


def codex(text, values, environment):
    found = []
    for server in keys(tomllib.loads(text), ["mcp_servers"])["mcp_servers"].values():
        times = ["startup_timeout_sec", "tool_timeout_sec"]
        if "url" in server:
            keys(server, ["url", "bearer_token_env_var"], times)
            token = environment.get(server["bearer_token_env_var"])
            check(token, f"{server['bearer_token_env_var']} is not set")
            found.append({"url": server["url"], "headers": {"Authorization": f"Bearer {token}"}})
        else:
            check(all(isinstance(server.get(name, 1), int) for name in times), f"the times of {server}")
            found.append(entry(server, stdio=times))
    return found


READERS = {
    ("claude-code", "json"): claude_code, ("claude-desktop", "json"): claude_desktop, ("codex", "toml"): codex,
    ("vscode", "json"): vscode, ("zed", "json"): zed,
}


def connections(page, kind, text, values, environment):
    """Returns the connections that a file of settings names."""
    check((page, kind) in READERS, f"nobody reads {kind} on the page {page}")
    return READERS[page, kind](text, values, environment)


def connection_of_command(name, arguments):
    """Returns the connection that a program was told to add."""
    if name == "code":
        check(len(arguments) == 2 and arguments[0] == "--add-mcp", f"code {arguments}")
        server = json.loads(arguments[1])
        check(server.pop("name", None), f"no name in {arguments[1]}")
        return entry(server)
    check(arguments[:2] == ["mcp", "add"], f"{name} {arguments}")
    rest, after = arguments[2:], []
    if "--" in rest:
        place = rest.index("--")
        rest, after = rest[:place], rest[place + 1:]
    known = {"claude": ["--scope", "--transport", "--header"], "codex": []}[name]
    options, words = {}, []
    while rest:
        word = rest.pop(0)
        if word.startswith("-"):
            check(word in known and rest, f"{name} mcp add does not know {word}")
            options[word] = rest.pop(0)
        else:
            words.append(word)
    check(options.get("--scope", "user") in ("local", "user", "project"), f"the scope {options}")
    if after:
        check(len(words) == 1 and "--transport" not in options, f"{name} {arguments}")
        return {"command": after[0], "args": after[1:]}
    check(len(words) == 2 and options.get("--transport") == "http", f"{name} {arguments}")
    field, _, value = options["--header"].partition(": ")
    return {"url": words[1], "headers": {field: value}}
