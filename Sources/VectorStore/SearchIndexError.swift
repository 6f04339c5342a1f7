public import Embedding
public import Foundation

/// An error of an index.
public enum SearchIndexError: Error, Sendable, Hashable {
  /// There is no index at this path.
  case missing(String)
  /// The URL is not a file URL.
  case notAFileURL(URL)
  /// The file is not an index.
  case notAnIndex(String)
  /// The index was made by another version of the program, and must be made anew.
  case otherVersion(String)
  /// The index is damaged.
  case corrupt(path: String, reason: String)
  /// Another process, or another part of this one, is writing to the index.
  case busy(path: String, processID: Int32?)
  /// Another process is indexing a folder, one in it, or one around it.
  case busyFolder(String, path: String)
  /// The index's vectors are from a different encoder than the one it was opened with.
  case differentSpace(stored: EmbeddingSpace, requested: EmbeddingSpace)
  /// A vector cannot be stored, because the index has no space yet and was opened without an encoder.
  case noEncoder(String)
  /// A vector's number of dimensions differs from the index's.
  case wrongDimensions(expected: Int, found: Int)
  /// A document that should keep its chunks is not in the index.
  case unknownDocument(folder: String, path: String)
  /// The index was opened read-only.
  case readOnly(String)
  /// The database's role may not do this.
  case forbidden(path: String, reason: String)
  /// The index's disk is full.
  case noSpace(String)
  /// The system or SQLite failed: missing permissions, a failing disk, a closed index.
  case failed(path: String, reason: String)
}

extension SearchIndexError: LocalizedError {
  /// One line that names the file and what is wrong with it.
  public var errorDescription: String? {
    switch self {
    case .missing(let path):
      "There is no index at \(path)."
    case .notAFileURL(let url):
      "\(url.absoluteString) is not a file URL."
    case .notAnIndex(let path):
      "\(path) is not an index created by rag."
    case .otherVersion(let path):
      "The index \(path) was made by another version of rag."
    case .corrupt(let path, let reason):
      "The index \(path) is damaged (\(reason))."
    case .busy(let path, let processID):
      "The index \(path) is being written by \(processID.map { "process \($0)" } ?? "another process")."
    case .busyFolder(let folder, let path):
      "Another process is indexing the folder \(folder) in \(path)."
    case .differentSpace(let stored, let requested):
      "The index was built with the encoder \(stored.label), but opened with \(requested.label)."
    case .noEncoder(let path):
      "The index \(path) cannot store vectors: it was opened without an encoder."
    case .wrongDimensions(let expected, let found):
      "The index has vectors of \(expected) dimensions, but got one of \(found)."
    case .unknownDocument(let folder, let path):
      "The index does not contain the document \(path) of \(folder)."
    case .readOnly(let path):
      "The index \(path) was opened read-only."
    case .forbidden(let path, let reason):
      "The index \(path) does not allow that: \(reason)."
    case .noSpace(let path):
      "No space left on the disk of \(path). The index is intact."
    case .failed(let path, let reason):
      "The index \(path) cannot be used: \(reason)."
    }
  }
}

extension EmbeddingSpace {
  /// Includes the start of the fingerprint, to distinguish encoders of the same name.
  var label: String { "\(title) (\(dimensions) dimensions, fingerprint \(fingerprint.prefix(8)))" }
}
