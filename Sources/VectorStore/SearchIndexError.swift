public import Embedding
public import Foundation

/// What can go wrong with an index.
public enum SearchIndexError: Error, Sendable, Hashable {
  /// There is no index at this path.
  case missing(String)
  /// The address is not that of a file.
  case notAFileURL(URL)
  /// The file is not an index.
  case notAnIndex(String)
  /// The index was written by a later version of the program, with these additional migrations.
  case newer(path: String, migrations: [String])
  /// The index is damaged.
  case corrupt(path: String, reason: String)
  /// Another process, or another part of this one, is writing to the index.
  case busy(path: String, processID: Int32?)
  /// The vectors of the index are from another encoder than the one it was opened with.
  case differentSpace(stored: EmbeddingSpace, requested: EmbeddingSpace)
  /// A vector was to be stored, but the index has no space yet and was opened without an encoder.
  case noEncoder(String)
  /// A vector has another number of dimensions than the index.
  case wrongDimensions(expected: Int, found: Int)
  /// A document was to keep its chunks, but is not in the index.
  case unknownDocument(folder: String, path: String)
  /// The index was opened for reading only and cannot be written.
  case readOnly(String)
  /// The disk of the index is full.
  case noSpace(String)
  /// The system or SQLite refused: a folder without permission, a failing disk, a closed index.
  case failed(path: String, reason: String)
}

extension SearchIndexError: LocalizedError {
  /// One line that names the file and what is wrong with it.
  public var errorDescription: String? {
    switch self {
    case .missing(let path):
      "There is no index at \(path)."
    case .notAFileURL(let url):
      "An index is a file, and \(url.absoluteString) is not the address of one."
    case .notAnIndex(let path):
      "\(path) is not an index of rag."
    case .newer(let path, let migrations):
      "The index \(path) was written by a newer version of rag (\(migrations.joined(separator: ", ")) is unknown here)."
    case .corrupt(let path, let reason):
      "The index \(path) is damaged (\(reason))."
    case .busy(let path, let processID):
      "The index \(path) is being written by \(processID.map { "process \($0)" } ?? "another process")."
    case .differentSpace(let stored, let requested):
      "The index holds vectors of the encoder \(stored.label), and was opened with \(requested.label)."
    case .noEncoder(let path):
      "The index \(path) cannot store vectors without knowing their encoder. Open it with one."
    case .wrongDimensions(let expected, let found):
      "The index has vectors of \(expected) coordinates, and was given one of \(found)."
    case .unknownDocument(let folder, let path):
      "The index does not hold the document \(path) of \(folder)."
    case .readOnly(let path):
      "The index \(path) was opened for reading only."
    case .noSpace(let path):
      "No space left on the disk of \(path). The index is unharmed."
    case .failed(let path, let reason):
      "The index \(path) cannot be used: \(reason)."
    }
  }
}

extension EmbeddingSpace {
  /// Two encoders of one name are told apart by the beginning of their fingerprints.
  fileprivate var label: String { "\(title) (\(dimensions) dimensions, fingerprint \(fingerprint.prefix(8)))" }
}
