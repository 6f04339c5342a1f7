#!/usr/bin/env python3
"""Measures a warm server: Benchmarks/serve.py INDEX [--seconds N] [--rate N] [--requests N]

Sends searches to `rag serve` over one connection a client, at a fixed rate, and prints the latency that a client sees,
over HTTP and over the Model Context Protocol; then as many searches as it can, and what the memory of both processes
was before and after. Beside it, in the same run: the same requests for a path that does nothing, which is what HTTP and
the two processes cost.
"""

import argparse
import http.client
import json
import pathlib
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "Tests/NotesServerTests/Clients"))
from serving import Server  # noqa: E402 (it is in another folder)

QUERIES = ["stopcock", "signing keys", "actor isolation", "string interpolation", "where clause", "result builders",
           "sendable closures", "package manager", "regex literals", "move only types", "buffer of the assay",
           "opaque result types", "default arguments", "key paths as functions", "concurrency of tasks"]


class Client:
    def __init__(self, server):
        self.server = server
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port)

    def send(self, method, path, body=None):
        headers = self.server.headers | ({"Content-Type": "application/json"} if body else {})
        self.connection.request(method, path, json.dumps(body) if body else None, headers)
        response = self.connection.getresponse()
        response.read()
        assert response.status == 200, f"{path}: {response.status}"


def nothing(client, _):
    client.send("GET", "/v1/models")


def search(client, number):
    client.send("GET", f"/search?q={QUERIES[number % len(QUERIES)].replace(' ', '+')}&limit=8")


def tool(client, number):
    client.send("POST", "/mcp", {
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "search", "arguments": {"query": QUERIES[number % len(QUERIES)]}}})


def paced(server, request, rate, seconds):
    """Sends requests at a rate, whether or not earlier ones have been answered; returns the seconds of each."""
    clients = [Client(server) for _ in range(16)]
    taken, lock, start = [], threading.Lock(), time.monotonic() + 0.1

    def run(client, place):
        for number in range(place, int(rate * seconds), len(clients)):
            due = start + number / rate
            time.sleep(max(0, due - time.monotonic()))
            request(client, number)
            with lock:
                taken.append(time.monotonic() - due)

    threads = [threading.Thread(target=run, args=pair) for pair in zip(clients, range(len(clients)))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(taken)


def line(name, taken):
    def at(share):
        return 1000 * taken[min(len(taken) - 1, int(share * len(taken)))]

    figures = f"p50 {at(0.5):6.1f} ms, p99 {at(0.99):6.1f} ms, most {at(1):6.1f} ms"
    print(f"{name:28} {len(taken):6} requests, {figures}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("index")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rate", type=float, default=50)
    parser.add_argument("--requests", type=int, default=100_000)
    arguments = parser.parse_args()
    with Server(str(ROOT / ".build/release/rag"), arguments.index) as server:
        chunks = server.json("/status")["status"]["chunks"]
        print(f"{chunks:,} chunks, {arguments.rate:g} requests a second")
        kinds = [("nothing (GET /v1/models)", nothing), ("GET /search", search), ("search over /mcp", tool)]
        for name, request in kinds:
            paced(server, request, arguments.rate, 2)
            line(name, paced(server, request, arguments.rate, arguments.seconds))
        client, before, start = Client(server), server.memory(), time.monotonic()
        for number in range(arguments.requests):
            search(client, number)
            if number and number % (arguments.requests // 5) == 0:
                print(f"{number:7} searches one after another: {server.memory():.0f} MB", flush=True)
        rate = arguments.requests / (time.monotonic() - start)
        print(f"memory {before:.0f} MB before, {server.memory():.0f} MB after; {rate:.0f} searches a second")


if __name__ == "__main__":
    main()
