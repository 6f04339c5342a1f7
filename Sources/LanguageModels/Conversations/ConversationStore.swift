import Files
public import Foundation

/// Conversations kept in a folder, one file each, so that a later process goes on where an earlier one ended.
///
///     let store = ConversationStore(at: "~/.local/share/rag/conversations")
///     let session = LanguageModelSession(model: model, transcript: try store.transcript(named: "garden") ??
/// Transcript())
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
  /// Bytes of a name: file systems allow 255, with the ending and what a file is called while it is written.
  private static let longestName = 200

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
      try PrivateFile.replace(file, with: try encoder.encode(transcript))
    } catch {
      throw ConversationStoreError.unwritable(path: file, error)
    }
  }

  /// Takes a conversation for this process alone, until the last reference is gone.
  ///
  /// Two that go on with one conversation would each save it without the turns of the other. Throws
  /// `ConversationStoreError.inUse` where another has it.
  public func open(_ name: String) throws -> OpenConversation {
    let file = try file(of: name)
    do {
      try PrivateFile.makeFolder(at: path)
      let lock = try ProcessLock(at: path + "/" + name + ".lock")
      PrivateFile.removeParts(of: file)
      return OpenConversation(name: name, store: self, lock: lock)
    } catch let held as ProcessLock.Held {
      throw ConversationStoreError.inUse(name: name, processID: held.processID)
    } catch {
      throw ConversationStoreError.unwritable(path: file, error)
    }
  }

  /// Forgets a conversation; nothing happens where there is none of this name.
  public func delete(_ name: String) throws {
    let file = try file(of: name)
    guard FileManager.default.fileExists(atPath: file) else { return }
    do {
      try FileManager.default.removeItem(atPath: file)
    } catch {
      throw ConversationStoreError.unwritable(path: file, error)
    }
  }

  private func file(of name: String) throws -> String {
    guard name.utf8.count <= Self.longestName else {
      throw ConversationStoreError.nameTooLong(bytes: name.utf8.count, limit: Self.longestName)
    }
    let isPlain = name.unicodeScalars.allSatisfy { $0 != "/" && $0.properties.generalCategory != .control }
    guard isPlain, !name.isEmpty, !name.hasPrefix(".") else { throw ConversationStoreError.invalidName(name) }
    return path + "/" + name + Self.ending
  }

  private static func reason(_ error: any Error) -> String {
    if case DecodingError.dataCorrupted(let context) = error { return context.debugDescription }
    if error is DecodingError { return "it is not a transcript" }
    return error.localizedDescription
  }
}

extension LanguageModelSession {
  /// Saves the transcript now and after each request, so that a process that is killed loses at most one turn.
  ///
  /// The conversation is this session's alone while it lives. What goes wrong later is told to the event handler as a
  /// warning.
  public func keep(in store: ConversationStore, as name: String) throws {
    let conversation = try store.open(name)
    try conversation.save(transcript)
    onEnd { [weak self] transcript in
      do { try conversation.save(transcript) } catch { self?.report(.warning(error.localizedDescription)) }
    }
  }
}
