import CLlama
import Embedding
import Files
import Foundation

extension LlamaContext {
  /// The outcome of loading a front into the KV cache.
  struct Prewarming {
    /// The front's tokens, rounded down to a multiple of `grain`.
    var tokens: Int
    /// How many of them were in the cache.
    var kept = 0
    /// How many of them were read from a file.
    var read = 0
  }

  /// Loads the front of later prompts into the KV cache: from a file in `folder` if it was saved there, else by
  /// evaluating and saving it.
  ///
  /// Does nothing for a front that is in the cache, or has fewer than `grain` tokens, which would round differently.
  func prewarm(_ front: [llama_token], savedIn folder: String?, unless flag: CancellationFlag) throws -> Prewarming {
    let front = Array(front.prefix(min(front.count, contextSize - 1) / Self.grain * Self.grain))
    turn(to: front)
    guard !front.isEmpty, !evaluated.starts(with: front) else {
      return Prewarming(tokens: front.count, kept: front.count)
    }
    guard let folder else {
      let kept = try evaluate(prompt: front, unless: flag)
      makeCheckpoint(.front)
      return Prewarming(tokens: front.count, kept: kept)
    }
    let file = SavedFront(path: folder + "/" + (try key(of: front)) + SavedFront.suffix)
    if read(file, expecting: front) {
      makeCheckpoint(.front)
      return Prewarming(tokens: front.count, read: front.count)
    }
    let kept = try evaluate(prompt: front, unless: flag)
    makeCheckpoint(.front)
    try? write(file)
    SavedFront.prune(folder)
    return Prewarming(tokens: front.count, kept: kept)
  }

  /// Returns a name unique to the model, llama.cpp's state version and the front.
  private func key(of front: [llama_token]) throws -> String {
    let model =
      try savedFingerprint
      ?? weights.fingerprint(
        of: "front \(LLAMA_STATE_SEQ_VERSION)\(weights.isRepacked ? " repacked" : "")")
    savedFingerprint = model
    return SHA256Digest.hexadecimal(of: "\(model) \(front.map(String.init).joined(separator: " "))")
  }

  /// Reads the front from a file into the KV cache, and returns whether it did. A damaged file leaves the cache empty.
  private func read(_ file: SavedFront, expecting front: [llama_token]) -> Bool {
    guard FileManager.default.fileExists(atPath: file.path) else { return false }
    forget()
    var tokens = [llama_token](repeating: 0, count: front.count)
    var count = 0
    let (bytes, _) = LlamaLog.collectingErrors {
      llama_state_seq_load_file(handle.context, file.path, 0, &tokens, tokens.count, &count)
    }
    guard bytes > 0, count == front.count, tokens == front else {
      forget()
      return false
    }
    evaluated = front
    file.touch()
    return true
  }

  /// Saves the KV cache to a temporary file and renames it, so that no reader sees a partial one.
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

/// A file with the keys and values of one front: about 28 KB per token for a model of 1.5 billion parameters.
private struct SavedFront {
  static let suffix = ".front"
  /// The maximum number of files; the least recently used are removed first.
  static let mostFiles = 16

  var path: String

  /// Marks the file as just used.
  func touch() {
    // A locked process may not set times. Writing a byte as it is does.
    guard let file = FileHandle(forUpdatingAtPath: path), let first = try? file.read(upToCount: 1) else { return }
    try? file.seek(toOffset: 0)
    try? file.write(contentsOf: first)
  }

  /// Removes the least recently used files if there are too many.
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
