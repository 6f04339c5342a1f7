#!/usr/bin/env python3
"""Checks that an app with one import answers like the command: Benchmarks/one_import.py [--model NAME] [--questions N]

Asks `Benchmarks/Sources/app` and `rag ask --json` the questions of corpus/, each with its own index, and compares
outcome, answer and sources. Prints each difference and, at the end, how many questions agreed; exits with 1 if any did
not. RAG names the program; the default is .build/release/rag.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
RAG = os.environ.get("RAG", ROOT / ".build/release/rag")


def app_program():
    build = ["swift", "build", "-c", "release", "--package-path", ROOT / "Benchmarks", "--product", "app"]
    subprocess.run(build, check=True, stdout=sys.stderr)
    return subprocess.run(build + ["--show-bin-path"], check=True, capture_output=True, text=True).stdout.strip() + "/app"


def of_the_command(question, index, model):
    ask = [RAG, "ask", "--json", "--index", index, *(["--model", model] if model else []), question]
    record = json.loads(subprocess.run(ask, capture_output=True, text=True).stdout)
    sources = [f"{source['number']} {source['source']}" for source in record["sources"]]
    return record["outcome"], record.get("answer") or "", sources


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--model", help="the catalogue's name of the model, by default the default model")
    parser.add_argument("--questions", type=int, help="only so many")
    options = parser.parse_args()
    lines = (ROOT / "corpus/questions.jsonl").read_text().splitlines()[: options.questions]
    questions = [json.loads(line)["question"] for line in lines]
    alike = 0
    with tempfile.TemporaryDirectory() as work:
        arguments = [app_program(), f"{work}/app.sqlite", ROOT / "corpus", *([options.model] if options.model else [])]
        app = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        subprocess.run([RAG, "index", "--index", f"{work}/rag.sqlite", ROOT / "corpus"], check=True, capture_output=True)
        for number, question in enumerate(questions, 1):
            app.stdin.write(question + "\n")
            app.stdin.flush()
            answer = json.loads(app.stdout.readline())
            # The command gives the reason for a refusal apart from the outcome.
            here = answer["outcome"].split("(")[0], answer.get("answer") or "", answer["sources"]
            there = of_the_command(question, f"{work}/rag.sqlite", options.model)
            alike += here == there
            if here != there:
                print(f"{question}\n  app      {here}\n  command  {there}", flush=True)
            print(f"\r{number} of {len(questions)}", end="", file=sys.stderr)
        app.stdin.close()
        app.wait()
    print(f"\n{alike} of {len(questions)} questions alike: outcome, answer and sources")
    return alike != len(questions)


if __name__ == "__main__":
    sys.exit(main())
