#!/usr/bin/env python3
"""Writes Tests/EmbeddingTests/Golden/unigram/: a small unigram vocabulary, and the token ids of many texts.

    python3 scripts/unigram-golden.py

The vocabulary is trained on corpus/ with XLM-RoBERTa's normalization; ids are from Hugging Face's `tokenizers`. Needs
sentencepiece, protobuf and tokenizers.
"""

import json
import pathlib
import tempfile

import sentencepiece
from sentencepiece import sentencepiece_model_pb2
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

ROOT = pathlib.Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "Tests/EmbeddingTests/Golden"
SPECIAL = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
TEXTS = [
    "  two  spaces, a tab\there\nand a line ",
    "ﬁve ligatures, ½ and ™, ｆｕｌｌ ｗｉｄｔｈ, ①②③ and Ⅳ",
    "e\u0301 and é, n\u0303 and ñ, \u1112\u1161\u11ab and 한, か\u3099 and が",
    "a\u200bb\u200c\u200dc\ufeffd\u00ade\u0007f\u0000g\u007fh",
    "no\u00a0break\u202fspaces\u3000here\u2028and\u0085there",
    "▁marks▁ in the▁text ▁▁",
    "<s> the <mask> lamp </s><pad> <unk>! <S> < s > <mask",
    "👩\u200d🔧 repairs 🇩🇪 🏴\U000e0067\U000e0062\U000e007f with 👍🏽",
    "鍵は庭の小屋にあります。灯台守は毎晩日誌を書く。",
    "钥匙在花园的棚子里，每天晚上写日记。",
    "กุญแจอยู่ในโรงเก็บของ",
    "المفتاح في السقيفة، بجانب المصباح.",
    "Ключ висит над дверью; смотритель пишет каждую ночь.",
    "क्या चाबी शेड में है?",
    "keyskeyskeys" * 12,
    "ꙮ𐍈𝔘𝔫𝔦𝔠𝔬𝔡𝔢 ﷽ ㍿ ㎏ ͺ ΅ ﬀ ſ ẞ İ ǅ",
]


def vocabulary():
    """Returns a SentencePiece model, trained on the sample notes."""
    with tempfile.TemporaryDirectory() as folder:
        text = pathlib.Path(folder, "text")
        notes = [path.read_text() for path in sorted((ROOT / "corpus").rglob("*.md"))]
        text.write_text("\n".join(notes + TEXTS[6:15]))
        sentencepiece.SentencePieceTrainer.train(
            input=str(text), model_prefix=folder + "/model", vocab_size=900, character_coverage=0.999,
            normalization_rule_name="nmt_nfkc", minloglevel=2, num_threads=1)
        return pathlib.Path(folder, "model.model").read_bytes()


def reference(pieces, character_map):
    """Returns the tokenizer that Hugging Face makes of XLM-RoBERTa's SentencePiece models."""
    vocabulary = [(name, 0.0) for name in SPECIAL[:4]] + pieces + [("<mask>", 0.0)]
    tokenizer = Tokenizer(models.Unigram(vocabulary, 3))
    if character_map:
        tokenizer.normalizer = normalizers.Precompiled(character_map)
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()])
    tokenizer.post_processor = processors.TemplateProcessing("<s> $0 </s>", special_tokens=[("<s>", 0), ("</s>", 2)])
    tokenizer.add_special_tokens(SPECIAL)
    return tokenizer


def of_file(path, count=None, is_normalized=True):
    """Returns the reference for a SentencePiece model, or for its first pieces."""
    model = sentencepiece_model_pb2.ModelProto()
    model.ParseFromString(path.read_bytes())
    pieces = [(piece.piece, piece.score) for piece in model.pieces[3:]]
    return reference(pieces[:count], is_normalized and model.normalizer_spec.precompiled_charsmap)


def main():
    path = GOLDEN / "unigram/sentencepiece.bpe.model"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(vocabulary())
    texts = [row["text"] for row in json.loads((GOLDEN / "tokens.json").read_text())] + TEXTS
    whole = of_file(path)
    plain = of_file(path, count=300, is_normalized=False)
    content = {
        "texts": [{"text": text, "ids": whole.encode(text).ids} for text in texts],
        "tokenizer": json.loads(plain.to_str()),
        "textsOfTokenizer": [{"text": text, "ids": plain.encode(text).ids} for text in texts],
    }
    path.with_name("tokens.json").write_text(json.dumps(content, ensure_ascii=False) + "\n")
    print(len(texts), "texts,", path.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
