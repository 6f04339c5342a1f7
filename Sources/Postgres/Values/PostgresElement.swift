/// What an array can be read of: bytes of a `bytea`, coordinates of a `vector` or `halfvec`, elements of an array
/// without NULLs.
public protocol PostgresElement {
  /// Reads all elements of a value in the server's binary form; `nil` if its type is another.
  static func elements(postgres bytes: UnsafeRawBufferPointer, type: UInt32) -> [Self]?
}

extension PostgresElement where Self: PostgresReadable {
  /// Reads an array of one dimension (`array_send`), of one of the types.
  fileprivate static func elements(of types: Set<UInt32>, in bytes: UnsafeRawBufferPointer) -> [Self]? {
    guard let dimensions = bytes.number(Int32.self), let type = bytes.number(UInt32.self, at: 8), types.contains(type)
    else { return nil }
    if dimensions == 0 { return [] }
    guard dimensions == 1, let count = bytes.number(Int32.self, at: 12) else { return nil }
    var (elements, offset) = ([Self](), 20)
    while elements.count < count {
      guard let length = bytes.number(Int32.self, at: offset), length >= 0, offset + 4 + Int(length) <= bytes.count,
        let element = Self(
          postgres: UnsafeRawBufferPointer(rebasing: bytes[(offset + 4)..<(offset + 4 + Int(length))]), type: type)
      else { return nil }
      elements.append(element)
      offset += 4 + Int(length)
    }
    return elements
  }
}

extension UInt8: PostgresElement {
  /// Reads a `bytea`.
  public static func elements(postgres bytes: UnsafeRawBufferPointer, type: UInt32) -> [UInt8]? {
    type == PostgresType.bytea ? Array(bytes) : nil
  }
}

extension Int: PostgresElement {
  /// Reads an array of `int8`, `int4`, `int2` or `oid`.
  public static func elements(postgres bytes: UnsafeRawBufferPointer, type: UInt32) -> [Int]? {
    elements(of: [PostgresType.int8, PostgresType.int4, PostgresType.int2, PostgresType.oid], in: bytes)
  }
}

extension String: PostgresElement {
  /// Reads an array of `text`, `varchar` or `name`.
  public static func elements(postgres bytes: UnsafeRawBufferPointer, type: UInt32) -> [String]? {
    elements(of: [PostgresType.text, PostgresType.varchar, PostgresType.name], in: bytes)
  }
}

extension Double: PostgresElement {
  /// Reads an array of `float8` or `float4`.
  public static func elements(postgres bytes: UnsafeRawBufferPointer, type: UInt32) -> [Double]? {
    elements(of: [PostgresType.float8, PostgresType.float4], in: bytes)
  }
}

extension Float: PostgresElement {
  /// Reads a `vector`, a `halfvec` or a `float4[]`. pgvector's types have other numbers in each database; their sizes
  /// tell them apart, since neither is ever empty.
  public static func elements(postgres bytes: UnsafeRawBufferPointer, type: UInt32) -> [Float]? {
    if type == PostgresType.float4Array {
      return Double.elements(of: [PostgresType.float4], in: bytes)?.map(Float.init)
    }
    guard type >= PostgresType.firstOfExtensions, let count = bytes.number(UInt16.self).map(Int.init), count > 0 else {
      return nil
    }
    switch bytes.count {
    case 4 + 4 * count:
      return [Float](unsafeUninitializedCapacity: count) { elements, written in
        for index in 0..<count {
          let bits = bytes.loadUnaligned(fromByteOffset: 4 + 4 * index, as: UInt32.self)
          elements.initializeElement(at: index, to: Float(bitPattern: UInt32(bigEndian: bits)))
        }
        written = count
      }
    case 4 + 2 * count: return (0..<count).compactMap { bytes.number(UInt16.self, at: 4 + 2 * $0).map(HalfFloat.value) }
    default: return nil
    }
  }
}
