import GRDB

/// What a property of a note's front matter must be: `status=done`, `rating>3`.
public struct PropertyCondition: Sendable, Hashable, Codable, CustomStringConvertible {
  /// How a value is compared.
  public enum Comparison: String, Sendable, Hashable, Codable, CaseIterable {
    /// No value of the key is equal; also if the note does not have the key.
    case notEqual = "!="
    /// A value is less or equal.
    case atMost = "<="
    /// A value is greater or equal.
    case atLeast = ">="
    /// A value is equal.
    case equal = "="
    /// A value is less.
    case less = "<"
    /// A value is greater.
    case more = ">"
  }

  /// The key; of a nested one, all keys that lead to it: `author.name`. Case is ignored.
  public var key: String
  /// How the value is compared; `nil` if the key need only be there.
  public var comparison: Comparison?
  /// What it is compared with. Numbers are compared as numbers, all else as text, without regard to case. A day, such
  /// as `2025-03-14`, is compared with the day of a time stamp.
  public var value: String

  /// Creates a condition.
  public init(key: String, _ comparison: Comparison? = nil, _ value: String = "") {
    (self.key, self.comparison, self.value) = (key, comparison, value)
  }

  /// Reads a condition as a person types it, such as `status=done`, `rating>3`, `due<=2025-06-01` or
  /// `status="in progress"`; a key alone asks that the note has it.
  ///
  /// `nil` if there is no key, no such comparison, as in `status<>done`, or nothing to be above or below.
  public init?(parsing text: String) {
    let signs: Set<Character> = ["=", "<", ">", "!"]
    guard let start = text.firstIndex(where: { signs.contains($0) }) else {
      self.init(key: NoteName.trimmed(text))
      if key.isEmpty { return nil }
      return
    }
    let rest = text[start...]
    guard let comparison = Comparison.allCases.first(where: { rest.hasPrefix($0.rawValue) }) else { return nil }
    var value = rest.dropFirst(comparison.rawValue.count)
    // Programmers write two.
    if comparison == .equal, value.first == "=" { value = value.dropFirst() }
    if let sign = value.first, signs.contains(sign) { return nil }
    self.init(key: NoteName.trimmed(text[..<start]), comparison, Self.unquoted(NoteName.trimmed(value)))
    if key.isEmpty || self.value.isEmpty && comparison != .equal && comparison != .notEqual { return nil }
  }

  /// The comparisons, for messages: `=, !=, <, <=, > or >=`.
  package static let signs = "=, !=, <, <=, > or >="

  private static func unquoted(_ value: String) -> String {
    guard let quote = value.first, "\"'".contains(quote), value.count > 1, value.last == quote else { return value }
    return NoteName.trimmed(value.dropFirst().dropLast())
  }

  /// The condition as a person types it.
  public var description: String { key + (comparison.map { $0.rawValue + value } ?? "") }

  /// A value as it is compared: lowercased, without white space and the brackets of a link around it.
  package static func folded(_ value: String) -> String {
    var text = NoteName.trimmed(value)
    if text.hasPrefix("[["), text.hasSuffix("]]"), text.count > 4 { text = String(text.dropFirst(2).dropLast(2)) }
    return NoteName.lowercased(text)
  }

  /// A stored value, of a time stamp its day: `2025-03-14` of `2025-03-14t10:30`.
  private static let dayOfPlain =
    "CASE WHEN plain GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9][t ]*' THEN substr(plain, 1, 10) ELSE plain END"

  /// The condition on a document's id.
  var condition: SearchFilter.Condition {
    var sql = "SELECT document FROM note_properties WHERE folded = ?"
    var arguments = [NoteProperty.folded(key).databaseValue]
    let plain = Self.folded(value)
    if let comparison {
      let sign = comparison == .notEqual ? "=" : comparison.rawValue
      if let number = NoteProperty.number(plain) {
        sql += " AND number \(sign) ?"
        arguments.append(number.databaseValue)
      } else if Day(plain) != nil {
        sql += " AND \(Self.dayOfPlain) \(sign) ?"
        if comparison != .equal, comparison != .notEqual { sql += " AND number IS NULL AND plain <> ''" }
        arguments.append(plain.databaseValue)
      } else {
        sql += " AND plain \(sign) ?"
        if comparison != .equal, comparison != .notEqual { sql += " AND number IS NULL AND plain <> ''" }
        arguments.append(plain.databaseValue)
      }
    }
    let isIn = comparison == .notEqual ? "NOT IN" : "IN"
    return SearchFilter.Condition(sql: "documents.id \(isIn) (\(sql))", arguments: arguments)
  }
}
