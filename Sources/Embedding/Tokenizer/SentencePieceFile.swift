/// A SentencePiece model in the format of Protocol Buffers
/// (github.com/google/sentencepiece/blob/master/src/sentencepiece_model.proto).
package struct SentencePieceFile {
  /// The pieces in the order of the file; the first three are `<unk>`, `<s>` and `</s>`.
  private(set) var pieces: [(text: UnsafeRawBufferPointer, score: Float)] = []
  /// The compiled normalization; empty if there is none.
  package private(set) var characterMap: [UInt8] = []
  /// Whether the pieces belong to a unigram model.
  private(set) var isUnigram = true

  /// Reads a file's bytes, which must outlive the value; `nil` if they are not of this format.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    var message = Message(bytes)
    while let field = message.next() {
      switch (field.number, field.value) {
      case (1, .bytes(let piece)):
        guard let piece = Self.piece(piece) else { return nil }
        pieces.append(piece)
      case (2, .bytes(let trainer)):
        var trainer = Message(trainer)
        while let field = trainer.next() {
          // 1 is a unigram model, the default.
          if field.number == 3, case .number(let kind) = field.value { isUnigram = kind == 1 }
        }
      case (3, .bytes(let normalizer)):
        var normalizer = Message(normalizer)
        while let field = normalizer.next() {
          if field.number == 2, case .bytes(let map) = field.value { characterMap = Array(map) }
        }
      default: break
      }
    }
    guard message.isWhole, pieces.count > 3 else { return nil }
  }

  private static func piece(_ bytes: UnsafeRawBufferPointer) -> (text: UnsafeRawBufferPointer, score: Float)? {
    var message = Message(bytes)
    var (text, score) = (UnsafeRawBufferPointer(start: nil, count: 0), Float(0))
    while let field = message.next() {
      switch (field.number, field.value) {
      case (1, .bytes(let bytes)): text = bytes
      case (2, .fixed(let bits)): score = Float(bitPattern: bits)
      default: break
      }
    }
    return message.isWhole ? (text, score) : nil
  }

  /// The fields of a message, one after the other.
  private struct Message {
    enum Value {
      case number(UInt64)
      case fixed(UInt32)
      case bytes(UnsafeRawBufferPointer)
    }

    private var rest: UnsafeRawBufferPointer
    /// Whether no field was cut off or of an unknown type.
    private(set) var isWhole = true

    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

    /// Returns the next field; `nil` at the end and at the first one that is damaged.
    mutating func next() -> (number: UInt64, value: Value)? {
      guard isWhole, !rest.isEmpty else { return nil }
      isWhole = false
      guard let key = number() else { return nil }
      let value: Value
      switch key & 7 {
      case 0:
        guard let number = number() else { return nil }
        value = .number(number)
      case 1:
        guard take(8) != nil else { return nil }
        value = .number(0)
      case 2:
        guard let count = number(), count <= UInt64(rest.count), let bytes = take(Int(count)) else { return nil }
        value = .bytes(bytes)
      case 5:
        guard let bytes = take(4) else { return nil }
        value = .fixed(UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
      default: return nil
      }
      isWhole = true
      return (key >> 3, value)
    }

    private mutating func number() -> UInt64? {
      var value: UInt64 = 0
      for shift in stride(from: UInt64(0), to: 64, by: 7) {
        guard let byte = take(1)?.first else { return nil }
        value |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return value }
      }
      return nil
    }

    private mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
      guard count <= rest.count else { return nil }
      defer { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) }
      return UnsafeRawBufferPointer(rebasing: rest[..<count])
    }
  }
}
