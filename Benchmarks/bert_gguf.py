"""Converts a BERT encoder with mean pooling from safetensors to the GGUF file that llama.cpp expects."""

import json

import gguf

import bert_graph


def token(text):
    """Returns a word piece as llama.cpp writes it: marked if it begins a word, not if it continues one."""
    if text.startswith("[") and text.endswith("]"):
        return text
    return text[2:] if text.startswith("##") else "\u2581" + text


def write(folder, path, matrices):
    """Writes the file and returns `path`; `matrices` is the type of the layers' matrices, all else is F32."""
    with open(folder + "/config.json") as file:
        config = json.load(file)
    with open(folder + "/vocab.txt", encoding="utf-8") as file:
        vocabulary = [line.rstrip("\n") for line in file]
    layers = config["num_hidden_layers"]

    writer = gguf.GGUFWriter(path, gguf.MODEL_ARCH_NAMES[gguf.MODEL_ARCH.BERT])
    writer.add_block_count(layers)
    writer.add_context_length(config["max_position_embeddings"])
    writer.add_embedding_length(config["hidden_size"])
    writer.add_feed_forward_length(config["intermediate_size"])
    writer.add_head_count(config["num_attention_heads"])
    writer.add_layer_norm_eps(config["layer_norm_eps"])
    writer.add_causal_attention(False)
    writer.add_pooling_type(gguf.PoolingType.MEAN)

    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    writer.add_tokenizer_model("bert")
    writer.add_token_list([token(text) for text in vocabulary])
    writer.add_token_types(
        [gguf.TokenType.CONTROL if text in special else gguf.TokenType.NORMAL for text in vocabulary])
    writer.add_token_type_count(config["type_vocab_size"])
    pad, unknown, begin, end, mask = map(vocabulary.index, special)
    writer.add_pad_token_id(pad)
    writer.add_unk_token_id(unknown)
    writer.add_bos_token_id(begin)
    writer.add_sep_token_id(end)
    writer.add_mask_token_id(mask)

    names = gguf.get_tensor_name_map(gguf.MODEL_ARCH.BERT, layers)
    for name, array in bert_graph.tensors(folder + "/model.safetensors"):
        # The pooler was only used in training, and is not part of the mean.
        if name.startswith("pooler."):
            continue
        kind = matrices if array.ndim == 2 and name.startswith("encoder.") else gguf.GGMLQuantizationType.F32
        writer.add_tensor(names.get_name(name, (".weight", ".bias")), gguf.quants.quantize(array, kind), raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
