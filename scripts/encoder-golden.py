#!/usr/bin/env python3
"""Writes Tests/EmbeddingTests/Golden/: tokens and vectors by all-MiniLM-L6-v2, of texts invented for this project.

    python3 scripts/encoder-golden.py MODEL_FOLDER

Token ids are from Hugging Face's `tokenizers`; vectors are computed here in float64, straight from the paper
(Devlin et al., arXiv:1810.04805) and the weights. Needs numpy, scipy and tokenizers.
"""

import json
import pathlib
import struct
import sys

import numpy as np
from scipy.special import erf
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

GOLDEN = pathlib.Path(__file__).resolve().parent.parent / "Tests/EmbeddingTests/Golden"
WORDS = "the lamp by the pier turns nine times a minute and the keeper writes each night what the sea has brought".split()

ENCODED = [
    "",
    "keys",
    "Rotate the signing keys every ninety days, and write down who did it.",
    "Wer hat den Schlüssel für das Gewächshaus? Er hängt über der Tür, neben der Gießkanne.",
    "Où est passée la clé à molette ? Elle était près de l'évier, côté fenêtre.",
    "¿Mañana? No: el próximo año, según el acuerdo de Íñigo.",
    "Zażółć gęślą jaźń, powiedział łucznik.",
    "İstanbul'da ılık bir akşam; ÇAĞRI şöyle dedi.",
    "Tôi thích cà phê sữa đá ở quán gần bưu điện.",
    "Το φως του φάρου γυρίζει εννέα φορές το λεπτό; ΝΑΙ.",
    "Ёжик в тумане несёт узелок, а ночь тиха.",
    "המפתח נמצא מתחת לעציץ",
    "المِفْتَاحُ تَحْتَ أَصِيصِ الزَّهْرِ",
    "चाबी गमले के नीचे रखी है।",
    "กุญแจอยู่ใต้กระถางต้นไม้",
    "温室的钥匙挂在门后，第二格。",
    "温室の鍵はドアの裏、二段目に掛けてある。",
    "온실 열쇠는 문 뒤 두 번째 칸에 있다.",
    "🪴🔑👩🏽‍🔬 → 🚪 (2×)",
    "let rate = samples.reduce(0) { $0 + $1.value } / max(1, samples.count) // µ≈3.5±0.2",
    "| day | °C | note |\n|---|---:|---|\n| Mon | −4.5 | _frost_ |\n",
    "tabs\tand\r\nlines, a nul\u0000 inside, a bell\u0007, a soft\u00adhyphen, zero\u200bwidth and \ufffd",
    " ".join(WORDS[i % len(WORDS)] for i in range(340)),
    " ".join(f"{i}: {WORDS[i * 7 % len(WORDS)]} {WORDS[i * 5 % len(WORDS)]};" for i in range(24)),
]

TOKENIZED = ENCODED + [
    " \t\n ",
    "[MASK] in a text, [SEP] too, but [sep] and [ SEP ] are words; [[CLS]] and [PAD",
    "a" * 100,
    "a" * 101,
    "é" * 100 + " " + "é" * 101,
    "e\u0301te\u0301 is été, A\u030a is Å, \u1e9b\u0323 and ﬁ stay apart",
    "no\u00a0break, thin\u2009space, ideographic\u3000space, line\u2028separator, next\u0085line",
    "、。「」？！（）【】〜・…—–―‘’“”«»¿¡§¶†‡•",
    "$5 + €4 = £3 ^ ¥2 ~ 1` | <tag> ≮ ≠ ∑ √",
    "\u037e\u0387\u1fef\u2000\u2126\u212b\uf900\U0002f800\U00020000",
    "private \ue000 \U000f0000 use, joiner x\u200dy, mark \ufeffz",
    "\u0300 alone, x\u0300\u0301\u0302, \u0903 and \u20dd",
    "snake_case camelCase kebab-case https://example.org/a?b=c#d me@example.org 192.0.2.1 1,000.50",
    "unaffable antidisestablishmentarianism pneumonoultramicroscopicsilicovolcanoconiosis",
    "##ing ## # ###",
    "ΣΊΣΥΦΟΣ Ω K Å ẞ Ǆ ŉ",
]


def tokenizer(folder):
    vocabulary = {t: i for i, t in enumerate((folder / "vocab.txt").read_text("utf-8").split("\n")[:-1])}
    found = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=100))
    found.normalizer = normalizers.BertNormalizer(lowercase=True)
    found.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    found.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[(t, vocabulary[t]) for t in ("[CLS]", "[SEP]")])
    found.add_special_tokens(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"])
    return found


def tensors(path):
    data = path.read_bytes()
    start = 8 + struct.unpack("<Q", data[:8])[0]
    for name, entry in json.loads(data[8:start]).items():
        if entry.get("dtype") == "F32":
            first, last = (start + offset for offset in entry["data_offsets"])
            yield name, np.frombuffer(data[first:last], "<f4").astype(np.float64).reshape(entry["shape"])


def norm(x, w, name):
    x = x - x.mean(-1, keepdims=True)
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-12) * w[name + ".weight"] + w[name + ".bias"]


def linear(x, w, name):
    return x @ w[name + ".weight"].T + w[name + ".bias"]


def encode(ids, w, layers=6, heads=12):
    n = len(ids)
    e = "embeddings."
    x = w[e + "word_embeddings.weight"][ids] + w[e + "position_embeddings.weight"][:n]
    x = norm(x + w[e + "token_type_embeddings.weight"][0], w, e + "LayerNorm")
    for i in range(layers):
        p = f"encoder.layer.{i}."
        q, k, v = (
            linear(x, w, p + "attention.self." + s).reshape(n, heads, -1).swapaxes(0, 1)
            for s in ("query", "key", "value"))
        scores = q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        mixed = (scores / scores.sum(-1, keepdims=True) @ v).swapaxes(0, 1).reshape(n, -1)
        x = norm(x + linear(mixed, w, p + "attention.output.dense"), w, p + "attention.output.LayerNorm")
        inner = linear(x, w, p + "intermediate.dense")
        inner *= 0.5 * (1 + erf(inner / np.sqrt(2)))
        x = norm(x + linear(inner, w, p + "output.dense"), w, p + "output.LayerNorm")
    mean = x.mean(0)
    return mean / np.linalg.norm(mean)


def cut(ids, limit=256):
    return ids if len(ids) <= limit else ids[: limit - 1] + ids[-1:]


def write(name, rows):
    lines = ",\n".join(json.dumps(row, ensure_ascii=True, separators=(",", ":")) for row in rows)
    (GOLDEN / name).write_text(f"[\n{lines}\n]\n")


def main():
    folder = pathlib.Path(sys.argv[1])
    reader, weights = tokenizer(folder), dict(tensors(folder / "model.safetensors"))
    GOLDEN.mkdir(parents=True, exist_ok=True)
    write("tokens.json", [{"text": t, "ids": reader.encode(t).ids} for t in TOKENIZED])
    write(
        "vectors.json",
        [{"text": t, "vector": [round(v, 6) for v in encode(cut(reader.encode(t).ids), weights)]} for t in ENCODED])


main()
