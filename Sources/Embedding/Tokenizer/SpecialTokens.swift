/// A vocabulary's special tokens, such as `[SEP]`, which are tokens in a text too.
struct SpecialTokens: Sendable {
  private let tokens: [(text: [UInt8], id: Int32)]
  /// Whether one of them begins with a byte.
  private let begins: [Bool]

  /// - Parameter tokens: The names and ids; no name begins with another.
  init(_ tokens: [(text: String, id: Int32)]) {
    self.tokens = tokens.map { (Array($0.text.utf8), $0.id) }
    let first = Set(self.tokens.compactMap(\.text.first))
    begins = (0...UInt8.max).map(first.contains)
  }

  /// Calls `text` with each stretch of text between special tokens, empty ones included, and `token` with each token.
  func split(
    _ bytes: UnsafeBufferPointer<UInt8>, text: (UnsafeBufferPointer<UInt8>) -> Void, token: (Int32) -> Void
  ) {
    var start = 0
    var index = 0
    while index < bytes.count {
      guard begins[Int(bytes[index])], let match = tokens.first(where: { bytes[index...].starts(with: $0.text) }) else {
        index += 1
        continue
      }
      text(UnsafeBufferPointer(rebasing: bytes[start..<index]))
      token(match.id)
      index += match.text.count
      start = index
    }
    text(UnsafeBufferPointer(rebasing: bytes[start...]))
  }
}
