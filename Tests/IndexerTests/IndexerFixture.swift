import Foundation
import Indexer
import TestSupport
import VectorStore

/// A folder of notes and an index of it, with an encoder that counts what it encodes.
struct IndexerFixture {
  let folder: TemporaryFolder
  let encoder: HashingEncoder
  let index: SearchIndex

  init(_ notes: [String: String] = [:], encoder: HashingEncoder = HashingEncoder()) async throws {
    folder = try TemporaryFolder()
    self.encoder = encoder
    index = try await TestStore.makeIndex(in: folder, encoder: encoder)
    try FileManager.default.createDirectory(atPath: notesPath, withIntermediateDirectories: true)
    for (path, text) in notes { try write(text, to: path) }
  }

  /// The same notes, and another opening of their index.
  init(of index: SearchIndex, in other: IndexerFixture) {
    (folder, encoder, self.index) = (other.folder, other.encoder, index)
  }

  var notesPath: String { folder.path + "/notes" }

  /// Writes a note as if it had been changed a day ago, so that its time can be trusted.
  func write(_ text: String, to path: String, age: TimeInterval = 86_400) throws {
    try folder.write(text, to: "notes/" + path)
    try setAge(age, of: path)
  }

  /// Makes a file that is too large to be read, without taking the room.
  func makeHuge(_ path: String) throws {
    try write("", to: path)
    guard truncate(notesPath + "/" + path, 300 << 20) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  func setAge(_ age: TimeInterval, of path: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000 - age)], ofItemAtPath: notesPath + "/" + path)
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: notesPath + "/" + path)
  }

  func move(_ path: String, to new: String) throws {
    try FileManager.default.moveItem(atPath: notesPath + "/" + path, toPath: notesPath + "/" + new)
  }

  @discardableResult
  func update(rebuild: Bool = false) async throws -> IndexReport {
    try await index.update(from: notesPath, rebuild: rebuild)
  }

  /// All that the index holds: folder, path, title, chunk and vector, without row numbers.
  func contents() async throws -> [String] {
    var contents: [String] = []
    for folder in try await index.folders() {
      for document in try await index.documents(in: folder) {
        contents.append("\(folder)/\(document.path) “\(document.title)” \(document.size) \(document.digest)")
        for stored in try await index.chunks(ofDocument: document.path, in: folder) {
          contents.append("\(stored.ordinal) \(stored.chunk)")
        }
      }
    }
    return contents
  }

  func paths() async throws -> [String] {
    try await index.documents(in: notesPath).map(\.path)
  }
}
