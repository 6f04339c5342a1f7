import Files
public import Foundation

/// Conversations saved in a folder, one file each, so that a later process can continue them.
///
///     let store = ConversationStore(at: "/home/ann/conversations")
///     let earlier = try store.transcript(named: "garden") ?? Transcript()
///     let session = LanguageModelSession(model: model, transcript: earlier)
///     try session.keep(in: store, as: "garden")
///
/// The files are transcripts in Apple's wire form, `NAME.transcript`. A file is replaced atomically.
public struct ConversationStore: Sendable, Hashable {
  /// A saved conversation.
  public struct Conversation: Sendable, Hashable {
    /// The name.
    public var name: String
    /// When it was saved.
    public var modified: Date
  }

  /// The folder, created when something is saved.
  public let path: String
  private static let ending = ".transcript"
  /// The maximum bytes of a name: file systems allow 255, with the extension and the temporary file's suffix.
  private static let longestName = 200

  /// Creates a store in a folder, which need not exist yet.
  public init(at path: String) { self.path = path }

  /// Returns the conversations, newest first.
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

  /// Returns the transcript of a conversation, or `nil` if there is none with this name.
  ///
  /// Throws `ConversationStoreError` if the name is not valid or the file cannot be read.
  public func transcript(named name: String) throws -> Transcript? {
    let file = try file(of: name)
    guard FileManager.default.fileExists(atPath: file) else { return nil }
    do {
      return try JSONDecoder().decode(Transcript.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    } catch {
      throw ConversationStoreError.unreadable(path: file, reason: Self.reason(error))
    }
  }

  /// Saves a transcript, replacing what was saved before.
  public func save(_ transcript: Transcript, as name: String) throws {
    let file = try file(of: name)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      // A conversation about notes is as private as the notes.
      try PrivateFile.replace(file, with: try encoder.encode(transcript))
    } catch {
      throw ConversationStoreError.unwritable(path: file, error)
    }
  }

  /// Opens a conversation for this process alone, until the last reference is released.
  ///
  /// Two processes that continued one conversation would overwrite each other's turns. Throws
  /// `ConversationStoreError.inUse` if another has it open.
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

  /// Deletes a conversation; does nothing if there is none with this name.
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
  /// Saves the transcript now and after each request, so that a killed process loses at most one turn.
  ///
  /// While the session exists, no other may open the conversation. If saving fails later, the event handler gets a
  /// warning.
  public func keep(in store: ConversationStore, as name: String) throws {
    let conversation = try store.open(name)
    try conversation.save(transcript)
    onEnd { [weak self] transcript in
      do { try conversation.save(transcript) } catch { self?.report(.warning(error.localizedDescription)) }
    }
  }
}
