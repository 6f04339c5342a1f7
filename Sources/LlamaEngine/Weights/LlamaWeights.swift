import CLlama
import Embedding

/// A loaded model: its weights, vocabulary and metadata, none of which changes after loading.
///
/// `@unchecked Sendable` is safe because llama.cpp only reads a loaded `llama_model`, `llama.h` documents tokenization
/// as thread-safe, and each context that computes with the weights belongs to one actor.
final class LlamaWeights: @unchecked Sendable {
  let path: String
  let header: GGUFHeader
  let model: OpaquePointer
  let vocabulary: LlamaVocabulary

  /// Whether the weights were repacked for this processor.
  let isRepacked: Bool

  /// Memory-maps the file at `path`, and repacks the weights if `repacking` is true of the type of most of them.
  ///
  /// Blocks for up to a second per gigabyte.
  init(contentsOf path: String, repacking: (UInt32) -> Bool) throws {
    LlamaLog.start
    self.path = path
    header = try GGUFHeader.checked(contentsOf: path)
    isRepacked = header.mostlyType.map(repacking) ?? false
    var parameters = llama_model_default_params()
    parameters.load_mode = LLAMA_LOAD_MODE_MMAP
    parameters.use_extra_bufts = isRepacked
    parameters.progress_callback = { _, _ in true }
    let (pointer, errors) = LlamaLog.collectingErrors { llama_model_load_from_file(path, parameters) }
    guard let pointer else { throw Self.error(from: errors, path: path) }
    model = pointer
    guard let vocabulary = LlamaVocabulary(of: pointer) else {
      llama_model_free(pointer)
      throw LlamaError.unsupported(path: path, reason: "it has no vocabulary")
    }
    self.vocabulary = vocabulary
  }

  deinit { llama_model_free(model) }

  /// The file's name without `.gguf`.
  var name: String {
    let file = path.split(separator: "/").last ?? Substring(path)
    return String(file.lowercased().hasSuffix(".gguf") ? file.dropLast(5) : file)
  }

  /// The longest text that the model was trained on, in tokens.
  var trainedContextSize: Int { Int(llama_model_n_ctx_train(model)) }

  /// The file's chat template, if any.
  var chatTemplate: String? { llama_model_chat_template(model, nil).map { String(cString: $0) } }

  /// The prompt in which a reranker reads `{query}` and `{document}`, if it has one.
  var rerankTemplate: String? { llama_model_chat_template(model, "rerank").map { String(cString: $0) } }

  /// Whether the file is of a reranker: its pooling is a rank, which its classifier computes.
  var isReranker: Bool {
    let architecture = header.string("general.architecture") ?? ""
    return header.integer("\(architecture).pooling_type") == Int(LLAMA_POOLING_TYPE_RANK.rawValue)
      && header.tensors.contains { $0.name == "cls.weight" || $0.name == "cls.output.weight" }
  }

  /// Whether llama.cpp's errors say that memory could not be allocated.
  static func isAboutMemory(_ errors: [String]) -> Bool {
    errors.contains { $0.contains("alloc") || $0.contains("out of memory") || $0.contains("Cannot allocate") }
  }

  private static func error(from errors: [String], path: String) -> LlamaError {
    let reason = errors.first ?? "llama.cpp gives no reason"
    if isAboutMemory(errors) { return .outOfMemory(path: path, contextSize: nil, reason: reason) }
    if errors.contains(where: { $0.contains("unknown model architecture") || $0.contains("unknown pre-tokenizer") }) {
      return .unsupported(path: path, reason: reason)
    }
    return .damaged(path: path, reason: reason)
  }
}
