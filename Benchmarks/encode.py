"""Encodes the same texts with rag and with ONNX Runtime, in floats and in 8-bit numbers, by turns.

The texts are cut from what the system's packages document; the graph is built from the encoder's own weights, with
ONNX Runtime's fused operators. Both tokenize, encode and pool; each engine gets the batch size that suits it best.
"""

import argparse
import glob
import gzip
import json
import logging
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import onnx
import onnxruntime
import onnxruntime.quantization
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

import bert_graph


def system_texts():
    """Prose and code from files that Debian's packages install, longest first."""
    patterns = ["/usr/share/common-licenses/*", "/usr/share/perl/*/pod/*.pod", "/usr/share/doc/**/*.gz",
                "/usr/share/doc/**/README*", "/usr/share/doc/**/copyright"]
    seen = set()
    for pattern in patterns:
        for path in sorted(glob.glob(pattern, recursive=True)):
            real = os.path.realpath(path)
            if real in seen or not os.path.isfile(real):
                continue
            seen.add(real)
            opener = gzip.open if real.endswith(".gz") else open
            try:
                with opener(real, "rt", encoding="utf-8") as file:
                    text = file.read(200_000)
            except (OSError, UnicodeDecodeError, EOFError):
                continue
            if len(text) > 2_000:
                yield text


def tokenizer(folder):
    with open(folder + "/vocab.txt", encoding="utf-8") as file:
        vocabulary = {line.rstrip("\n"): i for i, line in enumerate(file)}
    found = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=100))
    found.normalizer = normalizers.BertNormalizer(lowercase=True)
    found.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    found.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", vocabulary["[CLS]"]), ("[SEP]", vocabulary["[SEP]"])])
    found.enable_truncation(256)
    return found


def chunks(reader, tokens, count):
    """Texts of `tokens` tokens on average, between three quarters and five quarters of it."""
    found, random = [], np.random.default_rng(1)
    for text in system_texts():
        # The window of text is cut where the tokenizer says that the wanted token ends.
        reader.no_truncation()
        offsets = reader.encode(text).offsets[1:-1]
        reader.enable_truncation(256)
        start = 0
        for _ in range(8):
            end = start + int(tokens * random.uniform(0.75, 1.25)) - 2
            if end >= len(offsets):
                break
            found.append(text[offsets[start][0] : offsets[end][1]])
            start = end
        if len(found) >= count:
            return found[:count]
    sys.exit(f"only {len(found)} of {count} texts found on this system")


class ONNXRuntime:
    def __init__(self, path, reader, threads):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
        self.session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        self.reader, self.batch = reader, 1

    def encode(self, texts):
        ids = [e.ids for e in self.reader.encode_batch(texts)]
        order = sorted(range(len(ids)), key=lambda i: -len(ids[i]))
        vectors = [None] * len(ids)
        for first in range(0, len(order), self.batch):
            members = order[first : first + self.batch]
            width = max(len(ids[i]) for i in members)
            tokens = np.zeros((len(members), width), np.int32)
            mask = np.zeros((len(members), width), np.int32)
            for row, i in enumerate(members):
                tokens[row, : len(ids[i])] = ids[i]
                mask[row, : len(ids[i])] = 1
            pool = (mask / mask.sum(1, keepdims=True)).astype(np.float32)[:, None]
            (means,) = self.session.run(None, {"ids": tokens, "mask": mask, "pool": pool})
            for row, i in enumerate(members):
                vectors[i] = means[row, 0] / np.linalg.norm(means[row, 0])
        return vectors

    def seconds(self, texts):
        start = time.perf_counter()
        self.encode(texts)
        return time.perf_counter() - start

    def choose_batch(self, texts):
        """The fastest of several batch sizes: ONNX Runtime pads, so larger is not always faster."""
        def time_of(batch):
            self.batch = batch
            return min(self.seconds(texts) for _ in range(2))
        self.batch = min((1, 2, 4, 8, 16, 32), key=time_of)


class Rag:
    batch = None

    def __init__(self, program, folder, texts, workers, precision):
        self.file = tempfile.NamedTemporaryFile("w", suffix=".json")
        json.dump(texts, self.file)
        self.file.flush()
        self.process = subprocess.Popen(
            [program, folder, self.file.name, str(workers), precision], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        first = json.loads(self.process.stdout.readline())
        self.kernel, self.tokens, self.vectors = first["kernel"], int(first["tokens"]), np.array(first["vectors"])

    def encode(self, _):
        return self.vectors

    def seconds(self, _):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())["seconds"]

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.file.close()


def processor():
    with open("/proc/cpuinfo") as file:
        return next((line.split(":")[1].strip() for line in file if line.startswith("model name")), platform.machine())


def engines(options, graphs, reader, texts, threads):
    """Each engine at its best, by name."""
    made = {}
    for precision in options.precisions:
        graph = graphs[precision]
        other = ONNXRuntime(graph, reader, threads)
        other.choose_batch(texts[: max(32, len(texts) // 2)])
        made[precision] = (Rag(options.program, options.encoder, texts, threads, precision), other)
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("encoder")
    parser.add_argument("--texts", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--threads", type=int, nargs="+", default=sorted({1, os.cpu_count()}))
    parser.add_argument("--lengths", type=int, nargs="+", default=[240, 120])
    parser.add_argument("--precisions", nargs="+", default=["float32", "int8"])
    options = parser.parse_args()

    reader = tokenizer(options.encoder)
    rows, kernel = [], None
    with tempfile.TemporaryDirectory() as folder:
        graphs = {"float32": bert_graph.write(options.encoder, folder + "/encoder.onnx")}
        graphs["int8"] = folder + "/encoder-int8.onnx"
        logging.disable(logging.WARNING)
        onnxruntime.quantization.quantize_dynamic(
            graphs["float32"], graphs["int8"], per_channel=True,
            extra_options={"DefaultTensorType": onnx.TensorProto.FLOAT})
        for length in options.lengths:
            texts = chunks(reader, length, options.texts)
            for threads in options.threads:
                made = engines(options, graphs, reader, texts, threads)
                kernel = made["float32"][0].kernel
                exact = np.array(made["float32"][1].encode(texts))
                cosines = {
                    engine: (np.array(engine.encode(texts)) * exact).sum(1) for pair in made.values() for engine in pair}
                if (least := cosines[made["float32"][0]].min()) < 0.9999:
                    sys.exit(f"the engines disagree: smallest cosine {least:.6f}")
                times = {engine: [] for engine in cosines}
                for _ in range(options.rounds):
                    for engine in times:
                        times[engine].append(engine.seconds(texts))
                for precision, (ours, other) in made.items():
                    ratio = statistics.median(b / a for a, b in zip(times[ours], times[other]))
                    rows.append([ours.tokens / len(texts), threads, precision, other.batch, ratio]
                                + [len(texts) / statistics.median(times[e]) for e in (ours, other)]
                                + [statistics.median(cosines[e]) for e in (ours, other)])
                    ours.close()

    print("## Encoding: all-MiniLM-L6-v2\n")
    print(f"- processor: {processor()}, {os.cpu_count()} cores")
    print(f"- rag: {kernel}")
    print(f"- ONNX Runtime {onnxruntime.__version__}: fused graph, int8 quantized dynamically by channel, its fastest batch")
    print(f"- {options.texts} texts from the system's documentation, {options.rounds} rounds by turns, medians;")
    print("  cosines to ONNX Runtime's float32\n")
    print("| tokens a text | threads | precision | rag, texts/s | ONNX Runtime, texts/s (batch) | rag is faster by "
          "| cosine, rag | cosine, ONNX Runtime |")
    print("| ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |")
    for tokens, threads, precision, batch, ratio, mine, theirs, cosine, other in rows:
        print(f"| {tokens:.0f} | {threads} | {precision} | {mine:.1f} | {theirs:.1f} ({batch}) | {ratio:.2f}x "
              f"| {cosine:.5f} | {other:.5f} |")


if __name__ == "__main__":
    main()
