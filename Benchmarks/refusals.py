#!/usr/bin/env python3
"""Measures the outcomes of questions that notes answer or do not answer: Benchmarks/refusals.py SET… [options]

A SET is one of
  FOLDER             notes with questions.jsonl (corpus/README.md describes it), such as corpus
  FOLDER=FILE        notes, and their questions in a file of that form
  FOLDER             a retrieval set: corpus.jsonl, and queries.jsonl with "answerable"
  FOLDER             items.jsonl of RGB: asked with all its passages, and with only those that lack the answer
  Each question has one of four outcomes: answered, answered as unsure, only the closest lines shown, or refused. Prints
  a row for each set as it completes. RAG names the program; the default is .build/release/rag.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
RAG = os.environ.get("RAG", ROOT / ".build/release/rag")
# The environment may force slower kernels on OpenBLAS.
ENVIRONMENT = {k: v for k, v in os.environ.items() if k not in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")}
ENDS = ("answered", "unsure", "closest", "refused")


def read(path):
    return [json.loads(line) for line in path.read_text().splitlines() if line]


def index(folder, work, name):
    path = f"{work}/{name}.sqlite"
    subprocess.run([RAG, "index", "--index", path, folder], check=True, env=ENVIRONMENT, capture_output=True)
    return path


def write_notes(texts, folder):
    folder.mkdir()
    for number, (title, text) in enumerate(texts):
        (folder / f"{number}.md").write_text(f"# {title}\n\n{text}\n" if title else text + "\n")
    return folder


def sampled(questions, count, seed):
    """Returns `count` answerable and `count` unanswerable questions, or all, shuffled by the seed."""
    chosen = []
    for answerable in (True, False):
        kind = [question for question in questions if question[1] == answerable]
        random.Random(seed).shuffle(kind)
        chosen += kind[:count] if count else kind
    return chosen


def cases(name, options, work):
    """Returns triples of a question, whether it is answerable, and the index to ask."""
    folder, _, file = name.partition("=")
    folder = pathlib.Path(folder)
    if file or (folder / "questions.jsonl").exists():
        path = index(folder, work, "notes")
        entries = read(pathlib.Path(file) if file else folder / "questions.jsonl")
        questions = [(entry["question"], entry["answer"] is not None) for entry in entries]
        return [(*question, path) for question in sampled(questions, options.sample, options.seed)]
    if (folder / "items.jsonl").exists():
        items = read(folder / "items.jsonl")
        random.Random(options.seed).shuffle(items)
        items = items[: options.sample or len(items)]
        negatives = [("", text) for item in items for text in item["negative"]]
        positives = [("", text) for item in items for text in item["positive"]]
        path_with = index(write_notes(negatives + positives, pathlib.Path(work) / "all"), work, "all")
        path_without = index(write_notes(negatives, pathlib.Path(work) / "negative"), work, "negative")
        return [(item["question"], answerable, path) for item in items
                for answerable, path in ((True, path_with), (False, path_without))]
    texts = [(document["title"], document["text"]) for document in read(folder / "corpus.jsonl")]
    path = index(write_notes(texts, pathlib.Path(work) / "corpus"), work, "corpus")
    questions = [(query["text"], bool(query["answerable"])) for query in read(folder / "queries.jsonl")]
    return [(*question, path) for question in sampled(questions, options.sample, options.seed)]


def ask(question, path, options):
    done = subprocess.run(
        [RAG, "ask", "--json", "--reply-tokens", "48", "--index", path, *options.options, "--", question],
        capture_output=True, text=True, env=ENVIRONMENT)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    return json.loads(done.stdout)


def end(reply):
    if reply["outcome"] == "notInNotes":
        return "refused"
    if reply["outcome"] == "unsure" and not any(sentence["citations"] for sentence in reply["sentences"]):
        return "closest" if reply["sources"] else "unsure"
    return reply["outcome"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sets", nargs="+")
    parser.add_argument("--sample", type=int, default=0, help="so many questions of each kind; all unless given")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--log", help="add a JSON line for each question to this file")
    parser.add_argument("--options", nargs="*", default=[], help="options for rag ask, as in --options=--threads=2")
    options = parser.parse_args()
    print(f"{'set':32} {'answerable':>10}  {'  '.join(ENDS)}   {'not':>6}  {'  '.join(ENDS)}", flush=True)
    for name in options.sets:
        counts = {True: collections.Counter(), False: collections.Counter()}
        with tempfile.TemporaryDirectory() as work:
            for question, answerable, path in cases(name, options, work):
                reply = ask(question, path, options)
                counts[answerable][end(reply)] += 1
                if options.log:
                    with open(options.log, "a") as log:
                        row = {key: reply.get(key) for key in ("outcome", "refusal", "answer", "gateScore", "probeScore")}
                        log.write(json.dumps({"set": name, "question": question, "answerable": answerable,
                                              "end": end(reply), **row}) + "\n")
        cells = ["  ".join(f"{counts[kind][key]:{len(key)}}" for key in ENDS) for kind in (True, False)]
        totals = [sum(counts[kind].values()) for kind in (True, False)]
        print(f"{name.partition('=')[0][-32:]:32} {totals[0]:10}  {cells[0]}   {totals[1]:6}  {cells[1]}", flush=True)


main()
