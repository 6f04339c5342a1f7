/// One value of a key of a note's front matter. A list has a property for each of its items.
package struct NoteProperty: Sendable, Hashable, Codable {
  /// The key; of a nested one, all keys that lead to it: `author.name`.
  package var key: String
  /// The value as written, without quotes.
  package var value: String

  package init(key: String, value: String) { (self.key, self.value) = (key, value) }

  /// A key as it is compared: lowercased, composed, without white space around it.
  package static func folded(_ key: String) -> String { NoteName.lowercased(NoteName.trimmed(key)) }

  /// The number that a value is; `nil` if it is none.
  package static func number(_ value: String) -> Double? {
    guard let first = value.utf8.first, (0x30...0x39).contains(first) || "+-.".utf8.contains(first) else { return nil }
    return Double(value).flatMap { $0.isFinite ? $0 : nil }
  }
}
