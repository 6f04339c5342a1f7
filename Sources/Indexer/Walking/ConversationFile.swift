import Foundation

/// Files of JSON Lines: a conversation is a note, any other is data.
enum ConversationFile {
  /// How much of a file tells what it is, in bytes.
  private static let beginning = 1 << 16
  /// A line of a conversation has a field of each of these.
  private static let authors = ["role", "author", "sender", "speaker"]
  private static let texts = ["content", "text", "message", "body"]

  /// Whether a file is none of JSON Lines, or begins with a line of a conversation.
  static func isNote(_ path: String) -> Bool {
    guard path.lowercased().hasSuffix(".jsonl") else { return true }
    guard let file = FileHandle(forReadingAtPath: path) else { return true }
    defer { try? file.close() }
    let bytes = (try? file.read(upToCount: beginning)) ?? Data()
    let line = String(decoding: bytes.split(separator: UInt8(ascii: "\n")).first ?? Data(), as: UTF8.self)
    func has(_ names: [String]) -> Bool { names.contains { line.contains("\"\($0)\"") } }
    return has(authors) && has(texts)
  }
}
