/// The header of a GGUF file: metadata and the table of tensors.
///
/// Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md, versions 2 and 3, little-endian.
struct GGUFHeader {
  /// One metadata value.
  enum Value: Hashable {
    case unsigned(UInt64)
    case signed(Int64)
    case float(Double)
    case bool(Bool)
    case string(String)
    /// Elements of one type, `range` in bytes of the file.
    case array(ElementType, count: Int, range: Range<Int>)
  }

  /// The types of metadata values, numbered as in the format.
  enum ElementType: UInt32 {
    case uint8, int8, uint16, int16, uint32, int32, float32, bool, string, array, uint64, int64, float64

    /// The size of a value in bytes, or `nil` if it varies.
    var size: Int? {
      switch self {
      case .uint8, .int8, .bool: 1
      case .uint16, .int16: 2
      case .uint32, .int32, .float32: 4
      case .uint64, .int64, .float64: 8
      case .string, .array: nil
      }
    }
  }

  /// One row of the table of tensors.
  struct Tensor {
    var name: String
    var dimensions: [Int]
    var type: UInt32
    var offset: Int
  }

  /// Why the bytes are not a valid header.
  struct FormatError: Error {
    var reason: String
  }

  private(set) var metadata: [String: Value] = [:]
  private(set) var tensors: [Tensor] = []
  /// The offset at which the header ends and the weights begin, in bytes.
  private(set) var dataOffset = 0

  /// Reads the header at the beginning of a file's bytes.
  init(_ bytes: UnsafeRawBufferPointer) throws(FormatError) {
    var cursor = GGUFCursor(bytes, at: 4)
    let version = try cursor.read(UInt32.self, "the version")
    guard version == 2 || version == 3 else {
      throw FormatError(reason: "GGUF version \(version); only 2 and 3 are supported")
    }
    let tensorCount = try cursor.count(atLeast: 24, "the number of tensors")
    let valueCount = try cursor.count(atLeast: 13, "the number of metadata values")
    for index in 0..<valueCount {
      let key = try cursor.string("metadata key \(index)")
      guard metadata.updateValue(try cursor.value(of: key), forKey: key) == nil else {
        throw FormatError(reason: "metadata key \(key) appears twice")
      }
    }
    tensors.reserveCapacity(tensorCount)
    for index in 0..<tensorCount { tensors.append(try cursor.tensor(index)) }
    dataOffset = try Self.padded(cursor.offset, to: alignment)
  }

  /// Returns the metadata value as an integer.
  func integer(_ key: String) -> Int? {
    switch metadata[key] {
    case .unsigned(let value): Int(exactly: value)
    case .signed(let value): Int(exactly: value)
    default: nil
    }
  }

  /// Returns the metadata value as a string.
  func string(_ key: String) -> String? {
    if case .string(let value) = metadata[key] { value } else { nil }
  }

  /// The alignment of tensors in bytes; 32 unless the file says otherwise.
  var alignment: Int {
    get throws(FormatError) {
      guard let value = metadata["general.alignment"] else { return 32 }
      guard case .unsigned(let bytes) = value, bytes.nonzeroBitCount == 1, bytes <= 1 << 20 else {
        throw FormatError(reason: "general.alignment is not a power of two")
      }
      return Int(bytes)
    }
  }

  static func padded(_ size: Int, to alignment: Int) throws(FormatError) -> Int {
    let (sum, overflow) = size.addingReportingOverflow(alignment - 1)
    guard !overflow else { throw FormatError(reason: "a size exceeds the address space") }
    return sum & ~(alignment - 1)
  }
}
