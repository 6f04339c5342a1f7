"""Searches the same chunks in an index in a file, one in PostgreSQL, and in PostgreSQL with plain SQL.

Starts a server of its own, and draws as many vectors as wanted around those of real texts: to each, the difference of
two others is added, so that directions and distances are those of the encoder. Questions are drawn in the same way and
are not among the chunks.
"""

import argparse
import json
import os
import pathlib
import pwd
import shutil
import subprocess
import sys
import tempfile

import numpy as np

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
DIMENSIONS = 384
PORT = "5433"


def paragraphs():
    """The paragraphs of this repository's notes and manuals."""
    for path in sorted([*REPOSITORY.glob("corpus/**/*.md"), *REPOSITORY.glob("*.md"), *REPOSITORY.glob("docs/**/*.md")]):
        for paragraph in path.read_text(encoding="utf-8").split("\n\n"):
            if len(paragraph.split()) > 8:
                yield paragraph


def encoded(texts):
    lines = "".join(json.dumps({"text": text}) + "\n" for text in texts)
    rag = REPOSITORY / ".build/release/rag"
    output = subprocess.run([rag, "encode"], input=lines, text=True, stdout=subprocess.PIPE, check=True).stdout
    return np.array([json.loads(line)["vector"] for line in output.splitlines()], np.float32)


def draw(real, rows, seed, spread):
    random = np.random.default_rng(seed)
    for first in range(0, rows, 65_536):
        count = min(65_536, rows - first)
        a, b, c = (real[random.integers(len(real), size=count)] for _ in range(3))
        vectors = a + spread * (b - c)
        yield (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype("<f4")


class Server:
    """PostgreSQL in a folder, as `nobody` if this is root; its socket is in the folder."""

    def __init__(self, folder, memory):
        self.folder = folder
        self.programs = REPOSITORY / ".deps/postgres/bin"
        self.as_nobody = []
        os.makedirs(folder, exist_ok=True)
        if os.getuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
            self.as_nobody = ["setpriv", f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups"]
        if not os.path.exists(folder + "/data"):
            self.run("initdb", "-D", folder + "/data", "-U", "rag", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8",
                     "--no-sync", stdout=subprocess.DEVNULL)
        settings = {
            "unix_socket_directories": folder, "listen_addresses": "", "port": PORT, "shared_buffers": memory,
            "max_wal_size": "8GB", "synchronous_commit": "off", "max_connections": "60",
        }
        options = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        self.process = subprocess.Popen(
            [*self.as_nobody, self.programs / "postgres", "-D", folder + "/data", *options], cwd="/tmp",
            stderr=open(folder + "/log", "w"))
        while subprocess.run([self.programs / "pg_isready", "-q", "-h", folder, "-p", PORT]).returncode:
            if self.process.poll() is not None:
                sys.exit(open(folder + "/log").read())
        self.run("psql", "-h", folder, "-p", PORT, "-U", "rag", "-XAtqc", "CREATE DATABASE notes", "postgres", check=False,
                 stderr=subprocess.DEVNULL)

    def run(self, program, *arguments, check=True, **streams):
        return subprocess.run([*self.as_nobody, self.programs / program, *arguments], cwd="/tmp", check=check, **streams)

    def size(self, relation):
        query = f"SELECT pg_total_relation_size('{relation}')" if relation else "SELECT pg_database_size('notes')"
        found = self.run("psql", "-h", self.folder, "-p", PORT, "-U", "rag", "-XAtqc", query, "notes",
                         stdout=subprocess.PIPE, text=True)
        return int(found.stdout) >> 20

    def end(self):
        self.process.terminate()
        self.process.wait()

    @property
    def address(self):
        return f"postgres://rag@/notes?host={self.folder}&port={PORT}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="the built 'stores'")
    parser.add_argument("encoder", help="the encoder's folder, for its vocabulary")
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--vectors", help="a file of float32 rows to draw around, instead of this repository's texts")
    parser.add_argument("--spread", type=float, default=0.5, help="how much of a difference is added")
    parser.add_argument("--memory", default="4GB", help="the server's shared_buffers")
    parser.add_argument("--folders", type=int, default=1, help="among how many folders the notes are divided")
    parser.add_argument("--partitions", type=int, default=1, help="among how many partitions the folders are divided")
    parser.add_argument("--keep", help="a folder for what is built, to measure again without building")
    arguments = parser.parse_args()
    folder = os.path.abspath(arguments.keep or tempfile.mkdtemp(prefix="stores-"))
    os.makedirs(folder, exist_ok=True)
    os.chmod(folder, 0o755)
    if not os.path.exists(folder + "/vectors.f32"):
        if arguments.vectors:
            real = np.fromfile(arguments.vectors, "<f4").reshape(-1, DIMENSIONS)
        else:
            real = encoded(paragraphs())
        for name, rows, seed in [("vectors", arguments.rows, 1), ("queries", arguments.questions, 2)]:
            with open(f"{folder}/{name}.f32", "wb") as file:
                for part in draw(real, rows, seed, arguments.spread):
                    part.tofile(file)
    server = Server(folder + "/server", arguments.memory)
    try:
        subprocess.run(
            [arguments.program, folder + "/index.sqlite", server.address, arguments.encoder + "/vocab.txt",
             folder + "/vectors.f32", folder + "/queries.f32", str(arguments.rows), str(arguments.questions),
             str(arguments.folders)],
            check=True, env=os.environ | {"PGOPTIONS": f"-c rag.partitions={arguments.partitions}"})
        sizes = {name: server.size(name) for name in ("rag.vectors", "rag.vectors_nearest", "rag.chunks", "rag.postings")}
        print(json.dumps({
            "measured": "megabytes", "file": os.path.getsize(folder + "/index.sqlite") >> 20,
            "database": server.size(None), **sizes}), flush=True)
    finally:
        server.end()
        if not arguments.keep:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
