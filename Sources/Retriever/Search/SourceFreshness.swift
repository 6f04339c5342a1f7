import VectorStore

/// Whether a file is still what was indexed.
public enum SourceFreshness: String, Sendable, Hashable, Codable {
  /// The file's bytes are those that were indexed.
  case current
  /// The file has changed since.
  case changed
  /// The file is missing or cannot be read.
  case missing
}

extension Passage {
  /// Compares the file with what was indexed. Reads it only if its size is the same but its date is not.
  public func freshness() -> SourceFreshness {
    document.isCurrent().map { $0 ? .current : .changed } ?? .missing
  }
}

extension [Passage] {
  /// Returns each passage's freshness, in order. Looks at each file once.
  package func freshness() -> [SourceFreshness] {
    var known: [[UInt8]: SourceFreshness] = [:]
    return map { passage in
      // Canonically equivalent paths may name two files.
      let path = [UInt8](passage.source.absolutePath.utf8)
      let freshness = known[path] ?? passage.freshness()
      known[path] = freshness
      return freshness
    }
  }
}
