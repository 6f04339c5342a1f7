public import Foundation

/// Conversations kept in a folder, one file each, so that a later process goes on where an earlier one ended.
///
///     let store = ConversationStore(at: "~/.local/share/rag/conversations")
///     let session = LanguageModelSession(model: model, transcript: try store.transcript(named: "garden") ?? Transcript())
///     session.keep(in: store, as: "garden")
///
/// The files are transcripts in Apple's wire form, `NAME.transcript`. A file is replaced at once or not at all.
public struct ConversationStore: Sendable, Hashable {
  /// A conversation that is kept.
  public struct Conversation: Sendable, Hashable {
    /// The name.
    public var name: String
    /// When it was saved.
    public var modified: Date
  }

  /// The folder; made when something is saved.
  public let path: String
  private static let ending = ".transcript"

  /// Creates a store in a folder, which need not exist yet.
  public init(at path: String) { self.path = path }

  /// The conversations, the newest first.
  public func conversations() throws -> [Conversation] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    let files = try FileManager.default.contentsOfDirectory(atPath: path)
    let conversations = files.compactMap { file -> Conversation? in
      guard file.hasSuffix(Self.ending), !file.hasPrefix(".") else { return nil }
      let attributes = try? FileManager.default.attributesOfItem(atPath: path + "/" + file)
      guard let modified = attributes?[.modificationDate] as? Date else { return nil }
      return Conversation(name: String(file.dropLast(Self.ending.count)), modified: modified)
    }
    return conversations.sorted { ($1.modified, $0.name) < ($0.modified, $1.name) }
  }

  /// What was said in a conversation, or `nil` where there is none of this name.
  ///
  /// Throws `ConversationStoreError` where the name is none or the file cannot be read.
  public func transcript(named name: String) throws -> Transcript? {
    let file = try file(of: name)
    guard FileManager.default.fileExists(atPath: file) else { return nil }
    do {
      return try JSONDecoder().decode(Transcript.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    } catch {
      throw ConversationStoreError.unreadable(path: file, reason: Self.reason(error))
    }
  }

  /// Saves what was said, in the place of what was saved before.
  public func save(_ transcript: Transcript, as name: String) throws {
    let file = try file(of: name)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      // What was said of notes is their owner's alone, as the notes are.
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try encoder.encode(transcript).write(to: URL(fileURLWithPath: file), options: .atomic)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    } catch {
      throw ConversationStoreError.unwritable(path: file, reason: Self.reason(error))
    }
  }

  /// Forgets a conversation; nothing happens where there is none of this name.
  public func delete(_ name: String) throws {
    let file = try file(of: name)
    guard FileManager.default.fileExists(atPath: file) else { return }
    do {
      try FileManager.default.removeItem(atPath: file)
    } catch {
      throw ConversationStoreError.unwritable(path: file, reason: Self.reason(error))
    }
  }

  private func file(of name: String) throws -> String {
    let isPlain = name.allSatisfy { !$0.isNewline && $0 != "/" && $0 != "\0" } && name.utf8.count <= 200
    guard isPlain, !name.isEmpty, !name.hasPrefix(".") else { throw ConversationStoreError.invalidName(name) }
    return path + "/" + name + Self.ending
  }

  private static func reason(_ error: any Error) -> String {
    if case DecodingError.dataCorrupted(let context) = error { return context.debugDescription }
    if error is DecodingError { return "it is no transcript" }
    return error.localizedDescription
  }
}

/// What can go wrong with kept conversations.
public enum ConversationStoreError: Error, Hashable, LocalizedError {
  /// The name cannot be that of a file.
  case invalidName(String)
  /// The file cannot be read as a transcript.
  case unreadable(path: String, reason: String)
  /// The file cannot be written or removed.
  case unwritable(path: String, reason: String)

  /// What to do about it.
  public var errorDescription: String? {
    switch self {
    case .invalidName(let name):
      "\"\(name)\" cannot name a conversation: use letters and digits, no slash and no dot in front"
    case .unreadable(let path, let reason):
      "cannot read the conversation \(path): \(reason); delete it, or choose another name"
    case .unwritable(let path, let reason):
      "cannot write the conversation \(path): \(reason)"
    }
  }
}

extension LanguageModelSession {
  /// Saves the transcript now and after each request, so that a process that is killed loses at most one turn.
  ///
  /// What goes wrong later is told to the event handler as a warning.
  public func keep(in store: ConversationStore, as name: String) throws {
    try store.save(transcript, as: name)
    onEnd { [weak self] transcript in
      do { try store.save(transcript, as: name) } catch { self?.report(.warning(error.localizedDescription)) }
    }
  }
}
