#!/usr/bin/env python3
"""Measures the time to the first word: Benchmarks/first_word.py [--every N] [--threads N] [--served] PROGRAM...

Asks every N-th question of corpus/ (by default every 4th) with each program in turn, so that all run under the same
conditions, and prints medians: seconds from the start of the process to the first byte of the answer, prompt tokens
evaluated, and tokens per second of prefill and decode, from the program's own trace. With --served, each question is
asked once more while `rag serve` runs, which then answers.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
ENVIRONMENT = {k: v for k, v in os.environ.items() if k not in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")}


def ask(program, index, question, options, work, served=False):
    trace = pathlib.Path(work) / "trace.jsonl"
    trace.unlink(missing_ok=True)
    # A server writes no trace, so with one the program answers by itself.
    tracing = [] if served else ["--trace", trace]
    start = time.monotonic()
    process = subprocess.Popen(
        [program, "ask", "--index", index, *tracing, *options, question], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, env=ENVIRONMENT)
    first = process.stdout.read(1)
    seconds = time.monotonic() - start
    process.stdout.read()
    process.wait()
    inferences = [json.loads(line) for line in trace.read_text().splitlines()] if trace.exists() else []
    inferences = [e["value"] for e in inferences if e["event"] == "inference" and e["value"]["purpose"] != "prewarming"]
    read = sum(i["inputTokens"] - i["cachedTokens"] for i in inferences)
    reading = sum(i.get("timeToFirstToken") or (i["duration"] if i["purpose"] == "probe" else 0) for i in inferences)
    writing = [i["tokensPerSecond"] for i in inferences if i.get("tokensPerSecond")]
    return {"seconds": seconds if first else None, "tokens": read, "reading": read / reading if reading else None,
            "writing": writing[-1] if writing else None}


def median(values):
    values = [v for v in values if v is not None]
    return statistics.median(values) if values else float("nan")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=4)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--served", action="store_true")
    parser.add_argument("programs", nargs="*", default=[str(ROOT / ".build/release/rag")])
    arguments = parser.parse_args()
    options = ["--threads", str(arguments.threads)] if arguments.threads else []
    questions = [json.loads(line)["question"] for line in (ROOT / "corpus/questions.jsonl").read_text().splitlines()]
    rows = {program: [] for program in arguments.programs}
    servers = []
    with tempfile.TemporaryDirectory() as work:
        for number, program in enumerate(arguments.programs):
            subprocess.run([program, "index", "--index", f"{work}/{number}.sqlite", ROOT / "corpus"], check=True,
                           env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            ask(program, f"{work}/{number}.sqlite", questions[0], options, work)  # fills persistent caches
            if arguments.served:
                rows[f"{program}, served"] = []
                servers.append(subprocess.Popen(
                    [program, "serve", "--port", "0", "--index", f"{work}/{number}.sqlite"], env=ENVIRONMENT,
                    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL))
                servers[-1].stdout.readline()
                ask(program, f"{work}/{number}.sqlite", questions[0], [], work, served=True)  # loads the model
        for question in questions[::arguments.every]:
            for number, program in enumerate(arguments.programs):
                for served in [False, True][:1 + arguments.served]:
                    name = f"{program}, served" if served else program
                    row = ask(program, f"{work}/{number}.sqlite", question, [] if served else options, work, served)
                    rows[name].append(row)
                    print(f"  {row['seconds']:6.2f} s  {row['tokens']:5d} tokens  {name}  {question[:50]}", flush=True)
        for server in servers:
            server.kill()
    for program, found in rows.items():
        print(f"{program}: first word {median(r['seconds'] for r in found):.2f} s, "
              f"{median(r['tokens'] for r in found):.0f} tokens read at {median(r['reading'] for r in found):.0f}/s, "
              f"written at {median(r['writing'] for r in found):.1f}/s (medians of {len(found)} questions)")


main()
