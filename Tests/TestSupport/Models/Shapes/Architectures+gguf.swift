import CLlama
import Foundation

extension Architectures {
  /// Writes a model as the GGUF file that llama.cpp's converter makes of it, and returns its path.
  ///
  /// - Parameters:
  ///   - factors: What numbers of the metadata are multiplied by, under keys without the architecture.
  ///   - architecture: The name to write instead of the model's.
  package func write(
    _ model: ArchitectureModel, to path: String, multiplying factors: [String: Double] = [:],
    naming architecture: String? = nil
  ) throws -> String {
    let size = model.tensors.reduce(1 << 20) { $0 + $1.shape.reduce(4, *) + 1024 }
    guard let file = gguf_init_empty(),
      let memory = ggml_init(ggml_init_params(mem_size: size, mem_buffer: nil, no_alloc: false))
    else { throw ShallowModel.Unusable(path: path) }
    defer {
      gguf_free(file)
      ggml_free(memory)
    }
    gguf_set_val_str(file, "general.architecture", architecture ?? model.architecture)
    for field in model.metadata {
      let factor = factors[String(field.key.dropFirst(model.architecture.count + 1))] ?? 1
      try set(field, times: factor, in: file)
    }
    setVocabulary(file)
    for (index, tensor) in model.tensors.enumerated() {
      let extents = tensor.shape.reversed().map { Int64($0) }
      guard let weights = ggml_new_tensor(memory, GGML_TYPE_F32, Int32(extents.count), extents) else {
        throw ShallowModel.Unusable(path: path)
      }
      ggml_set_name(weights, tensor.name)
      model.numbers(at: index).withUnsafeBytes {
        UnsafeMutableRawBufferPointer(start: ggml_get_data(weights), count: $0.count).copyMemory(from: $0)
      }
      gguf_add_tensor(file, weights)
    }
    guard gguf_write_to_file(file, path, false) else { throw ShallowModel.Unusable(path: path) }
    return path
  }

  private func set(_ field: ArchitectureModel.Field, times factor: Double, in file: OpaquePointer) throws {
    let key = field.key
    switch (field.value, field.type) {
    case (.bool(let value), _): gguf_set_val_bool(file, key, value)
    case (.text(let value), _): gguf_set_val_str(file, key, value)
    case (.number(let value), "float32"): gguf_set_val_f32(file, key, Float(value * factor))
    case (.number(let value), "uint32"): gguf_set_val_u32(file, key, UInt32(value * factor))
    case (.number(let value), "int32"): gguf_set_val_i32(file, key, Int32(value * factor))
    case (.list(let values), "bool"):
      let flags = values.map { if case .bool(true) = $0 { Int8(1) } else { Int8(0) } }
      gguf_set_arr_data(file, key, GGUF_TYPE_BOOL, flags, flags.count)
    case (.list(let values), "float32"):
      let numbers = values.map { if case .number(let value) = $0 { Float(value) } else { Float.nan } }
      gguf_set_arr_data(file, key, GGUF_TYPE_FLOAT32, numbers, numbers.count)
    case (.list(let values), "int32"), (.list(let values), "uint32"):
      let numbers = values.map { if case .number(let value) = $0 { Int32(value) } else { Int32.min } }
      let type = field.type == "int32" ? GGUF_TYPE_INT32 : GGUF_TYPE_UINT32
      gguf_set_arr_data(file, key, type, numbers, numbers.count)
    default: throw ShallowModel.Unusable(path: key)
    }
  }

  private func setVocabulary(_ file: OpaquePointer) {
    gguf_set_val_str(file, "tokenizer.ggml.model", "gpt2")
    gguf_set_val_str(file, "tokenizer.ggml.pre", "gpt-2")
    gguf_set_val_bool(file, "tokenizer.ggml.add_bos_token", false)
    gguf_set_val_u32(file, "tokenizer.ggml.bos_token_id", 0)
    gguf_set_val_u32(file, "tokenizer.ggml.eos_token_id", 1)
    for (key, strings) in [("tokens", tokens), ("merges", merges)] {
      let texts = strings.map { strdup($0) }
      defer { for text in texts { free(text) } }
      var pointers = texts.map { UnsafePointer($0) }
      gguf_set_arr_str(file, "tokenizer.ggml." + key, &pointers, pointers.count)
    }
    // Normal tokens are 1, control tokens 3.
    let types = tokens.indices.map { Int32($0 < controls ? 3 : 1) }
    gguf_set_arr_data(file, "tokenizer.ggml.token_type", GGUF_TYPE_INT32, types, types.count)
  }
}
