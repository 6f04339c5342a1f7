import Postgres

/// A piece of SQL with its values, which are never part of its text:
///
///     let passing: SQLText = "documents.size > \(.int(3))"
///     let sql: SQLText = "SELECT id FROM rag.documents WHERE \(passing)"
struct SQLText: ExpressibleByStringInterpolation, Sendable {
  fileprivate enum Part: Sendable {
    case text(String)
    case value(PostgresValue)
  }

  private var parts: [Part]

  init(stringLiteral value: String) { parts = [.text(value)] }
  init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }
    mutating func appendInterpolation(_ value: PostgresValue) { parts.append(.value(value)) }
    mutating func appendInterpolation(_ part: SQLText) { parts += part.parts }
    /// A name of a column or a table, or a number of this program's own.
    mutating func appendInterpolation(verbatim text: String) { parts.append(.text(text)) }
  }

  /// Joins conditions, all of which must hold; `nil` if there are none.
  static func all(_ conditions: [SQLText]) -> SQLText? {
    guard var joined = conditions.first else { return nil }
    for condition in conditions.dropFirst() { joined = "\(joined) AND \(condition)" }
    return joined
  }

  /// The statement, with `$1`, `$2`, … in place of the values.
  var statement: PostgresStatement { statement(after: 0) }

  /// The statement with its values counted from the one after `count`: those before are another's.
  func statement(after count: Int) -> PostgresStatement {
    var text = ""
    var values: [PostgresValue] = []
    for part in parts {
      switch part {
      case .text(let piece): text += piece
      case .value(let value):
        values.append(value)
        text += "$\(count + values.count)"
      }
    }
    return PostgresStatement(text, values: values)
  }
}

extension PostgresValue {
  /// `int8` of an id.
  static func id(_ id: Int64) -> PostgresValue { .int(Int(id)) }
  /// `int8[]` of ids.
  static func ids(_ ids: some Sequence<Int64>) -> PostgresValue { .ints(ids.map { Int($0) }) }
}
