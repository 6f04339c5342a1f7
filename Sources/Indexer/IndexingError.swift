public import Foundation
import VectorStore

/// An error that prevents indexing a folder.
public enum IndexingError: Error, Sendable, Hashable {
  /// The index was opened without an encoder.
  case noEncoder(index: String)
  /// The folder does not exist.
  case noFolder(String)
  /// The path is not a folder.
  case notAFolder(String)
  /// The index cannot switch to another encoder, because one of its folders is out of reach.
  case folderOutOfReach(String)
}

extension IndexingError: LocalizedError {
  /// One line that names the folder and what is wrong.
  public var errorDescription: String? {
    switch self {
    case .noEncoder(let index):
      "The index \(index) was opened without an encoder, so nothing can be added."
    case .noFolder(let path):
      "The folder \(path) does not exist."
    case .notAFolder(let path):
      "\(path) is not a folder."
    case .folderOutOfReach(let path):
      "The folder \(path) of the index is missing or empty, and its notes would be lost from the index."
    }
  }
}
