import CLlama
import Embedding
import Files
import Foundation

extension LlamaContext {
  /// What bringing a front into memory came to.
  struct Prewarming {
    /// The front's tokens, whole groups of `grain` alone.
    var tokens: Int
    /// Those of them that were in memory.
    var kept = 0
    /// Those of them that were read from a file.
    var read = 0
  }

  /// Brings the front of coming prompts into memory: from a file in `folder` where it was saved before, else by
  /// evaluating and saving it.
  ///
  /// A front that is in memory is left, and so is one of fewer than `grain` tokens, whose evaluation would round
  /// differently.
  func prewarm(_ front: [llama_token], savedIn folder: String?, unless flag: CancellationFlag) throws -> Prewarming {
    let front = Array(front.prefix(min(front.count, contextSize - 1) / Self.grain * Self.grain))
    turn(to: front)
    guard !front.isEmpty, !evaluated.starts(with: front) else {
      return Prewarming(tokens: front.count, kept: front.count)
    }
    guard let folder else {
      return Prewarming(tokens: front.count, kept: try evaluate(prompt: front, unless: flag))
    }
    let file = SavedFront(path: folder + "/" + (try key(of: front)) + SavedFront.suffix)
    if read(file, expecting: front) { return Prewarming(tokens: front.count, read: front.count) }
    let kept = try evaluate(prompt: front, unless: flag)
    try? write(file)
    SavedFront.prune(folder)
    return Prewarming(tokens: front.count, kept: kept)
  }

  /// A name that no other model, llama.cpp state version or front has.
  private func key(of front: [llama_token]) throws -> String {
    let model =
      try savedFingerprint
      ?? weights.fingerprint(
        of: "front \(LLAMA_STATE_SEQ_VERSION)\(weights.isRepacked ? " repacked" : "")")
    savedFingerprint = model
    return SHA256Digest.hexadecimal(of: "\(model) \(front.map(String.init).joined(separator: " "))")
  }

  /// Whether the file held this front and memory holds it now. A damaged file leaves memory empty.
  private func read(_ file: SavedFront, expecting front: [llama_token]) -> Bool {
    guard FileManager.default.fileExists(atPath: file.path) else { return false }
    llama_memory_clear(llama_get_memory(handle.context), false)
    evaluated = []
    var tokens = [llama_token](repeating: 0, count: front.count)
    var count = 0
    let (bytes, _) = LlamaLog.collectingErrors {
      llama_state_seq_load_file(handle.context, file.path, 0, &tokens, tokens.count, &count)
    }
    guard bytes > 0, count == front.count, tokens == front else {
      llama_memory_clear(llama_get_memory(handle.context), false)
      return false
    }
    evaluated = front
    file.touch()
    return true
  }

  /// Saves what is in memory beside the file and moves it into its place, so that no reader meets half of it.
  private func write(_ file: SavedFront) throws {
    let part = file.path + ".\(ProcessInfo.processInfo.processIdentifier)"
    try PrivateFile.create(at: part)
    defer { unlink(part) }
    let (bytes, _) = LlamaLog.collectingErrors {
      llama_state_seq_save_file(handle.context, part, 0, evaluated, evaluated.count)
    }
    if bytes > 0 { rename(part, file.path) }
  }
}

/// The saved keys and values of one front, some 28 KB a token for a model of 1.5 billion parameters.
private struct SavedFront {
  static let suffix = ".front"
  /// The most files that are kept; the ones longest unused go first.
  static let mostFiles = 16

  var path: String

  /// Notes that the file was used.
  func touch() {
    try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: path)
  }

  /// Removes the files longest unused, where there are too many.
  static func prune(_ folder: String) {
    let manager = FileManager.default
    let files = ((try? manager.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(suffix) }
      .map { folder + "/" + $0 }
    guard files.count > mostFiles else { return }
    func used(_ path: String) -> Date {
      (try? manager.attributesOfItem(atPath: path)[.modificationDate] as? Date) ?? .distantPast
    }
    for path in files.sorted(by: { used($0) < used($1) }).prefix(files.count - mostFiles) { unlink(path) }
  }
}
