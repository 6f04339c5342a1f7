import Foundation

/// A file of named tensors in the safetensors format: eight bytes that hold the header's length, the header in JSON,
/// then the numbers (github.com/huggingface/safetensors).
///
/// Every length, shape and offset is checked before it is used: a truncated or inconsistent file is an error.
package struct SafeTensors: Sendable {
  /// The maximum number of bytes in a header, as in the reference implementation.
  package static let headerLimit = 100_000_000

  private struct Entry: Decodable {
    var dtype: String
    var shape: [Int]
    var data_offsets: [Int]
  }

  /// A header without its `__metadata__`.
  private struct Header: Decodable {
    var entries: [String: Entry] = [:]

    struct Name: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Name.self)
      for name in container.allKeys where name.stringValue != "__metadata__" {
        entries[name.stringValue] = try container.decode(Entry.self, forKey: name)
      }
    }
  }

  private let file: MappedFile
  private let entries: [String: Entry]
  /// The offset of the first number.
  private let start: Int
  /// The byte range of the header.
  package let header: Range<Int>

  /// Maps a file and checks its header.
  package init(contentsOf path: String) throws {
    file = try MappedFile(contentsOf: path)
    let bytes = file.bytes
    func damaged(_ reason: String) -> EmbeddingError { .damaged(path: path, reason: reason) }
    guard bytes.count >= 8 else { throw damaged("\(bytes.count) bytes are not a safetensors file") }
    let length = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    guard length <= UInt64(Self.headerLimit), length <= UInt64(bytes.count - 8) else {
      throw damaged("its header would have \(length) bytes")
    }
    header = 8..<8 + Int(length)
    start = header.upperBound
    do {
      entries = try JSONDecoder().decode(Header.self, from: Data(bytes[header])).entries
    } catch {
      throw damaged("its header is not what the format says")
    }
    try checkOffsets(damaged)
  }

  /// Checks that each tensor's bytes lie in the file, are as many as its shape needs, and do not overlap another's.
  private func checkOffsets(_ damaged: (String) -> EmbeddingError) throws {
    var ranges: [Range<Int>] = []
    for (name, entry) in entries {
      guard entry.data_offsets.count == 2, let first = entry.data_offsets.first, let last = entry.data_offsets.last,
        first >= 0, last >= first, last <= file.bytes.count - start
      else { throw damaged("\(name) is outside the file") }
      guard let width = Self.widths[entry.dtype] else { throw damaged("\(name) has the unknown type \(entry.dtype)") }
      var size = width
      for count in entry.shape {
        let (product, overflow) = size.multipliedReportingOverflow(by: count)
        guard count >= 0, !overflow else { throw damaged("\(name) has an impossible shape") }
        size = product
      }
      guard size == last - first else { throw damaged("\(name) has \(last - first) bytes but needs \(size)") }
      if first < last { ranges.append(first..<last) }
    }
    ranges.sort { $0.lowerBound < $1.lowerBound }
    for (left, right) in zip(ranges, ranges.dropFirst()) where right.lowerBound < left.upperBound {
      throw damaged("two of its tensors overlap")
    }
  }

  /// The size in bytes of a number of each type.
  private static let widths: [String: Int] = [
    "BOOL": 1, "U8": 1, "I8": 1, "F8_E5M2": 1, "F8_E4M3": 1, "I16": 2, "U16": 2, "F16": 2, "BF16": 2, "I32": 4,
    "U32": 4, "F32": 4, "F64": 8, "I64": 8, "U64": 8,
  ]

  /// The names of all tensors, sorted.
  package var names: [String] { entries.keys.sorted() }

  /// Returns the shape of a tensor; `nil` if there is none of this name.
  func shape(of name: String) -> [Int]? { entries[name]?.shape }

  /// Returns a float32 tensor in place, or a copy if the file does not align it.
  ///
  /// - Throws: `EmbeddingError.unexpectedTensor` if there is no float32 tensor of this name and shape.
  package func floats(_ name: String, shape: [Int]) throws -> FloatTensor {
    let expected = "float32 \(shape)"
    guard let entry = entries[name] else {
      throw EmbeddingError.unexpectedTensor(path: file.path, name: name, expected: expected, found: "none")
    }
    guard entry.dtype == "F32", entry.shape == shape else {
      throw EmbeddingError.unexpectedTensor(
        path: file.path, name: name, expected: expected, found: "\(entry.dtype) \(entry.shape)")
    }
    let bytes = file.bytes[start + entry.data_offsets[0]..<start + entry.data_offsets[1]]
    return FloatTensor(UnsafeRawBufferPointer(rebasing: bytes), of: file)
  }

  /// Returns a digest of the size, the header and pages from across the file: enough to distinguish two encoders
  /// without reading all their weights at each start.
  package func sampledDigest() -> String {
    var digest = SHA256Digest()
    digest.update("\(file.bytes.count)")
    digest.update(UnsafeRawBufferPointer(rebasing: file.bytes[header]))
    let pages = 64
    let page = 4096
    for index in 0..<pages {
      let offset = start + (file.bytes.count - start) / pages * index
      digest.update(UnsafeRawBufferPointer(rebasing: file.bytes[offset..<min(offset + page, file.bytes.count)]))
    }
    return digest.hexadecimal()
  }
}
