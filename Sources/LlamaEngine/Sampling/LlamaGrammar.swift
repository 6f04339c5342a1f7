import CLlama

/// The state of a grammar at a position in a text, freed with its last reference.
///
/// llama.cpp aborts the process if it accepts a token that the grammar does not allow, so each is checked first. It
/// also reads control tokens as their text in templates, so they are rejected here.
final class LlamaGrammar {
  private let sampler: UnsafeMutablePointer<llama_sampler>
  private let vocabulary: LlamaVocabulary
  private let texts: TokenTexts
  private var text = UTF8Prefix()

  /// Parses a grammar. Throws `LlamaError.invalidGrammar` if llama.cpp rejects it.
  ///
  /// With `owesSpace`, the text begins with one more space.
  init(_ grammar: String, vocabulary: LlamaVocabulary, texts: TokenTexts, owesSpace: Bool = false) throws {
    let start = owesSpace ? "root-behind-space" : "root"
    let text = owesSpace ? "\(grammar)\n\(start) ::= \" \" root\n" : grammar
    let isCut = text.utf8.contains(0)
    let (sampler, errors) = LlamaLog.collectingErrors {
      isCut || text.isEmpty ? nil : llama_sampler_init_grammar(vocabulary.pointer, text, start)
    }
    guard let sampler else {
      throw LlamaError.invalidGrammar(reason: errors.first ?? "llama.cpp gives no reason")
    }
    self.sampler = sampler
    self.vocabulary = vocabulary
    self.texts = texts
  }

  deinit { llama_sampler_free(sampler) }

  /// Whether the text may continue with this token, or end if it is an end token.
  func allows(_ token: llama_token) -> Bool {
    guard isCandidate(token) else { return false }
    var data = llama_token_data(id: token, logit: 0, p: 0)
    return withUnsafeMutablePointer(to: &data) { data in
      var candidates = llama_token_data_array(data: data, size: 1, selected: -1, sorted: false)
      llama_sampler_apply(sampler, &candidates)
      return data.pointee.logit == 0
    }
  }

  /// Advances by a token that is allowed and is not an end token.
  func accept(_ token: llama_token) {
    text.append(vocabulary.bytes(of: token))
    llama_sampler_accept(sampler, token)
  }

  /// Whether the text may end here.
  var mayEnd: Bool { vocabulary.end.map(allows) ?? false }

  /// Whether the text can only end here.
  var isComplete: Bool {
    guard mayEnd, !texts.singleBytes.contains(where: allows) else { return false }
    // Any continuation begins with a byte, so all tokens are checked only if some byte is not a token.
    guard !texts.hasEveryByte else { return true }
    var hasOther = false
    forEachAllowed { token in if texts.kinds[Int(token)] != .end { hasOther = true } }
    return !hasOther
  }

  /// Masks every token that the grammar does not allow, and returns whether any is left.
  func mask(_ logits: UnsafeMutableBufferPointer<Float>) -> Bool {
    var allowed = [Bool](repeating: false, count: logits.count)
    forEachAllowed { allowed[Int($0)] = true }
    for index in logits.indices where !allowed[index] { logits[index] = -.infinity }
    return allowed.contains(true)
  }

  private func forEachAllowed(_ body: (llama_token) -> Void) {
    var data = (0..<llama_token(vocabulary.count)).compactMap { token in
      isCandidate(token) ? llama_token_data(id: token, logit: 0, p: 0) : nil
    }
    data.withUnsafeMutableBufferPointer { data in
      var candidates = llama_token_data_array(data: data.baseAddress, size: data.count, selected: -1, sorted: false)
      llama_sampler_apply(sampler, &candidates)
      for candidate in data where candidate.logit == 0 { body(candidate.id) }
    }
  }

  /// Whether a token is an end token, or continues the text as UTF-8.
  private func isCandidate(_ token: llama_token) -> Bool {
    switch texts.kinds[Int(token)] {
    case .end: true
    case .control: false
    case .characters: text.isBetweenCharacters
    case .bytes: text.allows(vocabulary.bytes(of: token))
    }
  }
}
