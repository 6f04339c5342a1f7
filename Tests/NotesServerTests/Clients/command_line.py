"""Asks a running server from the command line: `command_line.py PROGRAM INDEX [OPTION ...]`.

`rag ask` must say the same with and without a server, whatever state the server is in.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time

from serving import PATIENCE, Server, check, eventually

QUESTIONS = ["Where is the main stopcock?", "How often is the cat weighed?", "What does the moon weigh?"]


class CommandLine:
    def __init__(self, program, index, options):
        self.command = [program, "ask", "--index", index, "--reply-tokens", "32", *options]

    def start(self, question, *options):
        return subprocess.Popen(
            [*self.command, *options, question], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def ask(self, question, *options):
        """Returns the exit code, the answer and the errors."""
        process = self.start(question, *options)
        output, errors = process.communicate(timeout=PATIENCE)
        return process.returncode, output, errors


def answered(server):
    """How many answers the server has given."""
    text = server.fetch("/metrics")[2].decode()
    return sum(float(count) for count in re.findall(r"^rag_answers_total\S* (\S+)$", text, re.M))


def comparable(answer):
    """An answer in JSON without what depends on the prompts before it."""
    code, output, errors = answer
    check(code in (0, 1) and output, f"{code}: {errors[-300:]}")
    record = json.loads(output)
    (record.get("usage") or {}).pop("cachedTokens", None)
    return code, record


def same_answers(server, line, locally):
    for question in QUESTIONS:
        before = answered(server)
        got = comparable(line.ask(question, "--json"))
        check(got == locally[question], f"{question}: {got} is not {locally[question]}")
        check(answered(server) == before + 1, f"{question}: the server was not asked")
    before = answered(server)
    code, output, errors = line.ask(QUESTIONS[0])
    check(code == 0 and "[1]" in output and not errors, f"{code}: {output} {errors}")
    check(answered(server) == before + 1, "the server was not asked")


def other_settings(server, line):
    before = answered(server)
    for options in [["--context-size", "2048"], ["--threads", "1"], ["--no-retrieval"], ["--trace", os.devnull]]:
        code, _, errors = line.ask(QUESTIONS[0], *options)
        check(code in (0, 1), f"{options}: {errors}")
    check(answered(server) == before, "a server with other settings was asked")


def filters(server, line):
    before = answered(server)
    code, record = comparable(line.ask(QUESTIONS[0], "--json", "--path", "lab"))
    check(all(p["path"].startswith("lab/") for p in record["passages"]), "the filter was not kept to")
    check(answered(server) == before + (1 if record["outcome"] != "notInNotes" or code else 0), "not asked")


def interrupted(server, line):
    """A question whose command line is killed leaves the queue."""
    killed = [line.start(QUESTIONS[1]) for _ in range(4)]
    time.sleep(0.3)
    for process in killed:
        process.send_signal(signal.SIGINT)
    codes = {process.wait(PATIENCE) for process in killed}
    check(codes <= {0, 1, 130}, f"interrupted: {codes}")
    code, _, errors = line.ask(QUESTIONS[0])
    check(code in (0, 1), f"after interruptions: {errors}")


def halted(server, line, locally):
    """A server that does not run on is not waited for."""
    server.process.send_signal(signal.SIGSTOP)
    try:
        got = comparable(line.ask(QUESTIONS[0], "--json"))
        check(got == locally[QUESTIONS[0]], "with a halted server the answer is another")
    finally:
        server.process.send_signal(signal.SIGCONT)


def second_server(server, program, index, options, line):
    """It leaves the command line to the first."""
    with Server(program, index, *options) as second:
        before = answered(server)
        line.ask(QUESTIONS[0])
        check(answered(server) == before + 1 and answered(second) == 0, "the second server took over")


def stopped(server, line):
    """A server that is told to stop finishes the answer."""
    asking = line.start(QUESTIONS[1])
    time.sleep(0.3)
    server.process.send_signal(signal.SIGTERM)
    output, errors = asking.communicate(timeout=PATIENCE)
    check(asking.returncode in (0, 1) and output, f"while the server stopped: {errors}")
    check(server.process.wait(PATIENCE) == 0, "the server did not end")


def sockets():
    folder = os.environ["XDG_CACHE_HOME"] + "/rag/servers"
    return [os.path.join(folder, name) for name in os.listdir(folder)]


def main():
    program, index, *options = sys.argv[1:]
    line = CommandLine(program, index, options)
    locally = {question: comparable(line.ask(question, "--json")) for question in QUESTIONS}
    with Server(program, index, *options) as server:
        (path,) = sockets()
        modes = [oct(os.stat(place).st_mode & 0o777) for place in (os.path.dirname(path), path)]
        check(modes == ["0o700", "0o600"], f"others can connect: {modes}")
        same_answers(server, line, locally)
        other_settings(server, line)
        filters(server, line)
        interrupted(server, line)
        halted(server, line, locally)
        second_server(server, program, index, options, line)
    check(sockets() == [path], "the killed server removed its socket")
    check(comparable(line.ask(QUESTIONS[0], "--json")) == locally[QUESTIONS[0]], "after a server was killed")
    with Server(program, index, *options) as server:
        same_answers(server, line, locally)
        stopped(server, line)
    eventually(lambda: sockets() == [], "the stopped server left its socket")


if __name__ == "__main__":
    main()
