import Embedding
import Foundation

/// Whether a file still is what was indexed.
public enum SourceFreshness: String, Sendable, Hashable, Codable {
  /// The file's bytes are those that were indexed.
  case current
  /// The file has changed since.
  case changed
  /// The file is not there, or cannot be read.
  case missing
}

extension Passage {
  /// Compares the file with what was indexed of it. Reads the whole file.
  public func freshness() -> SourceFreshness {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: source.absolutePath), options: .mappedIfSafe) else {
      return .missing
    }
    var digest = SHA256Digest()
    data.withUnsafeBytes { digest.update($0) }
    return digest.hexadecimal() == documentDigest ? .current : .changed
  }
}

extension [Passage] {
  /// Each passage's freshness, in order. Reads each file once.
  package func freshness() -> [SourceFreshness] {
    var known: [String: SourceFreshness] = [:]
    return map { passage in
      let path = passage.source.absolutePath
      let freshness = known[path] ?? passage.freshness()
      known[path] = freshness
      return freshness
    }
  }
}
