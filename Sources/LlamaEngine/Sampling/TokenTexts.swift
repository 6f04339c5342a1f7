import CLlama

/// The kinds of a vocabulary's tokens, for grammars.
struct TokenTexts {
  /// The kind of a token.
  enum Kind: UInt8 {
    /// An end token.
    case end
    /// A token without text.
    case control
    /// Whole characters.
    case characters
    /// Bytes that begin or end within a character, or are not UTF-8.
    case bytes
  }

  let kinds: [Kind]
  /// The tokens of one byte.
  let singleBytes: [llama_token]
  /// Whether every byte that occurs in UTF-8 is a token.
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
    // Without NUL and the bytes that table 3-7 of the Unicode Standard excludes.
    hasEveryByte = (1...0xF4).allSatisfy { $0 == 0xC0 || $0 == 0xC1 || singles[UInt8($0)] != nil }
  }
}
