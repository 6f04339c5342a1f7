"""Counts tokens: with the tokenizers inside GGUF models if the package `tokenizers` is there, else chars/4.

A model file has its vocabulary and merges in its header, so that nothing has to be downloaded.
"""

import importlib
import pathlib
import struct

MODELS = pathlib.Path.home() / ".local/share/rag/models"

# How each family splits text before the merges, as its own `tokenizer.json` says.
_SPLITS = {
    "qwen2": r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"
    r"|\s+(?!\S)|\s+",
    "smollm": r"'s|'t|'re|'ve|'m|'ll|'d|\p{N}| ?\p{L}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
}


def counters():
    """Returns functions that count the tokens of a text, by name."""
    try:
        importlib.import_module("tokenizers")
    except ImportError:
        return {"chars/4": _quarter}
    found = {}
    for path in sorted(MODELS.glob("*.gguf")):
        header = _header(path)
        if header.get("tokenizer.ggml.pre") in _SPLITS:
            found[header["tokenizer.ggml.pre"]] = _counter(header)
    return found or {"chars/4": _quarter}


def _quarter(text):
    return (len(text) + 3) // 4


def _counter(header):
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers

    vocabulary = {token: place for place, token in enumerate(header["tokenizer.ggml.tokens"])}
    merges = [tuple(merge.split(" ")) for merge in header["tokenizer.ggml.merges"]]
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=merges, ignore_merges=False))
    split = pre_tokenizers.Split(Regex(_SPLITS[header["tokenizer.ggml.pre"]]), "isolated")
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [split, pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)]
    )
    return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)


_FORMATS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_STRING, _ARRAY = 8, 9


def _header(path):
    """Returns the metadata of a GGUF file."""
    with open(path, "rb") as file:

        def read(form):
            return struct.unpack("<" + form, file.read(struct.calcsize("<" + form)))

        def value(kind):
            if kind == _STRING:
                return file.read(read("Q")[0]).decode("utf-8", "replace")
            if kind == _ARRAY:
                of, count = read("IQ")
                return [value(of) for _ in range(count)]
            return read(_FORMATS[kind])[0]

        if file.read(4) != b"GGUF":
            return {}
        _, _, count = read("IQQ")
        header = {}
        for _ in range(count):
            name = value(_STRING)
            header[name] = value(read("I")[0])
        return header
