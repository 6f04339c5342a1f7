package import Embedding
import Foundation

/// Why an index cannot be copied.
package enum IndexCopyError: Error, Sendable, Hashable {
  /// The target has vectors of another encoder.
  case differentEncoder(source: EmbeddingSpace, target: EmbeddingSpace, path: String)
  /// The target has folders that the source does not have, and they may not be removed.
  case otherFolders([String], path: String)
  /// Folders of the source belong to a role, and those of the target cannot be given to it.
  case owner(String, of: [String], reason: String, path: String)
  /// The source was changed by another process each time it was read.
  case changing(String)
  /// After the copy, the target has something else than the source.
  case unequal(source: ContentsSummary, target: ContentsSummary, path: String)
}

extension IndexCopyError: LocalizedError {
  /// One line that names the index and what is wrong with it.
  package var errorDescription: String? {
    switch self {
    case .differentEncoder(let source, let target, let path):
      "\(path) has vectors of \(target.label), the index to copy those of \(source.label)."
    case .otherFolders(let folders, let path):
      "\(path) has folders that the index to copy does not have, and a copy would remove them: "
        + folders.joined(separator: ", ")
    case .owner(let role, let folders, let reason, let path):
      "\(folders.joined(separator: ", ")) cannot be given to \(role.isEmpty ? "everybody" : role) in \(path): \(reason)"
    case .changing(let path):
      "\(path) was changed each time it was copied: what is copied is kept."
    case .unequal(let source, let target, let path):
      "\(path) is not equal to the index that was copied: it has \(target.documents) documents and \(target.chunks) "
        + "chunks (digest \(target.digest.prefix(12))), not \(source.documents) and \(source.chunks) "
        + "(digest \(source.digest.prefix(12)))."
    }
  }
}
