import CLlama

/// A grammar at some place within a text, freed with its last reference.
///
/// llama.cpp ends the process where it is given a token that the grammar does not allow, so each is asked about first;
/// and it reads control tokens as the text that templates write for them, so they are refused here.
final class LlamaGrammar {
  private let sampler: UnsafeMutablePointer<llama_sampler>
  private let vocabulary: LlamaVocabulary
  private let texts: TokenTexts
  private var text = UTF8Prefix()

  /// Reads a grammar; throws `LlamaError.invalidGrammar` where llama.cpp does not understand it.
  ///
  /// With `owesSpace`, one space comes before what the grammar allows.
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

  /// Whether the text may go on with this token, or end where it is one that ends texts.
  func allows(_ token: llama_token) -> Bool {
    guard isCandidate(token) else { return false }
    var data = llama_token_data(id: token, logit: 0, p: 0)
    return withUnsafeMutablePointer(to: &data) { data in
      var candidates = llama_token_data_array(data: data, size: 1, selected: -1, sorted: false)
      llama_sampler_apply(sampler, &candidates)
      return data.pointee.logit == 0
    }
  }

  /// Goes on with a token that is allowed and ends nothing.
  func accept(_ token: llama_token) {
    text.append(vocabulary.bytes(of: token))
    llama_sampler_accept(sampler, token)
  }

  /// Whether the text may end here.
  var mayEnd: Bool { vocabulary.end.map(allows) ?? false }

  /// Whether the text may end here and do nothing else.
  var isComplete: Bool {
    guard mayEnd, !texts.singleBytes.contains(where: allows) else { return false }
    // Whatever can follow begins with a byte; only where not every byte is a token are all tokens asked about.
    guard !texts.hasEveryByte else { return true }
    var hasOther = false
    forEachAllowed { token in if texts.kinds[Int(token)] != .end { hasOther = true } }
    return !hasOther
  }

  /// Makes every token impossible that the grammar does not allow; returns whether any is left.
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

  /// Whether a token ends texts, or is one that makes characters with what came before it.
  private func isCandidate(_ token: llama_token) -> Bool {
    switch texts.kinds[Int(token)] {
    case .end: true
    case .control: false
    case .characters: text.isBetweenCharacters
    case .bytes: text.allows(vocabulary.bytes(of: token))
    }
  }
}
