import CLlama

/// Converts text to tokens and back.
///
/// Valid as long as its `LlamaWeights` exists. `@unchecked Sendable` is safe because a vocabulary does not change after
/// loading and `llama.h` documents its functions as thread-safe.
struct LlamaVocabulary: @unchecked Sendable {
  private let vocabulary: OpaquePointer
  /// Control and user-defined tokens by the first byte of their text, longest text first.
  private let specials: [UInt8: [(text: [UInt8], token: llama_token)]]
  /// The number of tokens.
  let count: Int

  init?(of model: OpaquePointer) {
    guard let vocabulary = llama_model_get_vocab(model), llama_vocab_type(vocabulary) != LLAMA_VOCAB_TYPE_NONE else {
      return nil
    }
    self.vocabulary = vocabulary
    count = Int(llama_vocab_n_tokens(vocabulary))
    var specials: [UInt8: [(text: [UInt8], token: llama_token)]] = [:]
    for token in 0..<llama_token(count) where Self.isSpecial(token, in: vocabulary) {
      let text = llama_vocab_get_text(vocabulary, token).map { Array(String(cString: $0).utf8) } ?? []
      if let first = text.first { specials[first, default: []].append((text, token)) }
    }
    self.specials = specials.mapValues { $0.sorted { $0.text.count > $1.text.count } }
  }

  /// Whether a token's text in a template becomes that token.
  private static func isSpecial(_ token: llama_token, in vocabulary: OpaquePointer) -> Bool {
    let special =
      LLAMA_TOKEN_ATTR_CONTROL.rawValue | LLAMA_TOKEN_ATTR_UNKNOWN.rawValue | LLAMA_TOKEN_ATTR_USER_DEFINED.rawValue
    return llama_vocab_get_attr(vocabulary, token).rawValue & special != 0
  }

  /// Returns the tokens of text.
  ///
  /// Names of control tokens in it are plain text unless `parsingSpecial`.
  func tokens(of text: String, addingSpecial: Bool = false, parsingSpecial: Bool = false) -> [llama_token] {
    var text = text
    return text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { characters in
        var tokens = [llama_token](repeating: 0, count: characters.count / 2 + 16)
        var count = tokenize(characters, into: &tokens, addingSpecial, parsingSpecial)
        if count < 0, count != Int32.min {
          tokens = [llama_token](repeating: 0, count: Int(-count))
          count = tokenize(characters, into: &tokens, addingSpecial, parsingSpecial)
        }
        return Array(tokens.prefix(Int(max(0, count))))
      }
    }
  }

  private func tokenize(
    _ characters: UnsafeBufferPointer<CChar>, into tokens: inout [llama_token], _ addingSpecial: Bool,
    _ parsingSpecial: Bool
  ) -> Int32 {
    llama_tokenize(
      vocabulary, characters.baseAddress, Int32(clamping: characters.count), &tokens, Int32(tokens.count),
      addingSpecial,
      parsingSpecial)
  }

  /// Returns the bytes of a token; none for a control token.
  func bytes(of token: llama_token) -> [UInt8] {
    var buffer = [CChar](repeating: 0, count: 64)
    var count = llama_token_to_piece(vocabulary, token, &buffer, Int32(buffer.count), 0, false)
    if count < 0 {
      buffer = [CChar](repeating: 0, count: Int(-count))
      count = llama_token_to_piece(vocabulary, token, &buffer, Int32(buffer.count), 0, false)
    }
    return buffer.prefix(Int(max(0, count))).map { UInt8(bitPattern: $0) }
  }

  /// Whether `token` ends a reply.
  func isEnd(_ token: llama_token) -> Bool { llama_vocab_is_eog(vocabulary, token) }

  /// A token that ends a reply, if there is one.
  var end: llama_token? {
    [llama_vocab_eot(vocabulary), llama_vocab_eos(vocabulary)].first { $0 != LLAMA_TOKEN_NULL && isEnd($0) }
  }

  /// The pointer for llama.cpp's functions.
  var pointer: OpaquePointer { vocabulary }

  /// Whether `token` is a control token.
  func isControl(_ token: llama_token) -> Bool { llama_vocab_is_control(vocabulary, token) }

  /// Whether white space between words has tokens; WordPiece has none.
  var hasWhitespace: Bool { llama_vocab_type(vocabulary) != LLAMA_VOCAB_TYPE_WPM }

  /// The token that every text of this model begins with, if any.
  var beginning: llama_token? {
    let token = llama_vocab_bos(vocabulary)
    return llama_vocab_get_add_bos(vocabulary) && token != LLAMA_TOKEN_NULL ? token : nil
  }

  /// The tokens around a query and a text that are read together: before both, between them, and behind both.
  ///
  /// As llama.cpp's server joins them (`format_prompt_rerank`), but BERT's vocabularies, which have a separator and no
  /// end, get the separator behind both, too: these models were trained with it.
  var pairFrame: (before: [llama_token], between: [llama_token], behind: [llama_token]) {
    func token(_ token: llama_token, if isWanted: Bool) -> [llama_token] {
      isWanted && token != LLAMA_TOKEN_NULL ? [token] : []
    }
    let separator = token(llama_vocab_sep(vocabulary), if: llama_vocab_get_add_sep(vocabulary))
    let eos = llama_vocab_eos(vocabulary)
    let end = token(
      eos == LLAMA_TOKEN_NULL ? llama_vocab_sep(vocabulary) : eos, if: llama_vocab_get_add_eos(vocabulary))
    return (beginning.map { [$0] } ?? [], end + separator, end.isEmpty ? separator : end)
  }

  /// The text of the token that begins a text, whether or not every text has one; empty if there is none.
  var beginningText: String { text(ofTokenOrNone: llama_vocab_bos(vocabulary)) }

  /// The text of the token that ends a text; empty if there is none.
  var endText: String { text(ofTokenOrNone: llama_vocab_eos(vocabulary)) }

  private func text(ofTokenOrNone token: llama_token) -> String {
    token == LLAMA_TOKEN_NULL ? "" : String(decoding: text(of: token), as: UTF8.self)
  }

  /// A token to evaluate in place of a text without tokens.
  var placeholder: llama_token {
    [llama_vocab_bos(vocabulary), llama_vocab_eos(vocabulary), llama_vocab_nl(vocabulary)]
      .first { $0 != LLAMA_TOKEN_NULL } ?? 0
  }

  /// Returns the text of a token, as written in templates.
  func text(of token: llama_token) -> [UInt8] {
    llama_vocab_get_text(vocabulary, token).map { Array(String(cString: $0).utf8) } ?? []
  }

  /// Whether white space before a token of a template belongs to that token.
  func stripsBefore(_ token: llama_token) -> Bool { has(LLAMA_TOKEN_ATTR_LSTRIP, token) }

  /// Whether white space after a token of a template belongs to that token.
  func stripsAfter(_ token: llama_token) -> Bool { has(LLAMA_TOKEN_ATTR_RSTRIP, token) }

  private func has(_ attribute: llama_token_attr, _ token: llama_token) -> Bool {
    llama_vocab_get_attr(vocabulary, token).rawValue & attribute.rawValue != 0
  }

  /// A part of a chat template: one of its tokens, or text.
  enum Fragment {
    case token(llama_token)
    case text(String)
  }

  /// Splits a part of a chat template at the names of tokens.
  func fragments(of template: String) -> [Fragment] {
    let bytes = Array(template.utf8)
    var fragments: [Fragment] = []
    var textStart = 0
    var index = 0
    while index < bytes.count {
      guard let match = specials[bytes[index]]?.first(where: { bytes[index...].starts(with: $0.text) }) else {
        index += 1
        continue
      }
      if textStart < index { fragments.append(.text(String(decoding: bytes[textStart..<index], as: UTF8.self))) }
      fragments.append(.token(match.token))
      index += match.text.count
      textStart = index
    }
    if textStart < bytes.count { fragments.append(.text(String(decoding: bytes[textStart...], as: UTF8.self))) }
    return fragments
  }
}
