/// A bounds-checked cursor over the bytes of a GGUF file.
struct GGUFCursor {
  private let bytes: UnsafeRawBufferPointer
  private(set) var offset: Int

  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  mutating func read<Number: FixedWidthInteger>(
    _: Number.Type, _ what: @autoclosure () -> String
  ) throws(GGUFHeader.FormatError) -> Number {
    let start = try skip(MemoryLayout<Number>.size, what()).lowerBound
    return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: Number.self))
  }

  /// Reads a number of items. Throws if the rest of the file is too short for items of at least `size` bytes.
  mutating func count(atLeast size: Int, _ what: @autoclosure () -> String) throws(GGUFHeader.FormatError) -> Int {
    let count = try read(UInt64.self, what())
    guard count <= UInt64((bytes.count - offset) / size) else {
      throw GGUFHeader.FormatError(reason: "\(what()) is \(count), more than the file has room for")
    }
    return Int(count)
  }

  mutating func string(_ what: @autoclosure () -> String) throws(GGUFHeader.FormatError) -> String {
    String(decoding: try bytes(what()), as: UTF8.self)
  }

  /// Reads the bytes of a string, which need not be UTF-8.
  mutating func bytes(_ what: @autoclosure () -> String) throws(GGUFHeader.FormatError) -> [UInt8] {
    let length = try count(atLeast: 1, what())
    return Array(bytes[try skip(length, what())])
  }

  mutating func value(of key: String) throws(GGUFHeader.FormatError) -> GGUFHeader.Value {
    switch try elementType(of: key) {
    case .uint8: .unsigned(UInt64(try read(UInt8.self, key)))
    case .int8: .signed(Int64(try read(Int8.self, key)))
    case .uint16: .unsigned(UInt64(try read(UInt16.self, key)))
    case .int16: .signed(Int64(try read(Int16.self, key)))
    case .uint32: .unsigned(UInt64(try read(UInt32.self, key)))
    case .int32: .signed(Int64(try read(Int32.self, key)))
    case .float32: .float(Double(Float(bitPattern: try read(UInt32.self, key))))
    case .bool: .bool(try read(UInt8.self, key) != 0)
    case .string: .string(try string(key))
    case .uint64: .unsigned(try read(UInt64.self, key))
    case .int64: .signed(try read(Int64.self, key))
    case .float64: .float(Double(bitPattern: try read(UInt64.self, key)))
    case .array: try array(of: key)
    }
  }

  mutating func tensor(_ index: Int) throws(GGUFHeader.FormatError) -> GGUFHeader.Tensor {
    let name = try string("tensor \(index)")
    let rank = try read(UInt32.self, name)
    guard (1...4).contains(rank) else { throw GGUFHeader.FormatError(reason: "tensor \(name) has \(rank) dimensions") }
    var dimensions: [Int] = []
    for _ in 0..<rank {
      guard let size = Int(exactly: try read(UInt64.self, name)), size > 0 else {
        throw GGUFHeader.FormatError(reason: "tensor \(name) has an impossible shape")
      }
      dimensions.append(size)
    }
    let type = try read(UInt32.self, name)
    guard let offset = Int(exactly: try read(UInt64.self, name)) else {
      throw GGUFHeader.FormatError(reason: "tensor \(name) is past the end of the file")
    }
    return GGUFHeader.Tensor(name: name, dimensions: dimensions, type: type, offset: offset)
  }

  private mutating func array(of key: String) throws(GGUFHeader.FormatError) -> GGUFHeader.Value {
    let type = try elementType(of: key)
    guard type != .array else { throw GGUFHeader.FormatError(reason: "\(key) is an array of arrays") }
    let count = try count(atLeast: type.size ?? 8, key)
    let start = offset
    if let size = type.size {
      _ = try skip(count * size, key)
    } else {
      for _ in 0..<count { _ = try skip(try self.count(atLeast: 1, key), key) }
    }
    return .array(type, count: count, range: start..<offset)
  }

  private mutating func elementType(of key: String) throws(GGUFHeader.FormatError) -> GGUFHeader.ElementType {
    let number = try read(UInt32.self, key)
    guard let type = GGUFHeader.ElementType(rawValue: number) else {
      throw GGUFHeader.FormatError(reason: "\(key) has the unknown type \(number)")
    }
    return type
  }

  private mutating func skip(_ count: Int, _ what: @autoclosure () -> String) throws(GGUFHeader.FormatError) -> Range<
    Int
  > {
    guard count <= bytes.count - offset else {
      throw GGUFHeader.FormatError(reason: "the file ends within \(what())")
    }
    defer { offset += count }
    return offset..<(offset + count)
  }
}
