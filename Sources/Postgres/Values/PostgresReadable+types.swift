public import Foundation

extension UnsafeRawBufferPointer {
  /// A number, the highest byte first; `nil` beyond the end.
  func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self, at offset: Int = 0) -> Number? {
    guard offset >= 0, offset + MemoryLayout<Number>.size <= count else { return nil }
    return Number(bigEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
  }
}

extension Optional: PostgresReadable where Wrapped: PostgresReadable {
  /// Reads NULL as `nil`.
  public init?(postgres bytes: UnsafeRawBufferPointer?, type: UInt32) {
    guard bytes != nil else {
      self = nil
      return
    }
    guard let value = Wrapped(postgres: bytes, type: type) else { return nil }
    self = value
  }
}

extension Int: PostgresReadable {
  /// Reads an `int8`, `int4`, `int2` or `oid`.
  public init?(postgres bytes: UnsafeRawBufferPointer?, type: UInt32) {
    switch type {
    case PostgresType.int8: if let value = bytes?.number(Int64.self) { self.init(value) } else { return nil }
    case PostgresType.int4: if let value = bytes?.number(Int32.self) { self.init(value) } else { return nil }
    case PostgresType.int2: if let value = bytes?.number(Int16.self) { self.init(value) } else { return nil }
    case PostgresType.oid: if let value = bytes?.number(UInt32.self) { self.init(value) } else { return nil }
    default: return nil
    }
  }
}

extension Double: PostgresReadable {
  /// Reads a `float8` or `float4`.
  public init?(postgres bytes: UnsafeRawBufferPointer?, type: UInt32) {
    switch type {
    case PostgresType.float8:
      if let bits = bytes?.number(UInt64.self) { self.init(bitPattern: bits) } else { return nil }
    case PostgresType.float4:
      if let bits = bytes?.number(UInt32.self) { self.init(Float(bitPattern: bits)) } else { return nil }
    default: return nil
    }
  }
}

extension Bool: PostgresReadable {
  /// Reads a `bool`.
  public init?(postgres bytes: UnsafeRawBufferPointer?, type: UInt32) {
    guard type == PostgresType.bool, let byte = bytes?.first else { return nil }
    self = byte != 0
  }
}

extension String: PostgresReadable {
  private static let types: Set = [
    PostgresType.text, PostgresType.varchar, PostgresType.char, PostgresType.name, PostgresType.unknown,
    PostgresType.json,
  ]

  /// Reads a `text`, `varchar`, `char`, `name` or `json`.
  public init?(postgres bytes: UnsafeRawBufferPointer?, type: UInt32) {
    guard Self.types.contains(type), let bytes, let text = String(validating: bytes, as: UTF8.self) else { return nil }
    self = text
  }
}

extension Array: PostgresReadable where Element: PostgresElement {
  /// Reads what `PostgresElement` says.
  public init?(postgres bytes: UnsafeRawBufferPointer?, type: UInt32) {
    guard let bytes, let elements = Element.elements(postgres: bytes, type: type) else { return nil }
    self = elements
  }
}

extension Date: PostgresReadable {
  /// Reads a `timestamptz`; `infinity` becomes an infinite date.
  public init?(postgres bytes: UnsafeRawBufferPointer?, type: UInt32) {
    guard type == PostgresType.timestamptz, let microseconds = bytes?.number(Int64.self) else { return nil }
    self = PostgresType.date(microseconds)
  }
}
