"""Sends what Open WebUI sends, and reads the answers as it does."""

import json
import urllib.parse
import urllib.request

from serving import NO_REDIRECT, PATIENCE, check

QUESTION = "Where is the main stopcock for the water?"
PLACE = "home/house-manual.md"
TITLE = """### Task:
Generate a concise, 3-5 word title with an emoji summarizing the chat history.
### Guidelines:
- The title should clearly represent the main theme or subject of the conversation.
### Output:
JSON format: { "title": "your concise title here" }
### Chat History:
<chat_history>
USER: Where is the main stopcock for the water?
</chat_history>"""


def variables(told):
    """Returns the variables that Open WebUI is started with."""
    if told["name"] == "open-webui":
        check(told["arguments"] == ["serve"], f"open-webui {told['arguments']}")
        return told["environment"]
    arguments = told["arguments"]
    check(arguments[0] == "run" and arguments[-1].startswith("ghcr.io/open-webui/open-webui"), f"docker {arguments}")
    check(arguments[arguments.index("--network") + 1] == "host", "the container does not reach this machine")
    pairs = [after.split("=", 1) for before, after in zip(arguments, arguments[1:]) if before == "-e"]
    return dict(pairs)


def request(settings, path, body=None):
    """Sends a request as its server does, without a browser."""
    fields = {"Authorization": f"Bearer {settings['OPENAI_API_KEY']}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    address = settings["OPENAI_API_BASE_URL"] + path
    return NO_REDIRECT.open(urllib.request.Request(address, data, fields), timeout=10 * PATIENCE)


def frames(response):
    """Yields the frames of a stream, up to its end."""
    for line in response:
        text = line.decode().strip()
        if text == "data: [DONE]":
            return
        if text.startswith("data: "):
            yield json.loads(text[6:])
    raise AssertionError("the stream has no end")


def open_webui(told, server):
    settings = variables(told)
    with request(settings, "/models") as response:
        models = [model["id"] for model in json.load(response)["data"]]
    check(models[0] == "notes", f"the models {models}")
    chat = {
        "model": "notes", "stream": True, "stream_options": {"include_usage": True},
        "messages": [{"role": "user", "content": QUESTION}],
    }
    text, sources, annotations = "", [], []
    with request(settings, "/chat/completions", chat) as response:
        check(response.headers["Content-Type"].startswith("text/event-stream"), "the answer is not streamed")
        for frame in frames(response):
            check("error" not in frame, f"an error: {frame}")
            sources += frame.get("sources") or []
            for choice in frame.get("choices", [])[:1]:
                text += choice["delta"].get("content") or ""
                annotations += choice["delta"].get("annotations") or []
    check(text.strip(), "the answer is empty")
    check(sources, "there are no sources")
    for source in sources:
        # What it shows of a source: a name, an address, and the passages, each with its own metadata.
        check(PLACE in source["source"]["name"] or source["source"]["name"], f"a source without a name: {source}")
        check(source["document"] and len(source["document"]) == len(source["metadata"]), f"the passages of {source}")
        address = source["source"].get("url") or source["metadata"][0]["source"]
        check(address.startswith("http://127.0.0.1:"), f"the address {address}")
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(address).query)
        note = server.json(f"/notes?id={urllib.parse.quote(query['note'][0])}&line={query['lines'][0].split('-')[0]}")
        check(note["lines"], f"{address} leads to no lines")
    check(any(PLACE in source["source"]["name"] for source in sources), f"the sources {sources}")
    check(all(note["type"] == "url_citation" for note in annotations), f"the annotations {annotations}")
    title = {"model": "notes", "stream": False, "messages": [{"role": "user", "content": TITLE}]}
    with request(settings, "/chat/completions", title) as response:
        message = json.load(response)["choices"][0]["message"]
    check(message["content"].strip() and PLACE not in message["content"], f"the title: {message}")
