#!/usr/bin/env python3
"""Renders public chat templates with Jinja2, as Hugging Face's apply_chat_template does, and writes the digests.

Run after `make setup`, with Jinja2 installed (3.1.6 was used): scripts/template-golden.py
"""

import hashlib
import json
import pathlib

import jinja2
import jinja2.ext
import jinja2.nodes
import jinja2.sandbox

ROOT = pathlib.Path(__file__).resolve().parent.parent
CONVERSATIONS = json.loads((ROOT / "Tests/LlamaEngineTests/Golden/conversations.json").read_text())


class Generation(jinja2.ext.Extension):
    """The tag around a reply, which marks what a model is trained on and prints what it contains."""

    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
        return jinja2.nodes.CallBlock(self.call_method("contents"), [], [], body).set_lineno(line)

    def contents(self, caller):
        return caller()


def fail(message):
    raise jinja2.TemplateError(message)


def tojson(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


environment = jinja2.sandbox.ImmutableSandboxedEnvironment(
    trim_blocks=True, lstrip_blocks=True, extensions=[Generation, "jinja2.ext.loopcontrols"]
)
environment.filters["tojson"] = tojson
environment.globals["raise_exception"] = fail
# The test puts the same marks in place of today's date.
environment.globals["strftime_now"] = lambda format: f"<{format}>"


def digest(template, messages):
    """Returns the digest of a rendered conversation, or None if the template rejects it."""
    try:
        text = template.render(
            messages=messages, bos_token="<bos>", eos_token="<eos>", add_generation_prompt=True, enable_thinking=False
        )
    except jinja2.TemplateError:
        return None
    return hashlib.sha256(text.encode()).hexdigest()


results = {}
for path in sorted((ROOT / ".deps/llama/templates").glob("*.jinja")):
    template = environment.from_string(path.read_text())
    results[path.stem] = [digest(template, conversation) for conversation in CONVERSATIONS]
golden = ROOT / "Tests/LlamaEngineTests/Golden/templates.json"
golden.write_text(json.dumps(results, indent=1) + "\n")
rendered = sum(digest is not None for digests in results.values() for digest in digests)
print(f"{len(results)} templates, {rendered} conversations of {len(results) * len(CONVERSATIONS)} rendered")
