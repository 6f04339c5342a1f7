"""Writes a BERT encoder of one layer with weights drawn by chance: small, and as real as any to the program."""
import json
import os
import random
import struct

WORDS = "[PAD] [UNK] [CLS] [SEP] [MASK] tide lamp boat rope harbour light sail wind the a of ##s".split()
WIDTH, INNER, POSITIONS = 16, 32, 64


def write(folder, seed):
    """`seed`: encoders of different seeds give different vectors."""
    chance = random.Random(seed)
    tensors = {}

    def add(name, *shape):
        count = 1
        for size in shape:
            count *= size
        tensors[name] = (shape, [chance.uniform(-1, 1) for _ in range(count)])

    def add_linear(name, inputs, outputs):
        add(name + ".weight", outputs, inputs)
        add(name + ".bias", outputs)

    def add_norm(name):
        add(name + ".weight", WIDTH)
        add(name + ".bias", WIDTH)

    add("embeddings.word_embeddings.weight", len(WORDS), WIDTH)
    add("embeddings.position_embeddings.weight", POSITIONS, WIDTH)
    add("embeddings.token_type_embeddings.weight", 2, WIDTH)
    add_norm("embeddings.LayerNorm")
    layer = "encoder.layer.0."
    for part in "query", "key", "value":
        add_linear(layer + "attention.self." + part, WIDTH, WIDTH)
    add_linear(layer + "attention.output.dense", WIDTH, WIDTH)
    add_norm(layer + "attention.output.LayerNorm")
    add_linear(layer + "intermediate.dense", WIDTH, INNER)
    add_linear(layer + "output.dense", INNER, WIDTH)
    add_norm(layer + "output.LayerNorm")

    header, numbers = {}, b""
    for name, (shape, values) in sorted(tensors.items()):
        piece = struct.pack(f"<{len(values)}f", *values)
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [len(numbers), len(numbers) + len(piece)]}
        numbers += piece
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    os.makedirs(folder)
    with open(folder + "/model.safetensors", "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + numbers)
    with open(folder + "/vocab.txt", "w") as file:
        file.write("\n".join(WORDS) + "\n")
    with open(folder + "/config.json", "w") as file:
        json.dump({
            "model_type": "bert", "hidden_act": "gelu", "hidden_size": WIDTH, "num_hidden_layers": 1,
            "num_attention_heads": 1, "intermediate_size": INNER, "vocab_size": len(WORDS),
            "max_position_embeddings": POSITIONS, "layer_norm_eps": 1e-12,
        }, file)
    return folder
