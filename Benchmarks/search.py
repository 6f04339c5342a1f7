"""Searches the same vectors with rag and other libraries in turn, and compares times and results.

Every engine has its vectors in memory; rag's are in its index file, opened once. All are exact but hnswlib, whose
recall of the true ten is shown. Three measurements: one query at a time, with the engines in turn for each query, so
that each finds the caches filled by the others; ten in a row; and 32 at once.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import faiss
import numpy as np

import encode

# Not all of these have packages for every processor; an engine without one is skipped and reported.
hnswlib, usearch_index, sqlite_vec, sqlite = (
    encode.found(name) for name in ("hnswlib", "usearch.index", "sqlite_vec", "pysqlite3"))

DIMENSIONS = 384


def unit(rows, seed):
    random = np.random.default_rng(seed)
    vectors = np.empty((rows, DIMENSIONS), np.float32)
    for first in range(0, rows, 65_536):
        part = random.standard_normal((min(65_536, rows - first), DIMENSIONS), np.float32)
        vectors[first : first + len(part)] = part / np.linalg.norm(part, axis=1, keepdims=True)
    return vectors


class Rag:
    name = "rag"

    def __init__(self, program, folder, vectors, queries):
        vectors.tofile(folder + "/vectors.f32")
        queries.tofile(folder + "/queries.f32")
        arguments = [folder + "/index.sqlite", folder + "/vectors.f32", folder + "/queries.f32", str(DIMENSIONS)]
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
        def start():
            return subprocess.Popen(
                [program, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
        # The first run stores the vectors, the second is timed from the start.
        first = start()
        first.stdout.readline()
        first.stdin.close()
        first.wait()
        begin = time.perf_counter()
        self.process = start()
        self.process.stdout.readline()
        self.load = time.perf_counter() - begin

    def search(self, first, count, limit):
        self.process.stdin.write(f"{first} {count} {limit}\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        return answer["seconds"], answer["rows"]

    def memory(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            return next(int(line.split()[1]) // 1024 for line in file if line.startswith("VmRSS"))


class Library:
    """An engine in this process: `find` returns the rows of each query."""

    def __init__(self, queries):
        self.queries = queries

    def search(self, first, count, limit):
        places = [(first + i) % len(self.queries) for i in range(count)]
        asked = np.ascontiguousarray(self.queries[places])
        begin = time.perf_counter()
        rows = self.find(asked, limit)
        return time.perf_counter() - begin, [[int(row) for row in found] for found in rows]


class Numpy(Library):
    name = "numpy"

    def __init__(self, vectors, queries):
        super().__init__(queries)
        self.vectors = vectors

    def find(self, asked, limit):
        products = asked @ self.vectors.T if len(asked) > 1 else (self.vectors @ asked[0])[None]
        best = np.argpartition(-products, limit, axis=1)[:, :limit]
        order = np.take_along_axis(-products, best, 1).argsort(1, kind="stable")
        return np.take_along_axis(best, order, 1)


class Faiss(Library):
    name = "faiss flat"

    def __init__(self, vectors, queries):
        super().__init__(queries)
        self.index = faiss.IndexFlatIP(DIMENSIONS)
        self.index.add(vectors)

    def find(self, asked, limit):
        return self.index.search(asked, limit)[1]


class Usearch(Library):
    name = "usearch exact"

    def __init__(self, vectors, queries):
        super().__init__(queries)
        self.vectors = vectors

    def find(self, asked, limit):
        found = usearch_index.search(self.vectors, asked, limit, usearch_index.MetricKind.IP, exact=True, threads=1)
        return found.keys.reshape(len(asked), -1)


class SQLiteVec(Library):
    name = "sqlite-vec"

    def __init__(self, vectors, queries):
        super().__init__(queries)
        self.db = sqlite.connect(":memory:")
        self.db.enable_load_extension(True)
        sqlite_vec.load(self.db)
        self.db.execute(f"CREATE VIRTUAL TABLE v USING vec0(e float[{DIMENSIONS}] distance_metric=cosine)")
        rows = ((i, row.tobytes()) for i, row in enumerate(vectors))
        self.db.executemany("INSERT INTO v (rowid, e) VALUES (?, ?)", rows)

    def find(self, asked, limit):
        sql = "SELECT rowid FROM v WHERE e MATCH ? AND k = ? ORDER BY distance"
        return [[row for (row,) in self.db.execute(sql, (query.tobytes(), limit))] for query in asked]


class HNSW(Library):
    """An approximate engine; its notes show the recall of the true ten."""

    name = "hnswlib"

    def __init__(self, vectors, queries):
        super().__init__(queries)
        self.index = hnswlib.Index("ip", DIMENSIONS)
        self.index.init_index(len(vectors), M=16, ef_construction=200)
        begin = time.perf_counter()
        self.index.add_items(vectors)
        self.build = time.perf_counter() - begin
        self.index.set_ef(100)
        self.index.set_num_threads(1)

    def find(self, asked, limit):
        return self.index.knn_query(asked, limit)[0]


def agrees(vectors, query, mine, exact):
    """Whether two lists of rows are equal, up to scores that differ by less than a millionth."""
    def scores(rows):
        return vectors[rows].astype(np.float64) @ query.astype(np.float64)
    return len(mine) == len(exact) and np.abs(scores(mine) - scores(exact)).max() < 1e-6


def peers(options, numpy, what):
    """Returns the other engines, numpy included."""
    small = len(numpy.vectors) <= 100_000
    made = [Faiss(numpy.vectors, numpy.queries), numpy]
    for engine, needed in (
        (Usearch, usearch_index), (SQLiteVec, small and sqlite_vec and sqlite), (HNSW, small and not options.quick and hnswlib)):
        if needed:
            encode.show(f"{what}: building {engine.name}")
            made.append(engine(numpy.vectors, numpy.queries))
    return made


def compare(engines, rag, numpy, rounds, what):
    """Yields a row for each engine: its times, how many times faster ours is, and notes."""
    one, ten, many = ({engine: [] for engine in engines} for _ in range(3))
    for i in range(rounds):
        encode.show(f"{what}: one query, {i + 1} of {rounds}")
        for engine in engines:
            one[engine].append(engine.search(i, 1, 10)[0])
    for i in range(max(3, rounds // 3)):
        encode.show(f"{what}: ten in a row, {i + 1} of {max(3, rounds // 3)}")
        for engine in engines:
            ten[engine].append(statistics.median(engine.search(10 * i + j, 1, 10)[0] for j in range(10)))
    for i in range(max(3, rounds // 6)):
        encode.show(f"{what}: 32 at once, {i + 1} of {max(3, rounds // 6)}")
        for engine in engines:
            many[engine].append(engine.search(32 * i, 32, 10)[0])
    for engine in engines:
        ratios = [statistics.median(b / a for a, b in zip(t[rag], t[engine])) for t in (one, ten, many)]
        note = f"start {rag.load * 1000:.0f} ms, {rag.memory()} MB resident" if engine is rag else ""
        if isinstance(engine, HNSW):
            found = [len(set(engine.search(i, 1, 10)[1][0]) & set(numpy.search(i, 1, 10)[1][0])) for i in range(200)]
            note = f"approximate: {sum(found) / 2000:.3f} of the true ten; built in {engine.build:.0f} s"
        times = " | ".join(f"{statistics.median(t[engine]) * 1000:.2f}" for t in (one, ten, many))
        yield f"{engine.name} | {times} | {' | '.join(f'{x:.1f}x' for x in ratios)} | {note}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--rows", type=int, nargs="+", default=[100_000])
    parser.add_argument("--rounds", type=int, default=31)
    parser.add_argument("--checks", type=int, default=200, help="queries whose results are compared")
    parser.add_argument("--quick", action="store_true", help="without hnswlib, which takes minutes to build")
    parser.add_argument("--vectors", help="a file of float32 rows of length one, in place of random ones")
    options = parser.parse_args()
    faiss.omp_set_num_threads(1)

    row = encode.row
    row("## Search: 384 dimensions, ten nearest, one thread\n")
    row(f"- processor: {encode.processor()}, {os.cpu_count()} cores")
    row(f"- faiss {faiss.__version__}, numpy {np.__version__}, medians by turns")
    row(f"- rag's results compared with numpy's for {options.checks} queries; start: process to first result\n")
    row("| vectors | engine | one query, ms | of ten in a row, ms | 32 at once, ms "
        "| rag is faster by: one | ten | 32 | notes |")
    row("| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
    for count in options.rows:
        what = f"{count:,} vectors"
        encode.show(f"{what}: making them")
        if options.vectors:
            vectors = np.fromfile(options.vectors, np.float32).reshape(-1, DIMENSIONS)[:count]
        else:
            vectors = unit(count, 1)
        queries = np.concatenate([unit(100, 2), vectors[:: max(1, len(vectors) // 100)][:100]])
        with tempfile.TemporaryDirectory() as folder:
            encode.show(f"{what}: storing them with rag")
            rag = Rag(options.program, folder, vectors, queries)
            numpy = Numpy(vectors, queries)
            engines = [rag, *peers(options, numpy, what)]
            for i in range(options.checks):
                encode.show(f"{what}: result {i + 1} of {options.checks}")
                (mine,), (exact,) = rag.search(i, 1, 10)[1], numpy.search(i, 1, 10)[1]
                if not agrees(vectors, queries[i % len(queries)], mine, exact):
                    sys.exit(f"the results of query {i} differ: {mine}, {exact}")
            for line in compare(engines, rag, numpy, options.rounds, what):
                row(f"| {count:,} | {line} |")
            rag.process.stdin.close()
            rag.process.wait()


if __name__ == "__main__":
    main()
