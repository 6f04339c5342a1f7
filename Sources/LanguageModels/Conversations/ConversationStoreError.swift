import Files
public import Foundation

/// An error in reading, writing or opening a saved conversation.
public enum ConversationStoreError: Error, Hashable, LocalizedError {
  /// The name cannot be used for a file.
  case invalidName(String)
  /// The name is too long for a file name, in bytes.
  case nameTooLong(bytes: Int, limit: Int)
  /// The file cannot be read as a transcript.
  case unreadable(path: String, reason: String)
  /// The file cannot be written or removed.
  case unwritable(path: String, reason: String)
  /// The disk is full.
  case noSpace(path: String)
  /// Another process, or another part of this one, has the conversation open.
  case inUse(name: String, processID: Int32?)

  /// A message for the user.
  public var errorDescription: String? {
    switch self {
    case .invalidName(let name):
      "\"\(name)\" is not a valid conversation name: use letters and digits, no slash, and no leading dot"
    case .nameTooLong(let bytes, let limit):
      "the name of the conversation has \(bytes) bytes; at most \(limit) are allowed: choose a shorter one"
    case .unreadable(let path, let reason):
      "cannot read the conversation \(path): \(reason); delete it, or choose another name"
    case .unwritable(let path, let reason):
      "cannot write the conversation \(path): \(reason)"
    case .noSpace(let path):
      "No space left on the disk of \(path). Free some: what was saved before is intact."
    case .inUse(let name, let processID):
      "The conversation \(name) is in use by \(processID.map { "process \($0)" } ?? "another process"). "
        + "End that one first, or choose another name."
    }
  }

  static func unwritable(path: String, _ error: any Error) -> ConversationStoreError {
    guard let error = error as? FileError else { return .unwritable(path: path, reason: error.localizedDescription) }
    return error.isNoSpace ? .noSpace(path: path) : .unwritable(path: path, reason: error.reason)
  }
}
