#!/usr/bin/env python3
"""Writes two files to Tests/EmbeddingTests/Golden: shapes.json, encoders of several shapes and their vectors of a few
texts, and rerankers.json, rerankers and their scores of a few pairs.

Weights are drawn by a formula that the test repeats, so the files contain none. Vectors and scores are those of
Sentence Transformers (6.2.0 was used): scripts/encoder-shapes.py
"""

import json
import pathlib
import runpy
import tempfile

import numpy as np
import torch
from safetensors.numpy import save_file
from sentence_transformers import CrossEncoder, SentenceTransformer

GOLDEN = pathlib.Path(__file__).resolve().parent.parent / "Tests/EmbeddingTests/Golden"
WORDS = "the tide turns when lamp is lit and keeper writes Tide Lamp café Cafe 鍵 query : passage search".split()
PIECES = [chr(c) for c in [*range(97, 123), *range(65, 91), *range(48, 58)]]
VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS, *PIECES, *["##" + p for p in PIECES], ".", ",", "?"]
VOCABULARY = list(dict.fromkeys(VOCABULARY))
TEXTS = ["", "The tide turns.", "Café lamp, keeper Writes 鍵 and lit?", "tide " * 60]
PAIRS = [
    ("lamp", "The tide turns when the lamp is lit."), ("Café lamp?", "keeper Writes 鍵 and lit [SEP] lamp."), ("tide", ""),
    # Only the passage is too long, only the query, both, and one of both just so.
    ("the lamp", "tide turns " * 40), ("tide turns " * 40, "the lamp"), ("tide " * 50, "lamp " * 60),
    ("tide " * 60, "lamp " * 50), ("tide " * 50, "lamp " * 50), ("tide " * 18, "lamp " * 50), ("tide " * 50, "lamp " * 18),
    ("tide " * 18, "lamp " * 19), ("tide " * 18, "lamp " * 20), ("tide " * 19, "lamp " * 19),
]
MODULES = "sentence_transformers.models."

# The vocabulary of XLM-RoBERTa's shape, as scripts/unigram-golden.py wrote it.
golden = runpy.run_path(str(pathlib.Path(__file__).with_name("unigram-golden.py")))
unigrams = golden["of_file"](GOLDEN.parent / "unigram/sentencepiece.bpe.model")


def words(xlm):
    return len(unigrams.get_vocab()) if xlm else len(VOCABULARY)


def numbers(index, shape):
    """Returns the weights of the tensor with this index in the order of names, −1 … 1: a SplitMix64 of the position."""
    x = (np.arange(np.prod(shape, dtype=np.int64), dtype=np.uint64) + np.uint64(index << 32)) * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    x ^= x >> np.uint64(31)
    return ((x >> np.uint64(40)).astype(np.float32) / np.float32(1 << 23) - np.float32(1)).reshape(shape)


def tensors(shapes):
    """Returns weights of at most 0.3, and gains of layer norms around 1."""
    return {
        name: numbers(index, shape) * np.float32(0.3) + np.float32("LayerNorm.weight" in name)
        for index, (name, shape) in enumerate(sorted(shapes.items()))
    }


def bert(width, heads, layers, inner, words=len(VOCABULARY), types=2):
    shapes = {
        "embeddings.word_embeddings.weight": [words, width],
        "embeddings.position_embeddings.weight": [48, width],
        "embeddings.token_type_embeddings.weight": [types, width],
    }

    def linear(name, inputs, outputs):
        shapes[name + ".weight"], shapes[name + ".bias"] = [outputs, inputs], [outputs]

    def norm(name):
        shapes[name + ".weight"] = shapes[name + ".bias"] = [width]

    norm("embeddings.LayerNorm")
    for index in range(layers):
        layer = f"encoder.layer.{index}."
        for part in ["attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"]:
            linear(layer + part, width, width)
        norm(layer + "attention.output.LayerNorm")
        linear(layer + "intermediate.dense", width, inner)
        linear(layer + "output.dense", inner, width)
        norm(layer + "output.LayerNorm")
    return shapes


def configuration(width, heads, layers, inner, xlm=False):
    return {
        "architectures": ["XLMRobertaModel" if xlm else "BertModel"], "hidden_act": "gelu", "hidden_size": width,
        "model_type": "xlm-roberta" if xlm else "bert", "num_hidden_layers": layers, "num_attention_heads": heads,
        "intermediate_size": inner, "vocab_size": words(xlm), "max_position_embeddings": 48, "layer_norm_eps": 1e-12,
        "type_vocab_size": 1 if xlm else 2, "pad_token_id": int(xlm),
    }


def shape(name, pooling, width=32, heads=2, layers=2, inner=64, dense=(), cased=False, prompts=None, texts=TEXTS, xlm=False):
    modules = [("", "Transformer"), ("1_Pooling", "Pooling")]
    files = {
        "config.json": configuration(width, heads, layers, inner, xlm),
        "tokenizer_config.json": {
            "tokenizer_class": "XLMRobertaTokenizer" if xlm else "BertTokenizer", "do_lower_case": not cased,
            "model_max_length": 40,
        },
        "1_Pooling/config.json": {"word_embedding_dimension": width, f"pooling_mode_{pooling}": True},
    }
    for mode in ["cls_token", "mean_tokens", "max_tokens", "lasttoken"]:
        files["1_Pooling/config.json"].setdefault(f"pooling_mode_{mode}", False)
    weights = {"model.safetensors": bert(width, heads, layers, inner, words(xlm), 1 if xlm else 2)}
    inputs = width
    for number, (outputs, activation, has_bias) in enumerate(dense, 2):
        folder = f"{number}_Dense"
        modules.append((folder, "Dense"))
        files[folder + "/config.json"] = {
            "in_features": inputs, "out_features": outputs, "bias": has_bias,
            "activation_function": "torch.nn.modules." + activation,
        }
        weights[folder + "/model.safetensors"] = {"linear.weight": [outputs, inputs]}
        if has_bias:
            weights[folder + "/model.safetensors"]["linear.bias"] = [outputs]
        inputs = outputs
    modules.append((f"{len(modules)}_Normalize", "Normalize"))
    files["modules.json"] = [
        {"idx": index, "name": str(index), "path": path, "type": MODULES + kind}
        for index, (path, kind) in enumerate(modules)
    ]
    if prompts:
        files["config_sentence_transformers.json"] = {"prompts": prompts, "default_prompt_name": None}
    return {"name": name, "files": files, "weights": weights, "texts": texts, "isUnigram": xlm}


def reranker(name, prefix="bert.", width=32, heads=2, layers=2, inner=64, cased=False, limit=40):
    """Returns a cross-encoder as Hugging Face saves a BertForSequenceClassification with one label."""
    files = {
        "config.json": {
            **configuration(width, heads, layers, inner), "architectures": ["BertForSequenceClassification"],
            "id2label": {"0": "LABEL_0"}, "label2id": {"LABEL_0": 0},
        },
        "tokenizer_config.json": {
            "tokenizer_class": "BertTokenizer", "do_lower_case": not cased, "model_max_length": limit,
        },
    }
    shapes = bert(width, heads, layers, inner)
    shapes["pooler.dense.weight"], shapes["pooler.dense.bias"] = [width, width], [width]
    shapes = {prefix + tensor: shape for tensor, shape in shapes.items()}
    shapes["classifier.weight"], shapes["classifier.bias"] = [1, width], [1]
    return {"name": name, "files": files, "weights": {"model.safetensors": shapes}, "pairs": PAIRS}


def write(entry, root):
    for path, content in entry["files"].items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(json.dumps(content))
    for module in entry["files"].get("modules.json", []):
        (root / module["path"]).mkdir(exist_ok=True)
    if entry.get("isUnigram"):
        unigrams.save(str(root / "tokenizer.json"))
    else:
        (root / "vocab.txt").write_text("\n".join(VOCABULARY) + "\n")
    for path, shapes in entry["weights"].items():
        save_file(tensors(shapes), root / path)


def vectors(entry):
    """Returns the vectors of the texts as queries and as documents."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        write(entry, root)
        model = SentenceTransformer(str(root), device="cpu")
        encode = [model.encode_query, model.encode_document]
        return [[[round(float(x), 7) for x in row] for row in f(entry["texts"])] for f in encode]


def scores(entry):
    """Returns the pairs' tokens, the length of their first segments, their scores, and those in one segment alone."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        write(entry, root)
        if not any(name.startswith("bert.") for name in entry["weights"]["model.safetensors"]):
            # Transformers itself looks for the prefix only.
            saved = tensors(entry["weights"]["model.safetensors"])
            renamed = {name if name.startswith("classifier.") else "bert." + name: saved[name] for name in saved}
            save_file(renamed, root / "model.safetensors")
        model = CrossEncoder(str(root), device="cpu")
        raw = model.predict(entry["pairs"], activation_fn=torch.nn.Identity())
        found = model.tokenizer(entry["pairs"], truncation="longest_first", max_length=model.max_seq_length)
        tokens, segments = found["input_ids"], found["token_type_ids"]

        def logits(segments):
            with torch.no_grad():
                return [
                    model.model(input_ids=torch.tensor([ids]), token_type_ids=torch.tensor([types])).logits.item()
                    for ids, types in zip(tokens, segments)]

        # What is written down as tokens is what was scored.
        assert np.abs(np.array(logits(segments)) - raw).max() < 1e-5
        alone = logits([[0] * len(ids) for ids in tokens])
        return tokens, [types.count(0) for types in segments], *([round(float(x), 6) for x in s] for s in (raw, alone))


SHAPES = [
    shape("mean", "mean_tokens"),
    shape("cls with a prompt for queries", "cls_token", prompts={"query": "query: ", "document": ""}),
    shape("last token", "lasttoken"),
    shape("cased", "mean_tokens", cased=True),
    shape(
        "mean and a dense layer", "mean_tokens", dense=[(48, "linear.Identity", False)],
        prompts={"query": "search query: ", "document": "search passage: "}),
    shape("cls and two dense layers", "cls_token", dense=[(16, "activation.Tanh", True), (24, "linear.Identity", True)]),
    shape("XLM-RoBERTa", "mean_tokens", xlm=True, prompts={"query": "query: ", "document": "passage: "}),
    shape("1,024 wide", "cls_token", width=1024, heads=16, layers=1, inner=1024, texts=TEXTS[1:2]),
]
for entry in SHAPES:
    entry["queries"], entry["documents"] = vectors(entry)
RERANKERS = [
    reranker("uncased"),
    reranker("cased, without a prefix", prefix="", cased=True, limit=41),
    reranker("wider, with as many tokens as positions", width=64, heads=4, layers=2, inner=128, limit=512),
]
for entry in RERANKERS:
    entry["tokens"], entry["firstSegments"], entry["scores"], entry["scoresInOneSegment"] = scores(entry)
for name, key, entries in [("shapes", "shapes", SHAPES), ("rerankers", "shapes", RERANKERS)]:
    file = GOLDEN / f"{name}.json"
    file.write_text(json.dumps({"vocabulary": VOCABULARY, key: entries}, ensure_ascii=False) + "\n")
    print(name, file.stat().st_size, "bytes")
