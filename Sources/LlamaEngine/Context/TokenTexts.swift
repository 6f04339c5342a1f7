import CLlama

/// What the tokens of a vocabulary are to a grammar.
struct TokenTexts {
  /// What one token is.
  enum Kind: UInt8 {
    /// It ends texts.
    case end
    /// It stands for no text.
    case control
    /// It is whole characters.
    case characters
    /// It begins or ends within a character, or is none.
    case bytes
  }

  let kinds: [Kind]
  /// The tokens that are one byte.
  let singleBytes: [llama_token]
  /// Whether each byte that occurs in UTF-8 is a token.
  let hasEveryByte: Bool

  init(_ vocabulary: LlamaVocabulary) {
    var kinds: [Kind] = []
    var singles: [UInt8: llama_token] = [:]
    for token in 0..<llama_token(vocabulary.count) {
      let bytes = vocabulary.bytes(of: token)
      if vocabulary.isEnd(token) {
        kinds.append(.end)
      } else if bytes.isEmpty || vocabulary.isControl(token) {
        kinds.append(.control)
      } else {
        var text = UTF8Prefix()
        let isWhole = text.allows(bytes)
        if isWhole { text.append(bytes) }
        kinds.append(isWhole && text.isBetweenCharacters ? .characters : .bytes)
        if bytes.count == 1 { singles[bytes[0]] = token }
      }
    }
    self.kinds = kinds
    singleBytes = singles.keys.sorted().compactMap { singles[$0] }
    // Neither NUL nor what table 3-7 of the Unicode standard leaves out.
    hasEveryByte = (1...0xF4).allSatisfy { $0 == 0xC0 || $0 == 0xC1 || singles[UInt8($0)] != nil }
  }
}
