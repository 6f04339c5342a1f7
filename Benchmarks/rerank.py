"""Reranks passages with rag and other engines, in float32 and int8, in turn: rerank.py PROGRAM ENCODER

PROGRAM is `encode`, built by Benchmarks/run; ENCODER is the folder of all-MiniLM-L6-v2, whose vocabulary is used. The
reranker has the shape of ms-marco-MiniLM-L6-v2 and drawn weights: speed does not depend on them. Passages are from the
documentation of the system's packages.
"""

import argparse
import json
import logging
import os
import statistics
import sys
import tempfile

import numpy as np
import onnx
import onnxruntime
import onnxruntime.quantization

import bert_graph
import drawn_bert
import encode
import engines

QUERY = "Which files of a package may be changed without asking its maintainer?"


class ONNXRuntime(engines.ONNXRuntime):
    """Reads pairs of the query and a passage, in batches of similar length."""

    def encode(self, texts):
        pairs = self.reader.encode_batch([(QUERY, text) for text in texts])
        order = sorted(range(len(pairs)), key=lambda i: -len(pairs[i].ids))
        scores = [None] * len(pairs)
        for first in range(0, len(order), self.batch):
            members = order[first : first + self.batch]
            width = max(len(pairs[i].ids) for i in members)
            ids, mask, segments = (np.zeros((len(members), width), np.int32) for _ in range(3))
            pool = np.zeros((len(members), 1, width), np.float32)
            pool[:, 0, 0] = 1
            for row, i in enumerate(members):
                length = len(pairs[i].ids)
                ids[row, :length], mask[row, :length], segments[row, :length] = pairs[i].ids, 1, pairs[i].type_ids
            (found,) = self.session.run(None, {"ids": ids, "mask": mask, "segments": segments, "pool": pool})
            for row, i in enumerate(members):
                scores[i] = found[row, 0]
        return scores


class CrossEncoder(engines.Padding):
    name = "sentence-transformers"

    def __init__(self, folder, threads):
        engines.torch.set_num_threads(threads)
        self.model = engines.sentence_transformers.CrossEncoder(
            folder, device="cpu", activation_fn=engines.torch.nn.Identity())

    def encode(self, texts):
        pairs = [(QUERY, text) for text in texts]
        return self.model.predict(pairs, batch_size=self.batch, show_progress_bar=False)[:, None]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("encoder")
    parser.add_argument("--passages", type=int, default=20)
    parser.add_argument("--tokens", default="240", help="of a passage")
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    threads = os.cpu_count()

    reader = engines.tokenizer(options.encoder)
    texts = encode.chunks(reader, *encode.lengths(options.tokens), options.passages)
    reader.enable_truncation(512)
    with tempfile.TemporaryDirectory() as folder:
        drawn_bert.write(options.encoder, folder, layers=6, reranks=True)
        graph, small = bert_graph.write(folder, folder + "/model.onnx"), folder + "/model-int8.onnx"
        logging.disable(logging.WARNING)
        onnxruntime.quantization.quantize_dynamic(
            graph, small, per_channel=True, extra_options={"DefaultTensorType": onnx.TensorProto.FLOAT})
        logging.disable(logging.NOTSET)
        made = {"float32": [ONNXRuntime(graph, reader, threads)], "int8": [ONNXRuntime(small, reader, threads)]}
        if engines.sentence_transformers:
            made["float32"].append(CrossEncoder(folder, threads))
        for precision, peers in made.items():
            for peer in peers:
                peer.choose_batch(texts)
            peers.insert(0, engines.Program("rag", options.program, folder, texts, threads, precision, QUERY))

        exact = np.array(made["float32"][1].encode(texts))[:, 0]
        errors = {e: np.abs(np.array(e.encode(texts))[:, 0] - exact).max() for group in made.values() for e in group}
        if (error := errors[made["float32"][0]]) > 1e-3:
            sys.exit(f"the engines disagree: a score differs by {error:.6f}")
        times = {engine: [] for engine in errors}
        for _ in range(options.rounds):
            for engine in times:
                times[engine].append(engine.seconds(texts))
        lengths = [len(e.ids) for e in reader.encode_batch(texts)]
        print("## Reranking: the shape of ms-marco-MiniLM-L6-v2\n")
        print(f"{options.passages} pairs of {sum(lengths) / len(lengths):.0f} tokens, {threads} threads, "
              f"{options.rounds} rounds by turns, medians.\n")
        print("| precision | engine (batch) | s | rag, s | rag is faster by | difference | difference, rag |")
        print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
        for precision, (ours, *peers) in made.items():
            for peer in peers:
                ratio = statistics.median(b / a for a, b in zip(times[ours], times[peer]))
                print(f"| {precision} | {peer.name} ({peer.batch}) | {statistics.median(times[peer]):.3f} "
                      f"| {statistics.median(times[ours]):.3f} | {ratio:.2f}x | {errors[peer]:.5f} | {errors[ours]:.5f} |")
        for engine in times:
            engine.close()


if __name__ == "__main__":
    main()
