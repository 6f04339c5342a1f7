import Foundation

/// Makes a language model of a few layers out of a larger one, with the same vocabulary and chat template.
///
/// What it writes has no meaning, but a process that asks it takes a fraction of the time.
struct ShallowModel {
  struct Unreadable: Error {}

  private let file: Data
  private var offset = 0

  /// Returns a GGUF file with the first `layers` layers of another.
  ///
  /// Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md, version 3.
  static func gguf(_ layers: Int, of path: String) throws -> Data {
    var model = ShallowModel(file: try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped))
    return try model.cut(to: layers)
  }

  private init(file: Data) { self.file = file }

  private mutating func cut(to layers: Int) throws -> Data {
    offset = 8
    let (tensors, values) = (try integer(UInt64.self), try integer(UInt64.self))
    var metadata = Data()
    for _ in 0..<values {
      let start = offset
      let key = try string()
      let type = try integer(UInt32.self)
      let value = offset
      try skipValue(of: type)
      metadata += file[start..<offset]
      if key.hasSuffix(".block_count") {
        guard type == 4 else { throw Unreadable() }
        metadata.replaceSubrange(metadata.count - (offset - value)..<metadata.count, with: bytes(UInt32(layers)))
      }
    }
    var rows: [(name: String, row: Range<Int>, offset: Int)] = []
    for _ in 0..<tensors {
      let start = offset
      let name = try string()
      let rank = try integer(UInt32.self)
      offset += Int(rank) * 8 + 4
      rows.append((name, start..<offset, Int(try integer(UInt64.self))))
    }
    let weights = (offset + 31) / 32 * 32
    let ends = rows.map(\.offset).sorted().dropFirst() + [file.count - weights]
    let sizes = Dictionary(uniqueKeysWithValues: zip(rows.map(\.offset).sorted(), ends).map { ($0, $1 - $0) })
    rows.removeAll { row in
      let parts = row.name.split(separator: ".")
      return parts.first == "blk" && (Int(parts[1]) ?? 0) >= layers
    }

    var header = file.prefix(8) + bytes(UInt64(rows.count)) + bytes(values) + metadata
    var data = Data()
    for row in rows {
      header += file[row.row] + bytes(UInt64(data.count))
      let start = weights + row.offset
      data += file[start..<start + (sizes[row.offset] ?? 0)]
      data += Data(count: -data.count & 31)
    }
    return header + Data(count: -header.count & 31) + data
  }

  private func bytes(_ number: some FixedWidthInteger) -> Data {
    withUnsafeBytes(of: number.littleEndian) { Data($0) }
  }

  private mutating func integer<Number: FixedWidthInteger>(_: Number.Type) throws -> Number {
    let size = MemoryLayout<Number>.size
    guard offset + size <= file.count else { throw Unreadable() }
    defer { offset += size }
    return file[offset..<offset + size].reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  private mutating func string() throws -> String {
    let length = Int(try integer(UInt64.self))
    guard length <= file.count - offset else { throw Unreadable() }
    defer { offset += length }
    return String(decoding: file[offset..<offset + length], as: UTF8.self)
  }

  /// The types are numbered: integers and floats of 1, 2, 4 and 8 bytes, 8 a string, 9 an array.
  private mutating func skipValue(of type: UInt32) throws {
    switch type {
    case 0, 1, 7: offset += 1
    case 2, 3: offset += 2
    case 4, 5, 6: offset += 4
    case 10, 11, 12: offset += 8
    case 8: _ = try string()
    case 9:
      let element = try integer(UInt32.self)
      for _ in 0..<(try integer(UInt64.self)) { try skipValue(of: element) }
    default: throw Unreadable()
    }
  }
}
