#!/usr/bin/env python3
"""Writes Tests/LlamaEngineTests/Golden/encoders.json: tiny encoders of each architecture that only llama.cpp runs here,
and the vectors that Hugging Face's Transformers computes with them.

Weights are drawn as scripts/architectures.py does, which also says what is needed: scripts/encoder-architectures.py
"""

import pathlib
import sys

import torch
import transformers as T

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from architectures import (  # noqa: E402
    COMMON, FULL, SLIDING, TEXTS, TOKENIZER, described, get_model_class, layers, rope, write)

OUTPUT = pathlib.Path(__file__).resolve().parent.parent / "Tests/LlamaEngineTests/Golden/encoders.json"
BERT = {name: COMMON[name] for name in COMMON if name not in ("num_key_value_heads", "tie_word_embeddings")}
MODERN = dict(
    **{**BERT, **layers(FULL, SLIDING, SLIDING, FULL, SLIDING)}, cls_token_id=0, sep_token_id=1, local_attention=48,
    rope_parameters={FULL: rope(160000.0), SLIDING: rope(10000.0)})
# Settings of the published files, for which Transformers has other names.
EVERY_THIRD = {
    "global_attn_every_n_layers": 3, "global_rope_theta": 160000.0, "local_rope_theta": 10000.0, "layer_norm_eps": 1e-5,
}
NOMIC = {
    "n_positions": 8192, "max_trained_positions": 2048, "n_embd": 32, "n_head": 4, "n_layer": 2, "n_inner": 64,
    "layer_norm_epsilon": 1e-12, "activation_function": "swiglu", "causal": False, "qkv_proj_bias": False,
    "mlp_fc1_bias": False, "mlp_fc2_bias": False, "prenorm": False, "rotary_emb_fraction": 1.0, "rotary_emb_base": 1000,
    "rotary_emb_interleaved": False, "rotary_emb_scale_base": None,
}
JINA = {"architectures": ["XLMRobertaModel"], "lora_adaptations": ["retrieval.query"], "rotary_emb_base": 20000.0}

# The converter asks the tokenizer's file, which is not nomic-embed-text's here.
get_model_class("NomicBertModel")._is_tokenizer_xlmroberta = lambda self: False


def vectors(model):
    """Returns the mean of the vectors of each text's tokens."""
    with torch.no_grad():
        states = [model(torch.tensor([TOKENIZER.encode(text).ids])).last_hidden_state[0].float() for text in TEXTS]
    return [{"numbers": [round(float(x), 6) for x in state.mean(0)], "reply": []} for state in states]


def encoder(config, published={}):
    return lambda name: described(name, config, T.AutoModel, published, vectors)


write(OUTPUT, {
    "ModernBERT": encoder(T.ModernBertConfig(**MODERN), EVERY_THIRD),
    "ModernBERT with SiLU": encoder(T.ModernBertConfig(**MODERN, hidden_activation="silu"), EVERY_THIRD),
    "Nomic BERT": encoder(T.NomicBertConfig(**{**BERT, "max_position_embeddings": 2048}), NOMIC),
    "EmbeddingGemma": encoder(T.Gemma3TextConfig(
        **{**COMMON, **layers(*[SLIDING] * 5, FULL)}, head_dim=16, sliding_window=48, query_pre_attn_scalar=16,
        use_bidirectional_attention=True, rope_parameters={SLIDING: rope(10000.0), FULL: rope(1000000.0)})),
    "EuroBERT": encoder(T.EuroBertConfig(
        **{**COMMON, "tie_word_embeddings": False}, mask_token_id=2, classifier_pooling="mean")),
    "Jina v3": encoder(T.JinaEmbeddingsV3Config(**BERT, type_vocab_size=1), JINA),
})
