import Postgres

/// Text of notes in PostgreSQL, whose texts have no NUL: it is written as two private characters, and read back.
enum StorableText {
  /// Begins what stands for another character; itself written with `itself` behind it.
  private static let mark: Unicode.Scalar = "\u{F0000}"
  private static let itself: Unicode.Scalar = "\u{F0001}"
  private static let null: Unicode.Scalar = "\u{F0002}"

  /// Returns text as it is stored.
  static func stored(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.value == 0 || $0 == mark }) else { return text }
    var stored = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      stored.append(scalar == "\0" ? mark : scalar)
      if scalar == "\0" || scalar == mark { stored.append(scalar == mark ? itself : null) }
    }
    return String(stored)
  }

  /// Returns text as the note has it.
  static func read(_ text: String) -> String {
    guard text.unicodeScalars.contains(mark) else { return text }
    var read = String.UnicodeScalarView()
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == mark else {
        read.append(scalar)
        continue
      }
      read.append(scalars.next() == null ? "\0" : mark)
    }
    return String(read)
  }
}

extension PostgresValue {
  /// `text` of a note.
  static func note(_ text: String?) -> PostgresValue { .text(text.map(StorableText.stored)) }
  /// `text[]` of a note.
  static func notes(_ texts: [String]) -> PostgresValue { .texts(texts.map(StorableText.stored)) }
}

extension PostgresRow {
  /// Reads text of a note.
  func note(_ column: Int) throws -> String { StorableText.read(try read(column)) }
  /// Reads text of a note that may be missing.
  func noteIfAny(_ column: Int) throws -> String? { (try read(column) as String?).map(StorableText.read) }
  /// Reads a list of texts of a note.
  func notes(_ column: Int) throws -> [String] { (try read(column) as [String]).map(StorableText.read) }
}
