#!/usr/bin/env python3
"""Checks that a model behind llama-server answers as in the process: Benchmarks/servers.py [--model NAME] [--questions N]

Asks `rag ask --json` the questions of corpus/ twice: with a model's file, and with `.deps/server/llama-server` (built by
`scripts/server`) running the same file. Prints each difference and, at the end, how many outcomes and answers agreed, and
the seconds that both took. Exits with 1 if fewer than nine in ten outcomes agreed: the two evaluate batches of different
sizes, so they round differently. RAG names the program; the default is .build/release/rag.
"""

import argparse
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
RAG = os.environ.get("RAG", ROOT / ".build/release/rag")


def start_server(model):
    """Returns a running server with the model, and its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [ROOT / ".deps/server/llama-server", "--offline", "-m", model, "--host", "127.0.0.1", "--port", str(port), "-c", "4096",
         "-np", "1", "-fa", "off", "-fit", "off", "--no-repack"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while server.poll() is None:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health")
            return server, f"http://127.0.0.1:{port}/v1"
        except OSError:
            time.sleep(0.2)
    sys.exit("servers: llama-server did not start")


def ask(question, index, model):
    """Returns the outcome, the answer and the sources, and the seconds."""
    start = time.monotonic()
    run = subprocess.run([RAG, "ask", "--json", "--index", index, "--model", model, question], capture_output=True, text=True)
    if run.returncode not in (0, 1):
        sys.exit(f"servers: {run.stderr.strip()}")
    record = json.loads(run.stdout)
    sources = [source["source"] for source in record["sources"]]
    return (record["outcome"], record.get("answer") or "", sources), time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--model", default="Qwen2.5-Coder-1.5B-Instruct", help="the model's name in the catalogue")
    parser.add_argument("--questions", type=int, help="only so many")
    options = parser.parse_args()
    path = subprocess.run([RAG, "models", "path", options.model], check=True, capture_output=True, text=True).stdout.strip()
    lines = (ROOT / "corpus/questions.jsonl").read_text().splitlines()[: options.questions]
    questions = [json.loads(line)["question"] for line in lines]
    outcomes = answers = 0
    seconds = [0.0, 0.0]
    server, address = start_server(path)
    try:
        with tempfile.TemporaryDirectory() as work:
            index = f"{work}/rag.sqlite"
            subprocess.run([RAG, "index", "--index", index, ROOT / "corpus"], check=True, capture_output=True)
            for number, question in enumerate(questions, 1):
                here, seconds_here = ask(question, index, options.model)
                there, seconds_there = ask(question, index, address)
                seconds = [seconds[0] + seconds_here, seconds[1] + seconds_there]
                outcomes += here[0] == there[0]
                answers += here == there
                if here != there:
                    print(f"{question}\n  process  {here}\n  server   {there}", flush=True)
                print(f"\r{number} of {len(questions)}", end="", file=sys.stderr)
    finally:
        server.kill()
    print(f"\n{outcomes} of {len(questions)} outcomes alike, {answers} with the same answer and sources; "
          f"{seconds[0]:.0f} seconds in the process, {seconds[1]:.0f} behind the server")
    return outcomes < 0.9 * len(questions)


if __name__ == "__main__":
    sys.exit(main())
