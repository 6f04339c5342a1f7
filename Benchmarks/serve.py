#!/usr/bin/env python3
"""Measures a warm server: Benchmarks/serve.py INDEX [--program RAG ...] [--seconds N] [--rate N] [--requests N]

Sends requests to `rag serve` over one connection a client, at a fixed rate, and prints the latency that a client sees
and the processor time of the server, for each endpoint; then as many searches as it can, over HTTP and over the Model
Context Protocol, and what the memory of each of the two processes is meanwhile. The first endpoint does nothing: that is
what HTTP and the two processes cost. With several programs, each measurement is made with one after the other, twice.
"""

import argparse
import contextlib
import http.client
import json
import os
import pathlib
import sys
import threading
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "Tests/NotesServerTests/Clients"))
from serving import Server, children, resident  # noqa: E402 (it is in another folder)

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


def query(number):
    return QUERIES[number % len(QUERIES)]


def tool(client, number):
    client.send("POST", "/mcp", {
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "search", "arguments": {"query": query(number)}}})


def search(client, number):
    client.send("GET", f"/search?q={query(number).replace(' ', '+')}&limit=8")


# An endpoint's path in the metrics: the first of these in its name.
PATHS = ["/v1/models", "/search", "/mcp", "/documents"]
ENDPOINTS = {
    "nothing (GET /v1/models)": lambda client, _: client.send("GET", "/v1/models"),
    "GET /search": search,
    "search over /mcp": tool,
    "GET /documents": lambda client, number: client.send("GET", f"/documents?limit=50&cursor={number % 20 * 50}"),
}


def processes(server):
    return [server.process.pid, *children(server.process.pid)]


def spent(server):
    """The processor time of both processes in seconds."""
    total = 0
    for pid in processes(server):
        with open(f"/proc/{pid}/stat") as file:
            total += sum(int(ticks) for ticks in file.read().rsplit(")", 1)[1].split()[11:13])
    return total / os.sysconf("SC_CLK_TCK")


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


def counts(server, name):
    """How many requests the server answered within each limit; clients also wait for Python."""
    path = next(path for path in PATHS if path in name)
    request = urllib.request.Request(f"http://127.0.0.1:{server.port}/metrics", headers=server.headers)
    with urllib.request.urlopen(request) as response:
        lines = response.read().decode().splitlines()
    prefix = f'rag_request_seconds_bucket{{path="{path}",le="'
    found = (line.removeprefix(prefix).split('"} ') for line in lines if line.startswith(prefix))
    return {limit: int(count) for limit, count in found}


def server_line(before, after):
    """Prints which share of the requests the server answered within the limits."""
    total = max(1, after["+Inf"] - before.get("+Inf", 0))
    shares = (f"{100 * (after[at] - before.get(at, 0)) / total:.1f} % within {1000 * float(at):g} ms"
              for at in ("0.005", "0.01", "0.025", "0.05"))
    print(f"{'':40} in the server: {', '.join(shares)}", flush=True)


def line(name, taken, processor):
    def at(share):
        return 1000 * taken[min(len(taken) - 1, int(share * len(taken)))]

    figures = f"p50 {at(0.5):6.1f} ms, p99 {at(0.99):6.1f} ms, most {at(1):6.1f} ms"
    print(f"{name:40} {len(taken):6} requests, {figures}, processor {1000 * processor / len(taken):5.1f} ms", flush=True)


def memory(server, count):
    for name, request in (("GET /search", search), ("search over /mcp", tool)):
        client, start = Client(server), time.monotonic()
        for number in range(count + 1):
            if number % max(1, count // 5) == 0:
                sizes = ", ".join(f"{resident(pid):.1f} MB" for pid in processes(server))
                print(f"{name}, {number:7} one after another: rag and rag-serve have {sizes}", flush=True)
            request(client, number)
        print(f"{name}: {count / (time.monotonic() - start):.0f} a second")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("index")
    parser.add_argument("--program", action="append")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rate", type=float, default=50)
    parser.add_argument("--requests", type=int, default=100_000)
    arguments = parser.parse_args()
    programs = arguments.program or [str(ROOT / ".build/release/rag")]
    with contextlib.ExitStack() as stack:
        servers = [stack.enter_context(Server(program, arguments.index)) for program in programs]
        chunks = servers[0].json("/status")["status"]["chunks"]
        print(f"{chunks:,} chunks, {arguments.rate:g} requests a second")
        for name, request in ENDPOINTS.items():
            for server in servers:
                paced(server, request, arguments.rate, 2)
            for server, program in list(zip(servers, programs)) * min(2, len(servers)):
                before, counted = spent(server), counts(server, name)
                taken = paced(server, request, arguments.rate, arguments.seconds)
                line(f"{name} {program[-20:] if len(programs) > 1 else ''}", taken, spent(server) - before)
                server_line(counted, counts(server, name))
        if arguments.requests:
            memory(servers[-1], arguments.requests)


if __name__ == "__main__":
    main()
