#!/usr/bin/env python3
"""Writes Tests/EmbeddingTests/Golden/shapes.json: encoders of several shapes, and their vectors of a few texts.

Weights are drawn by a formula that the test repeats, so the file contains none. The vectors are those of Sentence
Transformers (6.2.0 was used): scripts/encoder-shapes.py
"""

import json
import pathlib
import tempfile

import numpy as np
from safetensors.numpy import save_file
from sentence_transformers import SentenceTransformer

GOLDEN = pathlib.Path(__file__).resolve().parent.parent / "Tests/EmbeddingTests/Golden/shapes.json"
WORDS = "the tide turns when lamp is lit and keeper writes Tide Lamp café Cafe 鍵 query : passage search".split()
PIECES = [chr(c) for c in [*range(97, 123), *range(65, 91), *range(48, 58)]]
VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS, *PIECES, *["##" + p for p in PIECES], ".", ",", "?"]
VOCABULARY = list(dict.fromkeys(VOCABULARY))
TEXTS = ["", "The tide turns.", "Café lamp, keeper Writes 鍵 and lit?", "tide " * 60]
MODULES = "sentence_transformers.models."


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


def bert(width, heads, layers, inner):
    shapes = {
        "embeddings.word_embeddings.weight": [len(VOCABULARY), width],
        "embeddings.position_embeddings.weight": [48, width],
        "embeddings.token_type_embeddings.weight": [2, width],
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


def shape(name, pooling, width=32, heads=2, layers=2, inner=64, dense=(), cased=False, prompts=None, texts=TEXTS):
    modules = [("", "Transformer"), ("1_Pooling", "Pooling")]
    files = {
        "config.json": {
            "architectures": ["BertModel"], "model_type": "bert", "hidden_act": "gelu", "hidden_size": width,
            "num_hidden_layers": layers, "num_attention_heads": heads, "intermediate_size": inner,
            "vocab_size": len(VOCABULARY), "max_position_embeddings": 48, "layer_norm_eps": 1e-12,
            "type_vocab_size": 2, "pad_token_id": 0,
        },
        "tokenizer_config.json": {
            "tokenizer_class": "BertTokenizer", "do_lower_case": not cased, "model_max_length": 40,
        },
        "1_Pooling/config.json": {"word_embedding_dimension": width, f"pooling_mode_{pooling}": True},
    }
    for mode in ["cls_token", "mean_tokens", "max_tokens", "lasttoken"]:
        files["1_Pooling/config.json"].setdefault(f"pooling_mode_{mode}", False)
    weights = {"model.safetensors": bert(width, heads, layers, inner)}
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
    return {"name": name, "files": files, "weights": weights, "texts": texts}


def vectors(entry):
    """Returns the vectors of the texts as queries and as documents."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for path, content in entry["files"].items():
            (root / path).parent.mkdir(exist_ok=True)
            (root / path).write_text(json.dumps(content))
        for path, _ in [(module["path"], 0) for module in entry["files"]["modules.json"]]:
            (root / path).mkdir(exist_ok=True)
        (root / "vocab.txt").write_text("\n".join(VOCABULARY) + "\n")
        for path, shapes in entry["weights"].items():
            save_file(tensors(shapes), root / path)
        model = SentenceTransformer(str(root), device="cpu")
        encode = [model.encode_query, model.encode_document]
        return [[[round(float(x), 7) for x in row] for row in f(entry["texts"])] for f in encode]


SHAPES = [
    shape("mean", "mean_tokens"),
    shape("cls with a prompt for queries", "cls_token", prompts={"query": "query: ", "document": ""}),
    shape("last token", "lasttoken"),
    shape("cased", "mean_tokens", cased=True),
    shape(
        "mean and a dense layer", "mean_tokens", dense=[(48, "linear.Identity", False)],
        prompts={"query": "search query: ", "document": "search passage: "}),
    shape("cls and two dense layers", "cls_token", dense=[(16, "activation.Tanh", True), (24, "linear.Identity", True)]),
    shape("1,024 wide", "cls_token", width=1024, heads=16, layers=1, inner=1024, texts=TEXTS[1:2]),
]
for entry in SHAPES:
    entry["queries"], entry["documents"] = vectors(entry)
GOLDEN.write_text(json.dumps({"vocabulary": VOCABULARY, "shapes": SHAPES}, ensure_ascii=False) + "\n")
print(GOLDEN.stat().st_size, "bytes")
