public import Foundation
import VectorStore

/// Why a folder cannot be indexed at all.
public enum IndexingError: Error, Sendable, Hashable {
  /// The index was opened without an encoder.
  case noEncoder(index: String)
  /// There is nothing at the folder's path.
  case noFolder(String)
  /// There is something else than a folder at the path.
  case notAFolder(String)
  /// All was to be encoded anew with another encoder, and a folder of the index shows no notes.
  case folderOutOfReach(String)
}

extension IndexingError: LocalizedError {
  /// One line that names the folder and what is wrong.
  public var errorDescription: String? {
    switch self {
    case .noEncoder(let index):
      "The index \(index) was opened without an encoder, so nothing can be added."
    case .noFolder(let path):
      "There is no folder \(path)."
    case .notAFolder(let path):
      "\(path) is not a folder."
    case .folderOutOfReach(let path):
      "The folder \(path) of the index is missing or empty, and what the index holds of it would be lost."
    }
  }
}
