"""The engines that encode the same texts. Each tokenizes, encodes, pools and normalizes.

`encode` returns the texts' vectors in order, `seconds` how long that takes; `batch` is the fastest batch size, if the
engine has one.
"""

import json
import os
import signal
import subprocess
import tempfile
import time

import numpy as np
import onnxruntime
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

try:
    os.environ["HF_HUB_OFFLINE"] = "1"
    import sentence_transformers
    import torch
    import transformers

    transformers.utils.logging.disable_progress_bar()
except ImportError:
    sentence_transformers = None


def tokenizer(folder):
    with open(folder + "/vocab.txt", encoding="utf-8") as file:
        vocabulary = {line.rstrip("\n"): i for i, line in enumerate(file)}
    found = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=100))
    found.normalizer = normalizers.BertNormalizer(lowercase=True)
    found.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    found.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", vocabulary["[CLS]"]), ("[SEP]", vocabulary["[SEP]"])])
    found.enable_truncation(256)
    return found


class DoesNotRun(Exception):
    """An engine exited without output: it needs something that this processor or system lacks."""


class Program:
    """The program `encode` in a process of its own: rag's encoder from a folder, llama.cpp from a GGUF file.

    With a query, the folder is a reranker, and a text's vector is its score.
    """

    batch = None

    def __init__(self, name, program, encoder, texts, threads, precision, query=None):
        self.name = name
        self.file = tempfile.NamedTemporaryFile("w", suffix=".json")
        json.dump(texts, self.file)
        self.file.flush()
        self.process = subprocess.Popen(
            [program, encoder, self.file.name, str(threads), precision, *([] if query is None else [query])],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            status = self.process.wait()
            self.file.close()
            ending = f"signal {signal.Signals(-status).name}" if status < 0 else f"exit code {status}"
            raise DoesNotRun(f"{name}, which does not run here ({ending})")
        first = json.loads(line)
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


class Padding:
    """An engine that pads the texts of a batch to the longest, so a larger batch is not always faster."""

    batch = 1

    def seconds(self, texts):
        start = time.perf_counter()
        self.encode(texts)
        return time.perf_counter() - start

    def choose_batch(self, texts):
        """Chooses the fastest of several batch sizes."""
        def time_of(batch):
            self.batch = batch
            return min(self.seconds(texts) for _ in range(2))
        self.batch = min((1, 2, 4, 8, 16, 32), key=time_of)

    def close(self):
        pass


class ONNXRuntime(Padding):
    name = "ONNX Runtime"

    def __init__(self, path, reader, threads):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
        self.session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        self.reader = reader

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


class SentenceTransformers(Padding):
    name = "sentence-transformers"

    def __init__(self, folder, threads):
        torch.set_num_threads(threads)
        self.model = sentence_transformers.SentenceTransformer(folder, device="cpu")

    def encode(self, texts):
        return self.model.encode(
            texts, batch_size=self.batch, show_progress_bar=False, normalize_embeddings=True)
