"""Encodes the same texts with rag and other engines, in float32 and int8, in turn.

The texts are from the documentation of the system's packages. ONNX Runtime's graph and llama.cpp's file are made from
the encoder's own weights; each engine runs at its fastest batch size.
"""

import argparse
import glob
import gzip
import importlib
import logging
import os
import platform
import statistics
import sys
import tempfile

import gguf
import numpy as np
import onnx
import onnxruntime
import onnxruntime.quantization

import bert_gguf
import bert_graph
import engines


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


def lengths(text):
    """Returns the minimum and maximum tokens of texts: those of `10-256`, or 75% and 125% of a single number."""
    if "-" in text:
        least, most = map(int, text.split("-"))
        return least, most
    return 0.75 * int(text), 1.25 * int(text)


def chunks(reader, least, most, count):
    """Returns texts of `least` to `most` tokens, start and end tokens included, before truncation."""
    found, random = [], np.random.default_rng(1)
    for text in system_texts():
        # A text is cut where its last token ends.
        reader.no_truncation()
        offsets = reader.encode(text).offsets[1:-1]
        reader.enable_truncation(256)
        start = 0
        for _ in range(8):
            end = start + int(random.uniform(least, most)) - 2
            if end > len(offsets):
                break
            found.append(text[offsets[start][0] : offsets[end - 1][1]])
            start = end
        if len(found) >= count:
            return found[:count]
    sys.exit(f"only {len(found)} of {count} texts found on this system")


def processor():
    with open("/proc/cpuinfo") as file:
        return next((line.split(":")[1].strip() for line in file if line.startswith("model name")), platform.machine())


def found(name):
    """Returns a module, or `None` if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        print(f"{os.path.basename(sys.argv[0])}: without {name}: {error}", file=sys.stderr)
        return None


def show(text):
    """Shows the current step on a terminal, until the next step or row replaces it."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def row(text):
    """Prints a line of the report as soon as it is known."""
    show("")
    print(text, flush=True)


def write_weights(encoder, folder, precisions):
    """Writes an ONNX graph and a GGUF file for each precision, and returns their paths."""
    graphs = {"float32": bert_graph.write(encoder, folder + "/encoder.onnx"), "int8": folder + "/encoder-int8.onnx"}
    if "int8" in precisions:
        logging.disable(logging.WARNING)
        onnxruntime.quantization.quantize_dynamic(
            graphs["float32"], graphs["int8"], per_channel=True,
            extra_options={"DefaultTensorType": onnx.TensorProto.FLOAT})
        logging.disable(logging.NOTSET)
    types = {"float32": gguf.GGMLQuantizationType.F32, "int8": gguf.GGMLQuantizationType.Q8_0}
    return {
        precision: (graphs[precision], bert_gguf.write(encoder, f"{folder}/encoder-{precision}.gguf", types[precision]))
        for precision in precisions}


def start(options, weights, reader, texts, threads):
    """Starts the engines for each precision, ours first. Reports and skips a peer that does not run on this machine."""
    made = {}
    for precision, (graph, file) in weights.items():
        padding = [engines.ONNXRuntime(graph, reader, threads)]
        if engines.sentence_transformers and precision == "float32":
            padding.append(engines.SentenceTransformers(options.encoder, threads))
        for engine in padding:
            engine.choose_batch(texts[: max(32, len(texts) // 2)])
        made[precision] = [engines.Program("rag", options.program, options.encoder, texts, threads, precision), *padding]
        try:
            made[precision].append(engines.Program("llama.cpp", options.program, file, texts, threads, precision))
        except engines.DoesNotRun as error:
            show("")
            print(f"encode.py: {precision}: without {error}", file=sys.stderr)
    return made


def compare(made, texts, rounds, what):
    """Yields for each precision and peer: precision, peer, how many times faster ours is, both speeds, both cosines."""
    every = [engine for group in made.values() for engine in group]
    exact = np.array(made["float32"][1].encode(texts))
    cosines = {engine: (np.array(engine.encode(texts)) * exact).sum(1) for engine in every}
    if (least := cosines[made["float32"][0]].min()) < 0.9999:
        sys.exit(f"the engines disagree: smallest cosine {least:.6f}")
    times = {engine: [] for engine in every}
    for number in range(rounds):
        for engine in every:
            show(f"{what}: round {number + 1} of {rounds}, {engine.name}")
            times[engine].append(engine.seconds(texts))
    for precision, (ours, *peers) in made.items():
        for peer in peers:
            ratio = statistics.median(b / a for a, b in zip(times[ours], times[peer]))
            speeds = [len(texts) / statistics.median(times[engine]) for engine in (ours, peer)]
            yield precision, peer, ratio, speeds, [statistics.median(cosines[engine]) for engine in (ours, peer)]


def begin(options, kernel):
    """Prints the lines above the rows."""
    row(f"## Encoding: {options.title}\n")
    row(f"- processor: {processor()}, {os.cpu_count()} cores")
    row(f"- rag: {kernel}")
    row(f"- ONNX Runtime {onnxruntime.__version__}: fused graph, int8 quantized dynamically by channel, its fastest batch")
    if engines.sentence_transformers:
        row(f"- sentence-transformers {engines.sentence_transformers.__version__}, torch {engines.torch.__version__}: "
            "its fastest batch")
    row("- llama.cpp through LlamaEngine, a text at a time: GGUF with matrices in F32, or Q8_0 for int8")
    row(f"- {options.texts} texts from the system's documentation, {options.rounds} rounds by turns, medians;")
    row("  cosines to ONNX Runtime's float32\n")
    row("| tokens a text | threads | precision | engine (batch) | texts/s | rag, texts/s | rag is faster by "
        "| cosine | cosine, rag |")
    row("| ---: | ---: | --- | --- | ---: | ---: | ---: | ---: | ---: |")


def tell(label, threads, precision, peer, ratio, speeds, cosines):
    """Prints a row."""
    name = f"{peer.name} ({peer.batch})" if peer.batch else peer.name
    row(f"| {label} | {threads} | {precision} | {name} | {speeds[1]:.1f} | {speeds[0]:.1f} | {ratio:.2f}x "
        f"| {cosines[1]:.5f} | {cosines[0]:.5f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("encoder")
    parser.add_argument("--title", default="all-MiniLM-L6-v2")
    parser.add_argument("--texts", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--threads", type=int, nargs="+", default=sorted({1, os.cpu_count()}))
    parser.add_argument("--lengths", nargs="+", default=["240", "120", "10-256"], help="tokens a text, or a range")
    parser.add_argument("--precisions", nargs="+", default=["float32", "int8"])
    options = parser.parse_args()

    reader = engines.tokenizer(options.encoder)
    is_begun = False
    show("making the peers' files of weights")
    with tempfile.TemporaryDirectory() as folder:
        weights = write_weights(options.encoder, folder, options.precisions)
        for length in options.lengths:
            texts = chunks(reader, *lengths(length), options.texts)
            for threads in options.threads:
                what = f"{length} tokens, {threads} {'thread' if threads == 1 else 'threads'}"
                show(f"{what}: looking for the fastest batch of each engine")
                made = start(options, weights, reader, texts, threads)
                ours = made["float32"][0]
                if not is_begun:
                    begin(options, ours.kernel)
                    is_begun = True
                label = length if "-" in length else f"{ours.tokens / len(texts):.0f}"
                for found in compare(made, texts, options.rounds, what):
                    tell(label, threads, *found)
                for engine in sum(made.values(), []):
                    engine.close()


if __name__ == "__main__":
    main()
