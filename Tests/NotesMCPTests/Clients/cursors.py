"""Walks through notes page by page: `cursors.py PROGRAM INDEX FOLDER [--walks N] [--seed S]`.

INDEX is of FOLDER alone and up to date. The pages of a note must be its text, each byte once; the pages of `list` and
`resources/list` must name each note once; the pages of `search` must be one ranking; nothing may exceed its budget.
"""

import argparse
import json
import pathlib
import random
import re
import urllib.parse

from tokens import counters
from visible import is_plain, visible
from wire import Findings, Server, check, main, meta, short

# What other files are converted to is not known here.
TEXT = {".md", ".markdown", ".txt", ".org", ".rst"}
LINE = re.compile("[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


def read(path):
    """Returns the text of a file as the index has it: UTF-8 without a byte-order mark."""
    data = path.read_bytes()
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    return data.removeprefix(b"\xef\xbb\xbf").decode()


class Walk:
    """One run: the server, the notes, and what is wrong so far."""

    def __init__(self, server, folder, seed):
        self.server = server
        self.folder = pathlib.Path(folder).resolve()
        self.chance = random.Random(seed)
        self.counters = counters()
        self.largest = {}
        self.findings = Findings()
        self.attempt = self.findings.attempt
        self.pages = 0

    def call(self, name, arguments):
        """Calls a tool that must succeed; notes how much of its budget the result takes."""
        result = self.server.tool(name, arguments)
        self.pages += 1
        budget = arguments.get("budget_tokens", 5000 if name == "fetch" else 2000)
        # A client shows a model one of the two copies.
        shown = result if result.get("isError") else result["structuredContent"]
        self.weigh(shown, budget, f"{name} {short(arguments, 200)}")
        check(not result.get("isError"), lambda: f"{name} {short(arguments)} failed: {short(result['content'])}")
        return result["structuredContent"]

    def weigh(self, result, budget, label):
        text = json.dumps(result, ensure_ascii=False)
        for name, count in self.counters.items():
            share = count(text) / budget
            kind = f"{label.split()[0]}, {name}"
            if share > self.largest.get(kind, (0, ""))[0]:
                self.largest[kind] = (share, label)

    def budget(self, least=1000):
        return self.chance.randint(least, 4000)

    # fetch

    def path(self, url):
        """Returns the file that an address names."""
        check(url.startswith("note:///"), f"an address of another kind: {url}")
        name = urllib.parse.unquote(re.sub(r"#L\d+(-\d+)?$", "", url.removeprefix("note:///")))
        if (self.folder / name).is_file():
            return self.folder / name
        check(name.startswith("…"), f"{url} names no file in the folder")
        ends = [path for path in self.folder.rglob("*") if str(path).endswith(name[1:])]
        check(len(ends) == 1, f"{url} names {len(ends)} files in the folder")
        return ends[0]

    def walk(self, name, **part):
        """Reads a note, or a part of it, to its end; returns the pages as text and the range of bytes of each."""
        cursor, pages, start = None, [], None
        while True:
            arguments = {"id": name, "budget_tokens": self.budget(), **part, **({"cursor": cursor} if cursor else {})}
            page = self.call("fetch", arguments)
            pages.append(page)
            if "cursor" not in page:
                return pages
            check(page["cursor"] != cursor, f"fetch {short(arguments)} goes nowhere: it returns its own cursor")
            check(page["text"], f"fetch {short(arguments)} has a cursor but no text")
            place = int(page["cursor"].split("-")[0])
            check(start is None or place > start, f"fetch {short(arguments)} goes back")
            start, cursor = place, page["cursor"]

    def note(self, name):
        """Reads a whole note, and lines of it."""
        pages = self.walk(name)
        path = self.path(pages[0]["url"])
        if path.suffix not in TEXT:
            return
        text = read(path)
        self.compare(pages, text, 0, path)
        lines = LINE.findall(text)
        for page in pages:
            check(page["lines"] == len(lines), f"{path}: {page['lines']} lines instead of {len(lines)}")
        if not lines:
            return
        first = self.chance.randint(1, len(lines))
        last = self.chance.randint(first, min(len(lines) + 2, first + 200))
        named = re.sub(r":\d+(-\d+)?$", "", pages[0]["id"]) + f":{first}-{last}"
        start = len("".join(lines[: first - 1]).encode())
        self.compare(self.walk(named), "".join(lines[first - 1 : last]), start, f"{path} {first}-{last}")

    def compare(self, pages, text, start, label):
        """Compares pages with the text that they must be; it begins at a byte of its file."""
        shown = "".join(page["text"] for page in pages)
        if is_plain(text):
            check(shown == text, lambda: f"{label}: {self.difference(shown, text)}")
            return
        data, place = text.encode(), 0
        for page in pages:
            end = int(page["cursor"].split("-")[0]) - start if "cursor" in page else len(data)
            wanted = visible(data[place:end].decode())
            check(page["text"] == wanted, lambda: f"{label}, page at {place}: {self.difference(page['text'], wanted)}")
            place = end

    @staticmethod
    def difference(found, wanted):
        place = next((i for i, (a, b) in enumerate(zip(found, wanted)) if a != b), min(len(found), len(wanted)))
        return (
            f"{len(found)} characters instead of {len(wanted)}; at {place}, {short(found[place:place + 40])} "
            f"instead of {short(wanted[place:place + 40])}"
        )

    # lists

    def list(self):
        """Returns the ids of all notes."""
        names, cursor = [], None
        while True:
            arguments = {"limit": self.chance.randint(1, 500), "budget_tokens": self.budget()}
            page = self.call("list", {**arguments, **({"cursor": cursor} if cursor else {})})
            check(page["notes"] or not page["count"], "a page of list is empty")
            names += [note["id"] for note in page["notes"]]
            cursor = page.get("cursor")
            if not cursor:
                break
        check(len(names) == page["count"], f"list names {len(names)} notes of {page['count']}")
        for name in {name for name in names if names.count(name) > 1}:
            self.attempt(check, False, f"list has {names.count(name)} notes with the id {name}")
        return names

    def resources(self):
        """Returns the addresses of all notes, each of which can be read."""
        addresses, cursor = [], None
        while True:
            answer = self.server.request("resources/list", {"_meta": meta(), **({"cursor": cursor} if cursor else {})})
            check("result" in answer, lambda: f"resources/list failed: {short(answer)}")
            addresses += [resource["uri"] for resource in answer["result"]["resources"]]
            cursor = answer["result"].get("nextCursor")
            if not cursor:
                break
        for address in {address for address in addresses if addresses.count(address) > 1}:
            self.attempt(check, False, f"resources/list has {addresses.count(address)} notes at {address}")
        for address in addresses:
            self.attempt(self.resource, address)
        return addresses

    def resource(self, address):
        answer = self.server.request("resources/read", {"uri": address, "_meta": meta()})
        check("result" in answer, lambda: f"resources/read {address} failed: {short(answer)}")
        contents = answer["result"]["contents"]
        self.weigh(contents, 10_000, f"resources/read {address}")
        if self.path(address).suffix not in TEXT:
            return
        text = read(self.path(address))
        if is_plain(text):
            is_beginning = text.startswith(contents[0]["text"]) if len(contents) > 1 else text == contents[0]["text"]
            check(is_beginning, f"resources/read {address} is not the note")

    # search

    def search(self, query):
        """Pages through a ranking twice; the second time with larger pages."""
        rankings = []
        for largest in (5, 20):
            ids, cursor = [], None
            while True:
                arguments = {"query": query, "limit": self.chance.randint(1, largest), "budget_tokens": self.budget()}
                page = self.call("search", {**arguments, **({"cursor": cursor} if cursor else {})})
                ids += [result["id"] for result in page["results"]]
                cursor = page.get("cursor")
                if not cursor:
                    break
                check(page["results"], f"search {short(arguments)} has a cursor but no results")
            rankings.append(ids)
        check(rankings[0] == rankings[1], lambda: f"search {short(query)} has two rankings: {self.ends(*rankings)}")
        for name in self.chance.sample(ids, min(2, len(ids))):
            self.call("fetch", {"id": name, "budget_tokens": self.budget()})

    @staticmethod
    def ends(first, second):
        return f"{len(first)} and {len(second)} results, ending with {short(first[-2:])} and {short(second[-2:])}"

    def queries(self, count):
        """Returns random words of the notes, some with operators."""
        paths = [path for path in self.folder.rglob("*.md") if path.is_file()]
        for _ in range(count):
            try:
                words = re.findall(r"\w{2,30}", read(self.chance.choice(paths)))
            except UnicodeDecodeError:
                continue
            words = self.chance.sample(words, min(len(words), self.chance.randint(1, 4)))
            forms = ["{}", "{}", "{}", '"{}"', "{} -zzz", "{} after:2000", "after:2000", "path:md {}"]
            query = self.chance.choice(forms).format(" ".join(words))
            if query.strip(' "'):
                yield query

    def run(self, walks):
        names = self.attempt(self.list) or []
        documents = self.call("status", {})["documents"]
        self.attempt(check, len(names) == documents, f"list names {len(names)} notes, the index has {documents}")
        addresses = self.attempt(self.resources) or []
        self.attempt(check, len(addresses) == documents, f"resources/list has {len(addresses)} notes of {documents}")
        for budget in (500, 999, 50_001, 0, -1):
            for tool, arguments in (("fetch", {"id": "x"}), ("list", {}), ("search", {"query": "x"})):
                result = self.server.tool(tool, {**arguments, "budget_tokens": budget})
                self.attempt(check, result["isError"], f"{tool} takes a budget of {budget} tokens")
        for _ in range(walks):
            for name in names or addresses:
                self.attempt(self.note, name)
        for query in self.queries(100 * walks):
            self.attempt(self.search, query)
        for kind, (share, label) in sorted(self.largest.items()):
            self.attempt(check, share <= 1, f"{share:.0%} of its budget by {kind.split(', ')[1]}: {label}")
        self.attempt(self.server.close)
        self.findings.finish()
        return f"cursors: {len(names)} notes, {self.pages} pages in order; {self.shares()}"

    def shares(self):
        return "largest shares of a budget: " + "; ".join(f"{k} {v[0]:.0%}" for k, v in sorted(self.largest.items()))


def run():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("program", "index", "folder"):
        parser.add_argument(name)
    parser.add_argument("--walks", type=int, default=1, help="how often each note is read")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with Server(arguments.program, arguments.index) as server:
        return Walk(server, arguments.folder, arguments.seed).run(arguments.walks)


if __name__ == "__main__":
    main(run)
