/// An SQL statement with its parameters, `$1`, `$2`, ….
///
/// Its text is prepared once for each connection, so it should not contain values.
public struct PostgresStatement: Sendable, Hashable, ExpressibleByStringLiteral {
  /// SQL, with `$1` for the first parameter.
  public var text: String
  /// The parameters in order.
  public var values: [PostgresValue]

  /// Puts a text and its parameters together.
  public init(_ text: String, _ values: PostgresValue...) { self.init(text, values: values) }

  /// Puts a text and any number of parameters together.
  public init(_ text: String, values: [PostgresValue]) { (self.text, self.values) = (text, values) }

  /// A statement without parameters.
  public init(stringLiteral value: String) { self.init(value, values: []) }

  /// What a prepared statement is found by: the types belong to it.
  struct Key: Hashable {
    var text: String
    var types: [UInt32]
  }

  var key: Key { Key(text: text, types: values.map(\.type)) }

  /// Throws if the statement cannot be sent.
  func check() throws {
    // The protocol counts parameters in 16 bits.
    guard values.count <= Int(UInt16.max) else {
      throw PostgresError(.badValue, "a statement has at most 65535 parameters, not \(values.count)")
    }
    guard !text.utf8.contains(0) else { throw PostgresError(.badValue, "a statement has a NUL character") }
    for value in values { try value.check() }
  }

  /// Passes the parameters on as libpq takes them: pointers, lengths and formats, all binary.
  func withParameters<Result>(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Result
  ) -> Result {
    // libpq tells NULL from empty by the pointer, so there is always one byte to point to.
    let bytes = values.reduce(into: [UInt8]()) { $0 += $1.bytes ?? [] } + [0]
    let lengths = values.map { Int32(clamping: $0.bytes?.count ?? 0) }
    let formats = [Int32](repeating: 1, count: values.count)
    return bytes.withUnsafeBytes { buffer in
      var offset = 0
      let pointers: [UnsafePointer<CChar>?] = values.map { value in
        guard let count = value.bytes?.count else { return nil }
        defer { offset += count }
        return buffer.baseAddress?.advanced(by: offset).assumingMemoryBound(to: CChar.self)
      }
      return pointers.withUnsafeBufferPointer { pointers in
        body(pointers.baseAddress, lengths, formats)
      }
    }
  }
}
