/// A statement whose rows are being read.
struct RowStream {
  /// The operation it is.
  let id: UInt64
  /// Whether the last row was received, or an error.
  var isAtEnd = false
}
