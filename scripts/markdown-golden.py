#!/usr/bin/env python3
"""Computes the golden blocks of Markdown with markdown-it-py, which gives the HTML of CommonMark's specification.

usage: markdown-golden.py EXAMPLES > GOLDEN

EXAMPLES has a JSON object with a "text" on each line, such as Tests/IndexerTests/Golden/markdown.jsonl, or is the
spec.json of CommonMark itself. Needs `pip install markdown-it-py`.
"""
import json
import re
import sys

from markdown_it import MarkdownIt

KINDS = {
    "paragraph_open": "paragraph", "fence": "code", "code_block": "code", "heading_open": "heading",
    "bullet_list_open": "list", "ordered_list_open": "list", "blockquote_open": "quote", "hr": "rule",
    "html_block": "markup"}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    parser = MarkdownIt("commonmark")
    for text in texts(open(sys.argv[1], encoding="utf-8").read()):
        lines = re.split(r"\r\n|\n|\r", text)
        blocks = []
        for token in parser.parse(text):
            if token.level or token.type not in KINDS:
                continue
            first, end = token.map[0], min(token.map[1], len(lines))
            while end > first and not lines[end - 1].strip():
                end -= 1
            level = int(token.tag[1]) if token.type == "heading_open" else 0
            blocks.append({"kind": KINDS[token.type], "first": first, "end": end, "level": level})
        print(json.dumps({"text": text, "blocks": blocks}, ensure_ascii=False))


def texts(examples):
    if examples.startswith("["):
        return [example["markdown"] for example in json.loads(examples)]
    return [json.loads(line)["text"] for line in examples.splitlines()]


main()
