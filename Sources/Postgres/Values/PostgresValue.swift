public import Foundation

/// A parameter of a statement, in the server's binary form.
///
/// Each has a type even if it is `nil`, except vectors: pgvector's types have other numbers in each database, so the
/// server takes the type from the place of the parameter. Where that is not clear, write `$1::halfvec`.
public struct PostgresValue: Sendable, Hashable {
  /// The number of the type in `pg_type`; 0 lets the server decide.
  let type: UInt32
  /// `nil` is NULL.
  let bytes: [UInt8]?

  init(_ type: UInt32, _ bytes: [UInt8]?) { (self.type, self.bytes) = (type, bytes) }

  /// NULL of a type that the server decides.
  public static let null = PostgresValue(0, nil)

  /// `int8`.
  public static func int(_ value: Int?) -> PostgresValue {
    PostgresValue(PostgresType.int8, value.map { [UInt8](bigEndian: Int64($0)) })
  }

  /// `float8`.
  public static func double(_ value: Double?) -> PostgresValue {
    PostgresValue(PostgresType.float8, value.map { [UInt8](bigEndian: $0.bitPattern) })
  }

  /// `bool`.
  public static func bool(_ value: Bool?) -> PostgresValue {
    PostgresValue(PostgresType.bool, value.map { [$0 ? 1 : 0] })
  }

  /// `text`. The server has no NUL in texts: sending one throws.
  public static func text(_ value: String?) -> PostgresValue {
    PostgresValue(PostgresType.text, value.map { Array($0.utf8) })
  }

  /// `bytea`.
  public static func bytes(_ value: [UInt8]?) -> PostgresValue { PostgresValue(PostgresType.bytea, value) }

  /// `timestamptz`, to the microsecond. Infinite dates become `infinity`.
  public static func date(_ value: Date?) -> PostgresValue {
    PostgresValue(PostgresType.timestamptz, value.map { [UInt8](bigEndian: PostgresType.microseconds($0)) })
  }

  /// `int8[]`.
  public static func ints(_ values: [Int]?) -> PostgresValue {
    PostgresValue(PostgresType.int8Array, values.map { array(of: PostgresType.int8, $0.map { .int($0) }) })
  }

  /// `text[]`.
  public static func texts(_ values: [String]?) -> PostgresValue {
    PostgresValue(PostgresType.textArray, values.map { array(of: PostgresType.text, $0.map { .text($0) }) })
  }

  /// `bytea[]`.
  public static func bytesList(_ values: [[UInt8]]?) -> PostgresValue {
    PostgresValue(PostgresType.byteaArray, values.map { array(of: PostgresType.bytea, $0.map { .bytes($0) }) })
  }

  /// `float8[]`.
  public static func doubles(_ values: [Double]?) -> PostgresValue {
    PostgresValue(PostgresType.float8Array, values.map { array(of: PostgresType.float8, $0.map { .double($0) }) })
  }

  /// pgvector's `vector`: 32-bit coordinates.
  public static func vector(_ values: [Float]?) -> PostgresValue {
    PostgresValue(
      0,
      values.map { values in
        values.reduce(into: vectorHead(values.count)) { $0 += [UInt8](bigEndian: $1.bitPattern) }
      })
  }

  /// pgvector's `halfvec`: 16-bit coordinates, each rounded to the nearest.
  public static func halfvec(_ values: [Float]?) -> PostgresValue {
    PostgresValue(
      0,
      values.map { values in
        values.reduce(into: vectorHead(values.count)) { $0 += [UInt8](bigEndian: HalfFloat.bits(of: $1)) }
      })
  }

  /// The number of coordinates and an unused field (`vector_recv` and `halfvec_recv` in pgvector).
  private static func vectorHead(_ count: Int) -> [UInt8] {
    [UInt8](bigEndian: UInt16(clamping: count)) + [0, 0]
  }

  /// An array of one dimension (`array_recv`): dimensions, whether it has NULLs, type, count, first index, elements.
  private static func array(of type: UInt32, _ elements: [PostgresValue]) -> [UInt8] {
    var bytes = [UInt8](bigEndian: Int32(elements.isEmpty ? 0 : 1)) + [UInt8](bigEndian: Int32(0))
    bytes += [UInt8](bigEndian: type)
    guard !elements.isEmpty else { return bytes }
    bytes += [UInt8](bigEndian: Int32(clamping: elements.count)) + [UInt8](bigEndian: Int32(1))
    for element in elements { element.append(to: &bytes) }
    return bytes
  }

  /// Appends the length and the bytes, as in arrays.
  func append(to buffer: inout [UInt8]) {
    guard let bytes else { return buffer += [UInt8](bigEndian: Int32(-1)) }
    buffer += [UInt8](bigEndian: Int32(clamping: bytes.count))
    buffer += bytes
  }

  /// The most bytes that the server takes for one value.
  private static let mostBytes = (1 << 30) - 1

  /// Throws if the server would refuse the value, and with it the whole pipeline.
  func check() throws {
    guard let bytes else { return }
    guard bytes.count <= Self.mostBytes else {
      throw PostgresError(.badValue, "a value of \(bytes.count) bytes is too large: 1 GB is the most")
    }
    // The elements of a text[] are checked by the server.
    if type == PostgresType.text, bytes.contains(0) {
      throw PostgresError(.badValue, "a text has a NUL character, which the server cannot store")
    }
  }
}

extension [UInt8] {
  /// The bytes of a number, the highest first.
  init(bigEndian value: some FixedWidthInteger) {
    self = Swift.withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}
