"""What the program is killed at: each operation makes what it starts from, and says what is right afterwards."""
import json
import os
import pathlib
import shutil
import subprocess

import contents
import encoder

QUERIES = ["the light of the lamp", "harbour rope", "sails"]

NOTES = {
    "boat.md": "---\ntags: [sea]\n---\n# Boat\n\nThe boat lies in the harbour, the rope of the sail is new.\n\n"
               "## Sails\n\nTwo sails and one rope for the wind of the evening.\n",
    "deep/lamp.md": "# Lamp\n\nThe lamp of the harbour is a light for boats. #light\n",
    "old.md": "# Tide table\n\nThe tide of the morning is at six, that of the evening at seven.\n",
    "moved.txt": "A rope, a lamp and the wind.\n",
}
CHANGED = {
    "boat.md": NOTES["boat.md"] + "\n## Ropes\n\nThe rope of the lamp is old.\n",
    "deep/lamp.md": NOTES["deep/lamp.md"],
    "deep/moved.txt": NOTES["moved.txt"],
    "new.org": "* Wind\nThe wind of the harbour lights no lamp. :sea:\n",
}
# More chunks than a batch takes: its vectors are kept until all of them are there.
LONG = {"long.md": "".join(
    f"# Part {n}\n\n" + f"The light of lamp {n} and the tide of day {n}. " * 16 + "\n\n" for n in range(300))}


class Operation:
    """A command that changes an index. `before`: what the index was made of, if it is there before the command."""

    def __init__(self, name, arguments, before=None, after=NOTES, encoder="first", is_other=False, done=None):
        self.name, self.arguments, self.before, self.after = name, arguments, before, after
        self.encoder, self.is_other, self.done = encoder, is_other, done
        self.watched = "index"

    def prepare(self, rag, folder, models):
        self.rag, self.folder = rag, folder
        self.notes, self.template = f"{folder}/notes", f"{folder}/template"
        os.makedirs(self.template)
        self.encoders = {name: encoder.write(f"{folder}/{name}", seed) for seed, name in enumerate(["first", "second"])}
        if self.before is not None:
            self.write(self.before)
            index = self.template + "/index/index.sqlite"
            if self.is_other:
                os.makedirs(self.template + "/index")
                self.make(f"{folder}/new.sqlite", self.notes)
                contents.make_other_version(f"{folder}/new.sqlite", index)
            else:
                self.make(index, self.notes, *([self.notes + "-gone"] if "forget" in self.arguments else []))
        self.write(self.after)
        fresh = f"{folder}/fresh.sqlite"
        self.make(fresh, self.notes, encoder=self.encoder)
        self.expected, self.found = contents.of_index(fresh), self.search(fresh)
        assert all(self.found.values()), "the notes do not hold what is searched for"

    def write(self, notes):
        shutil.rmtree(self.notes, ignore_errors=True)
        for folder, files in [(self.notes, notes), (self.notes + "-gone", {"gone.md": "# Gone\n\nA sail to forget.\n"})]:
            for name, text in files.items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
                # In whole seconds, which every file system keeps.
                os.utime(path, (1_700_000_000, 1_700_000_000 + len(text)))

    def make(self, index, *folders, encoder="first"):
        subprocess.run([self.rag, "index", "--index", index, "--encoder", self.encoders[encoder], *folders],
                       check=True, stdout=subprocess.DEVNULL)

    def command(self, place):
        filled = [part.format(notes=self.notes) for part in self.arguments]
        return [self.rag, *filled, "--index", place + "/index/index.sqlite", "--encoder", self.encoders[self.encoder]]

    input = ""

    def environment(self, place):
        return {"RAG_MODELS": place + "/none", "XDG_DATA_HOME": place + "/data", "XDG_CACHE_HOME": place + "/cache"}

    def search(self, index):
        """What each query finds: places and scores."""
        found = {}
        for query in QUERIES:
            result = self.ask("search", "--json", "--index", index, "--encoder", self.encoders[self.encoder], query)
            found[query] = sorted(
                (round(passage["score"], 4), passage["folder"], passage["source"])
                for passage in json.loads(result.stdout)["passages"])
        return found

    def ask(self, *arguments, environment={}):
        return subprocess.run([self.rag, *arguments], capture_output=True, text=True, timeout=60,
                              env={**os.environ, **environment})

    def problem_while_broken(self, place, environment):
        """An index that was there before can be searched, whatever happened to the command."""
        if self.before is None:
            return None
        result = self.ask("search", "--ranking", "keyword", "--index", place + "/index/index.sqlite", "lamp",
                          environment=environment)
        if result.returncode in (0, 1) or self.is_other and "another version" in result.stderr:
            return None
        return f"cannot be searched: {result.stderr.strip()}"

    def is_done(self, result):
        """Whether a second run ended as it should."""
        return result.returncode == 0 or self.done is not None and self.done in result.stderr

    def problem(self, place):
        """What is wrong with the result, or None."""
        index = place + "/index/index.sqlite"
        different = contents.difference(contents.of_index(index), self.expected)
        if different:
            return different
        doctor = self.ask("doctor", "--json", "--index", index, "--encoder", self.encoders[self.encoder],
                          environment=self.environment(place))
        for finding in json.loads(doctor.stdout)["findings"]:
            if finding["part"] in ("index", "folder") and "problem" in finding:
                return f"doctor: {finding['problem']}"
        found = self.search(index)
        return None if found == self.found else f"other search results: {found}, expected {self.found}"

    def leftovers(self, place, wrote=True):
        """What does not belong beside the index. The lock of a killed process goes with the next that writes."""
        return sorted(set(os.listdir(place + "/index")) - {"index.sqlite"} - (set() if wrote else {"index.sqlite.lock"}))


class Conversation(Operation):
    """One more turn of a conversation that has one."""

    def __init__(self):
        super().__init__("session", [])
        self.watched = "data/rag/conversations"
        self.input = "Which lamp is a light for boats?\n"

    def prepare(self, rag, folder, models):
        self.model = f"{models}/smollm2-135m-instruct-q4_1.gguf"
        super().prepare(rag, folder, models)
        result = subprocess.run(self.command(self.template), input=self.input, capture_output=True, text=True,
                                env={**os.environ, **self.environment(self.template)})
        assert contents.turns(self.path(self.template)) == 1, result.stderr

    def path(self, place):
        return f"{place}/{self.watched}/garden.transcript"

    def environment(self, place):
        # What the model makes of its instructions is kept there, for all.
        return {**super().environment(place), "XDG_CACHE_HOME": self.folder + "/cache"}

    def command(self, place):
        return [self.rag, "chat", "--session", "garden", "--index", f"{self.folder}/fresh.sqlite", "--encoder",
                self.encoders["first"], "--model", self.model, "--threads", "1", "--reply-tokens", "2"]

    def problem_while_broken(self, place, environment):
        self_turns = contents.turns(self.path(place))
        pathlib.Path(place, "turns").write_text(str(self_turns))
        return None if self_turns in (1, 2) else f"{self_turns} turns are left"

    def problem(self, place):
        noted = pathlib.Path(place, "turns")
        expected = int(noted.read_text()) + 1 if noted.exists() else 2
        turns = contents.turns(self.path(place))
        return None if turns == expected else f"{turns} turns, expected {expected}"

    def leftovers(self, place, wrote=True):
        return sorted(set(os.listdir(f"{place}/{self.watched}")) - {"garden.transcript"})


def all_operations():
    return [
        Operation("first", ["index", "{notes}"]),
        Operation("update", ["index"], before=NOTES, after=CHANGED),
        Operation("rebuild", ["index", "--rebuild"], before=NOTES, encoder="second"),
        Operation("forget", ["forget", "{notes}-gone"], before=NOTES, done="is not in the index"),
        Operation("version", ["index"], before=NOTES, is_other=True),
        Conversation(),
        Operation("long", ["index", "{notes}"], before=NOTES, after={**NOTES, **LONG}),
    ]
