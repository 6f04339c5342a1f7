import CLlama
import Foundation

extension GGUFHeader {
  /// Reads and checks the header of the file at `path`.
  ///
  /// llama.cpp reports most defects of a file, but aborts the process on some, and computes with unchecked sizes. Those
  /// are checked here, before it sees the file.
  static func checked(contentsOf path: String) throws -> GGUFHeader {
    let data = try map(path)
    return try data.withUnsafeBytes { bytes in
      guard bytes.starts(with: "GGUF".utf8) else {
        throw LlamaError.notGGUF(path: path, found: beginning(of: bytes))
      }
      do {
        let header = try GGUFHeader(bytes)
        if let type = header.string("general.type"), type != "model" {
          throw LlamaError.unsupported(path: path, reason: "its type is \(type), not model")
        }
        let end = try header.checkedEnd()
        guard end <= bytes.count else {
          throw LlamaError.truncated(path: path, expected: end, found: bytes.count)
        }
        try header.checkMetadata()
        try header.checkVocabulary(in: bytes)
        return header
      } catch let error as FormatError {
        throw LlamaError.damaged(path: path, reason: error.reason)
      }
    }
  }

  /// Reads the header of the file at `path`, without checking what it says.
  static func beginning(of path: String, atMost count: Int) throws -> GGUFHeader {
    let data = try map(path)
    return try data.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) throws -> GGUFHeader in
      guard bytes.starts(with: "GGUF".utf8) else {
        throw LlamaError.notGGUF(path: path, found: beginning(of: bytes))
      }
      do throws(FormatError) {
        return try GGUFHeader(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
      } catch {
        throw LlamaError.damaged(path: path, reason: error.reason)
      }
    }
  }

  private static func map(_ path: String) throws -> Data {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw LlamaError.fileNotFound(path: path)
    }
    guard !isFolder.boolValue else { throw LlamaError.unreadable(path: path, reason: "it is a folder") }
    do {
      return try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
    } catch {
      throw LlamaError.unreadable(path: path, reason: error.localizedDescription)
    }
  }

  private static func beginning(of bytes: UnsafeRawBufferPointer) -> String {
    guard !bytes.isEmpty else { return "nothing" }
    let start = bytes.prefix(12)
    let isText = start.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    return isText
      ? String(decoding: start, as: UTF8.self).debugDescription
      : "the bytes " + start.prefix(4).map { String(format: "%02x", $0) }.joined(separator: " ")
  }

  /// Returns the offset in the file at which the last tensor ends.
  private func checkedEnd() throws(FormatError) -> Int {
    var end = 0
    var names = Set<[UInt8]>()
    for tensor in tensors {
      guard names.insert(Array(tensor.name.utf8)).inserted, tensor.name.utf8.count < Int(GGML_MAX_NAME) else {
        throw FormatError(reason: "tensor name \(tensor.name) is too long or appears twice")
      }
      guard tensor.offset == end else {
        throw FormatError(reason: "tensor \(tensor.name) begins at byte \(tensor.offset), not \(end)")
      }
      let (sum, overflow) = end.addingReportingOverflow(try Self.padded(try tensor.size(), to: try alignment))
      guard !overflow else { throw FormatError(reason: "tensor \(tensor.name) is larger than the address space") }
      end = sum
    }
    guard let last = tensors.last else { return 0 }
    // The last tensor's padding may be missing.
    let (sum, overflow) = dataOffset.addingReportingOverflow(last.offset + (try last.size()))
    guard !overflow else { throw FormatError(reason: "its tensors are larger than the address space") }
    return sum
  }

  /// Checks the numbers that llama.cpp asserts or divides by.
  private func checkMetadata() throws(FormatError) {
    guard let architecture = string("general.architecture") else {
      throw FormatError(reason: "general.architecture is missing")
    }
    // llama.cpp itself reports what is missing, after it has checked that it knows the architecture.
    func check(_ name: String, _ range: ClosedRange<Int>, mayBeList: Bool = true) throws(FormatError) {
      let key = "\(architecture).\(name)"
      switch metadata[key] {
      case nil: return
      case .array where mayBeList: return
      default:
        guard let value = integer(key), range.contains(value) else {
          throw FormatError(reason: "\(key) is not a number from \(range.lowerBound) to \(range.upperBound)")
        }
      }
    }
    // LLAMA_MAX_LAYERS and LLAMA_MAX_EXPERTS are 512 in llama.cpp; the other bounds are far beyond any model.
    try check("block_count", 1...512, mayBeList: false)
    try check("context_length", 1...(1 << 30), mayBeList: false)
    try check("embedding_length", 1...(1 << 20), mayBeList: false)
    try check("feed_forward_length", 0...(1 << 24))
    try check("attention.head_count", 1...(1 << 12))
    try check("attention.head_count_kv", 0...(1 << 12))
    try check("attention.key_length", 1...(1 << 16))
    try check("attention.value_length", 1...(1 << 16))
    try check("rope.dimension_count", 0...(1 << 16))
    try check("vocab_size", 1...(1 << 28))
    try check("nextn_predict_layers", 0...(integer("\(architecture).block_count") ?? 0))
    let experts = integer("\(architecture).expert_count") ?? 0
    try check("expert_count", 0...512)
    try check("expert_used_count", min(1, experts)...max(0, experts))
    try check("expert_group_count", 0...max(0, experts - 1))
    try check("expert_group_used_count", 0...max(0, experts))
    if let scaling = metadata["\(architecture).rope.scaling.type"] {
      guard case .string(let name) = scaling, ["none", "linear", "yarn", "longrope"].contains(name) else {
        throw FormatError(reason: "\(architecture).rope.scaling.type is not none, linear, yarn or longrope")
      }
    }
    for (key, value) in metadata {
      guard case .float(let number) = value else { continue }
      guard number.isFinite, !key.contains("epsilon") || (0...1).contains(number) else {
        throw FormatError(reason: "\(key) is \(number)")
      }
    }
  }

  /// Checks that no two tokens have the same text, which llama.cpp asserts.
  private func checkVocabulary(in bytes: UnsafeRawBufferPointer) throws(FormatError) {
    guard let tokens = metadata["tokenizer.ggml.tokens"] else { return }
    guard case .array(.string, let count, let range) = tokens, count > 0 else {
      throw FormatError(reason: "tokenizer.ggml.tokens is not a list of strings")
    }
    var cursor = GGUFCursor(UnsafeRawBufferPointer(rebasing: bytes[..<range.upperBound]), at: range.lowerBound)
    // Compared by bytes, as in llama.cpp: canonically equivalent strings are equal in Swift.
    var texts = Set<[UInt8]>(minimumCapacity: count)
    for index in 0..<count {
      let text = try cursor.bytes("token \(index)")
      guard text.isEmpty || texts.insert(text).inserted else {
        let shown = String(decoding: text, as: UTF8.self).debugDescription
        throw FormatError(reason: "token \(index) duplicates another: \(shown)")
      }
    }
  }
}

extension GGUFHeader {
  /// The type of most of the weights, by bytes.
  var mostlyType: UInt32? {
    var bytes: [UInt32: Int] = [:]
    for tensor in tensors { bytes[tensor.type, default: 0] += (try? tensor.size()) ?? 0 }
    return bytes.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
  }
}

extension GGUFHeader.Tensor {
  /// Returns the size of the weights in bytes.
  fileprivate func size() throws(GGUFHeader.FormatError) -> Int {
    guard type < UInt32(GGML_TYPE_COUNT.rawValue) else {
      throw GGUFHeader.FormatError(reason: "tensor \(name) has the unknown type \(type)")
    }
    let block = Int(ggml_blck_size(ggml_type(rawValue: type)))
    guard block > 0, dimensions[0] % block == 0 else {
      throw GGUFHeader.FormatError(reason: "tensor \(name) has rows whose length is not a multiple of its block size")
    }
    var size = ggml_type_size(ggml_type(rawValue: type))
    for factor in [dimensions[0] / block] + dimensions.dropFirst() {
      let (product, overflow) = size.multipliedReportingOverflow(by: factor)
      guard !overflow else { throw GGUFHeader.FormatError(reason: "tensor \(name) is larger than the address space") }
      size = product
    }
    return size
  }
}
