import Foundation

/// Conversations that are kept in a folder, a file for each.
public struct ConversationStore: Sendable {
  private let folder: String
  /// Opens a store.
  public init(folder: String) { self.folder = folder }
  /// The transcript.
  public func load(_ name: String) throws -> Transcript? {
    guard FileManager.default.fileExists(atPath: path(name)) else { return nil }
    return try JSONDecoder().decode(Transcript.self, from: Data(contentsOf: URL(filePath: path(name))))
  }
  /// Saves.
  public func save(_ transcript: Transcript, as name: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try JSONEncoder().encode(transcript).write(to: URL(filePath: path(name)), options: .atomic)
  }
  /// Removes.
  public func delete(_ name: String) throws { try? FileManager.default.removeItem(atPath: path(name)) }
  private func path(_ name: String) -> String { folder + "/" + name + ".transcript" }
}
