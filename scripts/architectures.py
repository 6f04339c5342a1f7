#!/usr/bin/env python3
"""Writes Tests/LlamaEngineTests/Golden/architectures.json: tiny models of each architecture, and what Hugging Face's
Transformers computes with them.

Weights are drawn by a formula that the test repeats, so the file contains none: names, shapes and metadata of the GGUF
file that llama.cpp's converter makes, and as results the logits after a few texts, the output of the first layer, and
the greedy reply. Transformers 5.23.0 on PyTorch 2.15 was used. Needs the network, for llama.cpp's source: scripts/architectures.py
"""

import contextlib
import io
import json
import logging
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np
import torch
import transformers
from safetensors.numpy import load_file, save_file
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUTPUT = ROOT / "Tests/LlamaEngineTests/Golden/architectures.json"
CONTROLS = ["<|begin|>", "<|end|>", "<|pad|>"]
SHELVES = " ".join(
    f"Box {n} stands on shelf {n * 3 % 7}, and the keeper lit lamp {n * 5 % 11} at dusk." for n in range(1, 13))
TEXTS = ["The tide turns when the lamp is lit.", "Where is box 4?", SHELVES + " Which lamp burns beside box 4?"]
REPLY_TOKENS = 12
# A reply is compared up to the first token that was nearly another one.
SURE = 0.03


def source():
    """Fetches llama.cpp's source as scripts/setup does, and returns its folder."""
    work = pathlib.Path(os.environ.get("TMPDIR", "/tmp")) / "llama-source"
    if not (work / "vendor/llama.cpp").is_dir():
        work.mkdir(parents=True, exist_ok=True)
        script = 'fail() { echo "$1" >&2; exit 1; }; . scripts/llama-source; mkdir -p .deps; unpack_llama "$1"'
        subprocess.run(["bash", "-ec", script, "bash", os.path.relpath(work, ROOT)], cwd=ROOT, check=True)
    return work / "vendor/llama.cpp"


LLAMA = source()
sys.path[:0] = [str(LLAMA), str(LLAMA / "gguf-py")]
import gguf  # noqa: E402
from conversion import ModelBase, ModelType, get_model_architecture, get_model_class  # noqa: E402

logging.disable(logging.WARNING)
transformers.logging.set_verbosity_error()
transformers.logging.disable_progress_bar()


def vocabulary():
    """Trains a byte-level vocabulary of ASCII on the texts."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = [chr(c) for c in range(0x21, 0x7F)] + ["Ġ", "Ċ"]
    trainer = trainers.BpeTrainer(
        vocab_size=256, initial_alphabet=alphabet, special_tokens=CONTROLS, show_progress=False, min_frequency=2)
    tokenizer.train_from_iterator(TEXTS + [text + "\n\n" for text in TEXTS], trainer)
    return tokenizer


TOKENIZER = vocabulary()
WORDS = TOKENIZER.get_vocab_size()


def encoded(text):
    # The plain format puts an empty line behind each message.
    return TOKENIZER.encode(text + "\n\n").ids


def numbers(index, shape):
    """Returns the numbers of the tensor with this index, −1 … 1: a SplitMix64 of the position."""
    x = np.arange(np.prod(shape, dtype=np.int64), dtype=np.uint64) + np.uint64(index << 32)
    x = x * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    x ^= x >> np.uint64(31)
    return ((x >> np.uint64(40)).astype(np.float32) / np.float32(1 << 23) - np.float32(1)).reshape(shape)


def spread(name, shape, architecture):
    """Returns the centre and the half width of a tensor's numbers."""
    if name.endswith("norm.weight"):
        return 1, 0.25
    if name.endswith("ssm_a"):
        return -1, 0.5
    if name.endswith("ssm_d") or "scale" in name:
        return 1, 0.25
    if name.endswith("ssm_dt.bias"):
        return -1, 1
    if name.endswith(".bias"):
        return 0, 0.125
    if "sinks" in name:
        return 0, 1
    if name.startswith("token_embd"):
        # These enlarge embeddings themselves.
        return 0, 0.25 if architecture.startswith(("gemma", "granite")) else 0.75
    gain = 1.5
    if re.search(r"attn_(q|k)\.", name):
        gain = 2.5  # so that it matters which tokens are attended to
    if re.search(r"(attn_output|ffn_down|out_proj|ssm_out)", name):
        gain = 5  # so that replies are no repetitions
    return 0, round(gain / shape[-1] ** 0.5, 4)


def converted(folder):
    """Returns the architecture, the metadata and the tensors of the GGUF file that llama.cpp's converter makes."""
    hparams = ModelBase.load_hparams(folder, False)
    path = folder / "model.gguf"
    model_class = get_model_class(get_model_architecture(hparams, ModelType.TEXT))
    model_class.no_mtp = True  # Transformers leaves out the heads that predict several tokens.
    TOKENIZER.save(str(folder / "tokenizer.json"))
    model = model_class(folder, gguf.LlamaFileType.ALL_F32, path, eager=True)
    for part in [model, getattr(model, "impl", model)]:
        # The test writes the vocabulary, but not the kinds of tokens that BERT models have embeddings for.
        types = hparams.get("type_vocab_size")
        part.set_vocab = lambda: types and model.gguf_writer.add_token_type_count(types)
        part.tensor_force_quant = lambda *_: gguf.GGMLQuantizationType.F32
    with torch.inference_mode(), contextlib.redirect_stderr(io.StringIO()):
        model.write()
    reader = gguf.GGUFReader(path)
    metadata = []
    for field in reader.fields.values():
        if not field.name.startswith(("GGUF.", "general.")):
            kind = field.types[-1].name.lower()
            metadata.append({"key": field.name, "type": kind, "value": field.contents()})
    metadata.sort(key=lambda field: field["key"])
    tensors = {tensor.name: np.array(tensor.data, dtype=np.float32) for tensor in reader.tensors}
    architecture = reader.fields["general.architecture"].contents()
    path.unlink()
    return architecture, metadata, tensors


class Weights:
    """The weights in a folder, and where the converter puts each of them.

    The converter reorders weights and adds constants. What went where is found by converting numbers that tell: each
    weight is its own index.
    """

    def __init__(self, folder):
        self.folder, self.path = folder, folder / "model.safetensors"
        self.saved = load_file(self.path)
        self.slices, total = {}, 1
        for name, weights in self.saved.items():
            self.slices[name] = slice(total, total + weights.size)
            total += weights.size
        assert total < 1 << 24, "float32 holds no more indices"
        self.write(np.arange(total))
        _, _, self.marked = converted(folder)
        self.write(np.ones(total))
        self.architecture, self.metadata, self.unit = converted(folder)
        self.total = total

    def write(self, values):
        def part(name):
            numbers = values[self.slices[name]].astype(np.float32).reshape(self.saved[name].shape)
            # The converter takes the exponential of these.
            return np.log(numbers) if name.endswith("A_log") else numbers

        save_file({name: part(name) for name in self.saved}, self.path, metadata={"format": "pt"})

    def draw(self, seed):
        """Writes weights such that those of the GGUF file follow the formula, and returns what describes them."""
        values, tensors, drawn = np.ones(self.total, dtype=np.float32), [], {}
        for index, name in enumerate(sorted(self.marked)):
            marked, unit = self.marked[name], self.unit[name]
            tensor = {"name": name, "shape": list(marked.shape)}
            tensors.append(tensor)
            if np.array_equal(marked, unit):
                tensor["values"] = [float(x) for x in unit.ravel()]
                continue
            tensor["centre"], tensor["width"] = centre, width = spread(name, marked.shape, self.architecture)
            drawn[name] = numbers((seed << 16) + index, marked.shape) * np.float32(width) + np.float32(centre)
            sign = -1 if name.endswith("ssm_a") else 1
            shift = sign * unit - 1
            values[np.rint(sign * marked - shift).astype(np.int64)] = sign * drawn[name] - shift
        self.write(values)
        _, _, found = converted(self.folder)
        for name in drawn:
            assert np.abs(found[name] - drawn[name]).max() < 1e-6, name
        return {"architecture": self.architecture, "seed": seed, "metadata": self.metadata, "tensors": tensors}


def described(name, config, model_class=transformers.AutoModelForCausalLM, published={}, results=None):
    """Returns a model and its results, with the first seed for which there are any.

    `published` are settings that only the published files have, and `results` computes the results with the model; by
    default, the replies, which must be long and sure.
    """
    results = results or replies
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        model_class.from_config(config).to(torch.float32).save_pretrained(folder)
        if published:
            settings = json.loads((folder / "config.json").read_text())
            (folder / "config.json").write_text(json.dumps({**settings, **published}))
        if config.model_type == "granitemoehybrid":
            # The names in published files, which the converter knows; Transformers reads both and writes its own.
            text = (folder / "config.json").read_text()
            text = text.replace('"full_attention"', '"attention"').replace('"linear_attention"', '"mamba"')
            (folder / "config.json").write_text(text)
        weights = Weights(folder)
        for seed in range(100):
            entry = {"name": name, **weights.draw(seed)}
            model, loading = model_class.from_pretrained(
                folder, config=config, dtype=torch.float32, attn_implementation="eager", output_loading_info=True)
            assert not loading["missing_keys"] and not loading["unexpected_keys"], loading
            entry["results"] = results(model.eval())
            if entry["results"]:
                break
        assert entry["results"], f"{name}: every reply is a repetition or a guess"
    count = sum(int(np.prod(tensor["shape"])) for tensor in entry["tensors"])
    print(
        f"{name}: {entry['architecture']}, seed {seed}, {count:,} weights, "
        f"spread of numbers {[round(float(np.std(result['numbers'])), 2) for result in entry['results']]}, "
        f"replies {[len(result['reply']) for result in entry['results']]}", flush=True)
    return entry


def replies(model):
    """Returns the logits after each text and the greedy reply, up to the first token that was nearly another one."""

    def logits(tokens):
        with torch.no_grad():
            return model(torch.tensor([tokens]), use_cache=False).logits[0, -1].float()

    def layer(tokens):
        """Returns the output of the first layer for the last token; Gemma 3n's layers have several."""
        with torch.no_grad():
            states = model(torch.tensor([tokens]), use_cache=False, output_hidden_states=True).hidden_states
        return None if states[1].dim() > 3 else [round(float(x), 5) for x in states[1][0, -1]]

    found = []
    for text in TEXTS:
        tokens, reply = encoded(text), []
        first = logits(tokens)
        while len(reply) < REPLY_TOKENS:
            best = torch.topk(logits(tokens + reply), 2)
            token = int(best.indices[0])
            if best.values[0] - best.values[1] < SURE * float(first.std()) or token < len(CONTROLS):
                break
            reply.append(token)
        if len(reply) < 6 or len(set(reply)) < 3:
            return None
        found.append({"numbers": [round(float(x), 5) for x in first], "layer": layer(tokens), "reply": reply})
    return found


COMMON = dict(
    vocab_size=WORDS, hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4,
    num_key_value_heads=2, max_position_embeddings=1024, bos_token_id=0, eos_token_id=1, pad_token_id=2,
    tie_word_embeddings=True,
)


def rope(theta, **more):
    return {"rope_type": "default", "rope_theta": theta, **more}


def layers(*kinds):
    return dict(num_hidden_layers=len(kinds), layer_types=list(kinds))


FULL, SLIDING, LINEAR = "full_attention", "sliding_attention", "linear_attention"
T = transformers
CONFIGURATIONS = {
    "Llama": lambda: T.LlamaConfig(**COMMON, rope_parameters=rope(10000.0)),
    "Llama 3": lambda: T.LlamaConfig(**COMMON, rope_parameters={
        "rope_type": "llama3", "rope_theta": 500000.0, "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
        "original_max_position_embeddings": 128}),
    "Qwen 2": lambda: T.Qwen2Config(**COMMON, rope_parameters=rope(1000000.0)),
    "Qwen 3": lambda: T.Qwen3Config(**COMMON, head_dim=16, rope_parameters=rope(1000000.0)),
    "Qwen 3.5": lambda: T.Qwen3_5TextConfig(
        **{**COMMON, **layers(LINEAR, LINEAR, LINEAR, FULL)}, head_dim=16, linear_num_key_heads=2,
        linear_num_value_heads=4, linear_key_head_dim=16, linear_value_head_dim=16,
        rope_parameters=rope(10000000.0, partial_rotary_factor=0.5, mrope_section=[2, 1, 1], mrope_interleaved=True)),
    "Gemma 3": lambda: T.Gemma3TextConfig(
        **{**COMMON, **layers(*[SLIDING] * 5, FULL)}, head_dim=16, sliding_window=48, query_pre_attn_scalar=16,
        rope_parameters={SLIDING: rope(10000.0), FULL: rope(1000000.0)}),
    "Gemma 4": lambda: T.Gemma4TextConfig(
        **{**COMMON, **layers(SLIDING, FULL, SLIDING, FULL)}, head_dim=16, global_head_dim=32, sliding_window=48,
        vocab_size_per_layer_input=WORDS, hidden_size_per_layer_input=8, num_kv_shared_layers=2,
        final_logit_softcapping=30.0),
    "LFM2": lambda: T.Lfm2Config(
        **{**COMMON, **layers("conv", FULL, "conv")}, conv_L_cache=3, block_auto_adjust_ff_dim=False,
        rope_parameters=rope(1000000.0)),
    "SmolLM3": lambda: T.SmolLM3Config(
        **{**COMMON, "num_hidden_layers": 4}, no_rope_layer_interval=4, rope_parameters=rope(5000000.0)),
    "Granite": lambda: T.GraniteConfig(
        **COMMON, attention_multiplier=0.25, embedding_multiplier=1.5, residual_multiplier=0.8, logits_scaling=2.0,
        rope_parameters=rope(10000000.0)),
    "Granite hybrid": lambda: T.GraniteMoeHybridConfig(
        **{**COMMON, **layers("mamba", "attention", "mamba")}, mamba_n_heads=4, mamba_d_head=16, mamba_d_state=16,
        mamba_n_groups=1, mamba_d_conv=4, mamba_expand=2, mamba_chunk_size=32, num_local_experts=0,
        num_experts_per_tok=0, shared_intermediate_size=64, attention_multiplier=0.25, embedding_multiplier=1.5,
        residual_multiplier=0.8, logits_scaling=2.0, rope_parameters=rope(10000.0)),
    "Phi 3": lambda: T.Phi3Config(**COMMON, rope_parameters=rope(10000.0), original_max_position_embeddings=1024),
    "gpt-oss": lambda: T.GptOssConfig(
        **{**COMMON, **layers(SLIDING, FULL), "tie_word_embeddings": False}, head_dim=16, num_local_experts=4,
        num_experts_per_tok=2, sliding_window=48, rope_parameters={
            "rope_type": "yarn", "rope_theta": 150000.0, "factor": 32.0, "beta_fast": 32.0, "beta_slow": 1.0,
            "truncate": True, "original_max_position_embeddings": 128}),
    # llama.cpp takes widths, and where layers are sparse or share keys, from the published models, not from the file.
    # Its deviation of activations divides by one less than their number, so there must be many.
    "Gemma 3n": lambda: T.Gemma3nTextConfig(
        **{**COMMON, **layers(SLIDING, FULL, SLIDING, FULL), "intermediate_size": 1024}, head_dim=16, sliding_window=48,
        vocab_size_per_layer_input=WORDS, hidden_size_per_layer_input=256, num_kv_shared_layers=0, laurel_rank=64,
        activation_sparsity_pattern=[0.95] * 4, final_logit_softcapping=30.0,
        rope_parameters={SLIDING: rope(10000.0), FULL: rope(1000000.0)}),
    "Qwen 3 MoE": lambda: T.Qwen3MoeConfig(
        **COMMON, head_dim=16, num_experts=4, num_experts_per_tok=2, moe_intermediate_size=32, decoder_sparse_step=1,
        norm_topk_prob=True, rope_parameters=rope(1000000.0)),
    "Ministral 3": lambda: T.Ministral3Config(
        **COMMON, head_dim=16, rope_parameters={
            "rope_type": "yarn", "rope_theta": 1000000.0, "factor": 16.0, "original_max_position_embeddings": 64,
            "max_position_embeddings": 1024, "beta_fast": 32.0, "beta_slow": 1.0, "mscale_all_dim": 1.0, "mscale": 1.0,
            "llama_4_scaling_beta": 0.1}),
}


def write(output, configurations):
    """Writes a golden file of models; with names as arguments, tries only these."""
    only = sys.argv[1:]
    entries = []
    for name, configuration in configurations.items():
        if not only or name in only:
            entries.append(configuration(name))
    if only:
        return
    merges = json.loads(TOKENIZER.to_str())["model"]["merges"]
    contents = {
        "tokens": [TOKENIZER.id_to_token(index) for index in range(WORDS)], "controls": len(CONTROLS),
        "merges": [" ".join(pair) for pair in merges], "texts": TEXTS, "tokensOfTexts": [encoded(t) for t in TEXTS],
        "models": entries,
    }
    output.write_text(json.dumps(contents, ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n")
    print(output.stat().st_size, "bytes")


if __name__ == "__main__":
    write(OUTPUT, {
        name: lambda name, make=make: described(name, make()) for name, make in CONFIGURATIONS.items()})
