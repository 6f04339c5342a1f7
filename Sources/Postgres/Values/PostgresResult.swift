import CPostgres

/// What a statement returned: its rows, in order, and how many rows it changed.
///
/// `@unchecked Sendable` is safe because libpq's result is never changed after it was received, and freed with the last
/// reference.
public final class PostgresResult: @unchecked Sendable {
  private let pointer: OpaquePointer

  /// Takes over one of libpq's results.
  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { pq_clear(pointer) }

  /// How many rows were inserted, updated, deleted or selected.
  public var affected: Int { Int(tag.split(separator: " ").last ?? "") ?? 0 }

  /// What was done, in the server's word: `INSERT 0 1`.
  var tag: String { pq_command_tag(pointer).map { String(cString: $0) } ?? "" }
  var status: Int { Int(pq_result_status(pointer)) }
  var columnCount: Int { Int(pq_column_count(pointer)) }
  var errorMessage: String { pq_result_message(pointer).map { String(cString: $0) } ?? "" }

  func columnType(_ column: Int) -> UInt32 { pq_column_type(pointer, Int32(column)) }
  func columnName(_ column: Int) -> String {
    pq_column_name(pointer, Int32(column)).map { String(cString: $0) } ?? "\(column)"
  }
  func isNull(row: Int, column: Int) -> Bool { pq_is_null(pointer, Int32(row), Int32(column)) }

  /// Passes on the bytes of a value; `nil` is NULL.
  func withBytes<Result>(row: Int, column: Int, _ body: (UnsafeRawBufferPointer?) -> Result) -> Result {
    guard !isNull(row: row, column: column) else { return body(nil) }
    let count = Int(pq_length(pointer, Int32(row), Int32(column)))
    return withExtendedLifetime(self) {
      body(UnsafeRawBufferPointer(start: pq_value(pointer, Int32(row), Int32(column)), count: count))
    }
  }

  /// A part of an error, by the protocol's letter.
  func field(_ code: Int) -> String? { pq_result_field(pointer, Int32(code)).map { String(cString: $0) } }
}

extension PostgresResult: RandomAccessCollection {
  /// The first row.
  public var startIndex: Int { 0 }
  /// The number of rows.
  public var endIndex: Int { Int(pq_row_count(pointer)) }
  /// A row.
  public subscript(index: Int) -> PostgresRow {
    precondition(indices.contains(index), "there is no row \(index)")
    return PostgresRow(result: self, index: index)
  }
}
