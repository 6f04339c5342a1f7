"""Writes a BERT folder with drawn weights, for speed: all-MiniLM-L6-v2's vocabulary and width, any number of layers.

usage: drawn_bert.py ENCODER FOLDER LAYERS
"""

import json
import pathlib
import shutil
import struct
import sys

import numpy as np


def write(encoder, folder, layers, reranks=False):
    """Writes a sentence encoder like `encoder`, the folder of all-MiniLM-L6-v2, or a reranker with one score."""
    encoder, folder = pathlib.Path(encoder), pathlib.Path(folder)
    folder.mkdir(exist_ok=True)
    for path in encoder.rglob("*"):
        if path.is_file() and path.suffix in {".txt", ".json"} and not (reranks and path.parent != encoder):
            copy = folder / path.relative_to(encoder)
            copy.parent.mkdir(exist_ok=True)
            shutil.copyfile(path, copy)
    config = json.loads((encoder / "config.json").read_text()) | {"num_hidden_layers": layers}
    if reranks:
        for name in ("modules.json", "sentence_bert_config.json", "config_sentence_transformers.json"):
            (folder / name).unlink(missing_ok=True)
        config |= {
            "architectures": ["BertForSequenceClassification"], "id2label": {"0": "LABEL_0"}, "label2id": {"LABEL_0": 0}}
    (folder / "config.json").write_text(json.dumps(config))

    width, inner = config["hidden_size"], config["intermediate_size"]
    shapes = {f"embeddings.{name}.weight": (rows, width) for name, rows in (
        ("word_embeddings", config["vocab_size"]), ("position_embeddings", config["max_position_embeddings"]),
        ("token_type_embeddings", config["type_vocab_size"]))}
    norms, dense = ["embeddings.LayerNorm"], {"pooler.dense": (width, width)}
    for layer in range(layers):
        p = f"encoder.layer.{layer}."
        dense |= {p + f"attention.self.{part}": (width, width) for part in ("query", "key", "value")}
        dense |= {p + "attention.output.dense": (width, width), p + "intermediate.dense": (inner, width),
                  p + "output.dense": (width, inner)}
        norms += [p + "attention.output.LayerNorm", p + "output.LayerNorm"]
    if reranks:
        dense["classifier"] = (1, width)
    for name, shape in dense.items():
        shapes |= {name + ".weight": shape, name + ".bias": shape[:1]}
    for name in norms:
        shapes |= {name + ".weight": (width,), name + ".bias": (width,)}

    # Transformers initializes BERT with this deviation, and layer norms with ones.
    random = np.random.default_rng(1)
    prefix = "bert." if reranks else ""
    header, blobs, offset = {}, [], 0
    for name, shape in shapes.items():
        blob = random.normal(0, 0.02, shape).astype("<f4") + np.float32("LayerNorm.weight" in name)
        header[name if name.startswith("classifier") else prefix + name] = {
            "dtype": "F32", "shape": shape, "data_offsets": [offset, offset + blob.nbytes]}
        offset += blob.nbytes
        blobs.append(blob.tobytes())
    text = json.dumps(header).encode()
    with open(folder / "model.safetensors", "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + b"".join(blobs))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: drawn_bert.py ENCODER FOLDER LAYERS")
    write(sys.argv[1], sys.argv[2], int(sys.argv[3]))
