import CLlama

/// Makes a language model of a few layers out of a larger one, with the same vocabulary and chat template.
///
/// What it writes has no meaning, but a process that asks it takes a fraction of the time.
enum ShallowModel {
  struct Unusable: Error {
    let path: String
  }

  /// Writes the first `layers` layers of the model at `path` to a GGUF file at `copy`.
  static func write(_ layers: Int, of path: String, to copy: String) throws {
    var weights: OpaquePointer?
    let read = withUnsafeMutablePointer(to: &weights) {
      gguf_init_from_file(path, gguf_init_params(no_alloc: false, ctx: $0))
    }
    guard let model = read else { throw Unusable(path: path) }
    defer {
      gguf_free(model)
      ggml_free(weights)
    }
    guard let shallow = gguf_init_empty() else { throw Unusable(path: copy) }
    defer { gguf_free(shallow) }

    gguf_set_kv(shallow, model)
    let architecture = String(cString: gguf_get_val_str(model, gguf_find_key(model, "general.architecture")))
    gguf_set_val_u32(shallow, "\(architecture).block_count", UInt32(layers))
    for index in 0..<gguf_get_n_tensors(model) {
      guard let name = gguf_get_tensor_name(model, index) else { continue }
      // The weights of a layer are named "blk.12.attn_q.weight".
      let parts = String(cString: name).split(separator: ".")
      if parts[0] == "blk", let layer = Int(parts[1]), layer >= layers { continue }
      gguf_add_tensor(shallow, ggml_get_tensor(weights, name))
    }
    guard gguf_write_to_file(shallow, copy, false) else { throw Unusable(path: copy) }
  }
}
