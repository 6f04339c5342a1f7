/// A type that a column can be read as.
public protocol PostgresReadable {
  /// Reads a value in the server's binary form.
  ///
  /// - Parameters:
  ///   - bytes: They are valid during the call; `nil` is NULL.
  ///   - type: The number of the column's type in `pg_type`.
  /// - Returns: `nil` if the type or the value cannot be read as this.
  init?(postgres bytes: UnsafeRawBufferPointer?, type: UInt32)
}
