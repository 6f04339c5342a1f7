#!/usr/bin/env python3
"""Asks every question of a folder of notes and judges the answers: Benchmarks/questions.py [FOLDER] [ask options]

FOLDER contains notes and questions.jsonl (corpus/README.md describes it); the default is the project's corpus. An
answer is right if it contains one of the accepted texts, ignoring white space and digit grouping. RAG names the
program; the default is .build/release/rag.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
RAG = os.environ.get("RAG", ROOT / ".build/release/rag")
# The environment may force slower kernels on OpenBLAS.
ENVIRONMENT = {k: v for k, v in os.environ.items() if k not in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")}


def squeezed(text):
    return re.sub(r"[\s,]+", "", text.lower().replace("\u2212", "-"))


def ask(question, index, options):
    done = subprocess.run(
        [RAG, "ask", "--json", "--index", index, *options, question], capture_output=True, text=True, env=ENVIRONMENT)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    return json.loads(done.stdout)


def judge(entry, reply):
    """Returns the verdicts on one reply, by name."""
    refused = reply["outcome"] == "notInNotes"
    if entry["answer"] is None:
        return {"refused, of those the notes do not answer": refused}
    answer = squeezed(re.sub(r"\s*\[\d+\]", "", reply.get("answer") or ""))
    first, last = entry["lines"]
    return {
        "right document among the passages": any(p["path"] == entry["source"] for p in reply["passages"]),
        "right": not refused and any(squeezed(text) in answer for text in entry["accept"]),
        "right lines cited": any(
            s["path"] == entry["source"] and s["firstLine"] <= last and s["lastLine"] >= first
            for s in reply["sources"]),
    }


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "corpus")
    totals = {}
    with tempfile.TemporaryDirectory() as work:
        index = work + "/index.sqlite"
        subprocess.run([RAG, "index", "--index", index, folder], check=True, env=ENVIRONMENT, stdout=subprocess.DEVNULL)
        for line in (folder / "questions.jsonl").read_text().splitlines():
            entry = json.loads(line)
            reply = ask(entry["question"], index, sys.argv[2:])
            verdicts = judge(entry, reply)
            for name, holds in verdicts.items():
                good, all_of_them = totals.get(name, (0, 0))
                totals[name] = (good + holds, all_of_them + 1)
            missed = ", ".join("not " + name for name, holds in verdicts.items() if not holds)
            if missed:
                said = reply.get("answer") or f"refused by the {reply.get('refusal')}"
                print(f"{entry['id']} {entry['question']}\n    {said}\n    {missed}", flush=True)
    for name, (good, all_of_them) in totals.items():
        print(f"{good} of {all_of_them} {name}")


main()
