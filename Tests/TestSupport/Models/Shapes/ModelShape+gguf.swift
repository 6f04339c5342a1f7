import CLlama
import Foundation

extension ModelShape {
  /// Writes a reranker as the GGUF file that llama.cpp reads, and returns its path.
  ///
  /// - Parameters:
  ///   - pooling: What becomes of the tokens' vectors: 4 for a rank.
  ///   - prompt: The prompt for a query and a passage, if any.
  package func writeGGUF(
    to path: String, width: Int, heads: Int, layers: Int, inner: Int, pooling: UInt32 = 4, prompt: String? = nil
  ) throws -> String {
    guard let file = gguf_init_empty(),
      let memory = ggml_init(ggml_init_params(mem_size: 16 << 20, mem_buffer: nil, no_alloc: false))
    else { throw ShallowModel.Unusable(path: path) }
    defer {
      gguf_free(file)
      ggml_free(memory)
    }
    gguf_set_val_str(file, "general.architecture", "bert")
    let numbers = [
      "block_count": layers, "context_length": 48, "embedding_length": width, "feed_forward_length": inner,
      "attention.head_count": heads, "pooling_type": Int(pooling),
    ]
    for (key, value) in numbers { gguf_set_val_u32(file, "bert." + key, UInt32(value)) }
    gguf_set_val_f32(file, "bert.attention.layer_norm_epsilon", 1e-12)
    gguf_set_val_bool(file, "bert.attention.causal", false)
    gguf_set_val_str(file, "tokenizer.ggml.model", "bert")
    gguf_set_val_u32(file, "tokenizer.ggml.token_type_count", 2)
    for (key, mark) in [
      ("padding", "[PAD]"), ("unknown", "[UNK]"), ("bos", "[CLS]"), ("seperator", "[SEP]"), ("mask", "[MASK]"),
    ] {
      gguf_set_val_u32(file, "tokenizer.ggml.\(key)_token_id", UInt32(vocabulary.firstIndex(of: mark) ?? 0))
    }
    if let prompt { gguf_set_val_str(file, "tokenizer.chat_template.rerank", prompt) }
    setTokens(file)
    for (index, (name, shape)) in (weights["model.safetensors"] ?? [:]).sorted(by: { $0.key < $1.key }).enumerated() {
      let extents = shape.reversed().map { Int64($0) }
      guard let tensor = ggml_new_tensor(memory, GGML_TYPE_F32, Int32(extents.count), extents) else {
        throw ShallowModel.Unusable(path: path)
      }
      ggml_set_name(tensor, Self.name(inGGUF: name))
      let values = Self.numbers(name, index, count: shape.reduce(1, *))
      values.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(start: ggml_get_data(tensor), count: $0.count).copyMemory(from: $0)
      }
      gguf_add_tensor(file, tensor)
    }
    guard gguf_write_to_file(file, path, false) else { throw ShallowModel.Unusable(path: path) }
    return path
  }

  /// A piece that begins a word is marked, instead of one that continues a word.
  private func setTokens(_ file: OpaquePointer) {
    let tokens = vocabulary.map { piece in
      piece.hasPrefix("[") ? piece : piece.hasPrefix("##") ? String(piece.dropFirst(2)) : "\u{2581}" + piece
    }
    let texts = tokens.map { strdup($0) }
    defer { for text in texts { free(text) } }
    var pointers = texts.map { UnsafePointer($0) }
    gguf_set_arr_str(file, "tokenizer.ggml.tokens", &pointers, pointers.count)
    // Normal tokens are 1, control tokens 3.
    let types = vocabulary.map { Int32($0.hasPrefix("[") ? 3 : 1) }
    gguf_set_arr_data(file, "tokenizer.ggml.token_type", GGUF_TYPE_INT32, types, types.count)
  }

  private static func name(inGGUF name: String) -> String {
    var name = name.hasPrefix("bert.") ? String(name.dropFirst(5)) : name
    for (part, short) in [
      ("embeddings.word_embeddings", "token_embd"), ("embeddings.position_embeddings", "position_embd"),
      ("embeddings.token_type_embeddings", "token_types"), ("embeddings.LayerNorm", "token_embd_norm"),
      ("encoder.layer.", "blk."), ("attention.self.query", "attn_q"), ("attention.self.key", "attn_k"),
      ("attention.self.value", "attn_v"), ("attention.output.dense", "attn_output"),
      ("attention.output.LayerNorm", "attn_output_norm"), ("intermediate.dense", "ffn_up"),
      ("output.dense", "ffn_down"), ("output.LayerNorm", "layer_output_norm"), ("pooler.dense", "cls"),
      ("classifier", "cls.output"),
    ] {
      name = name.replacing(part, with: short)
    }
    return name
  }
}
