import CLlama
import LanguageModels

/// A request as the tokens that are evaluated.
struct LlamaPrompt {
  /// What is evaluated, in order.
  private(set) var tokens: [llama_token] = []
  /// Whether the reply's prefix ends in a space that the reply's first token has to bring.
  ///
  /// In most vocabularies a space belongs to the word after it. A prompt that ends in a space alone is one that the
  /// model never saw, and it continues badly.
  let owesSpace: Bool
  private let vocabulary: LlamaVocabulary
  /// The texts of the tokens that the template uses: never those tokens within a message.
  private var markers: [[UInt8]] = []
  /// The text after the last of the template's tokens; candidates for the next token continue it.
  private var run = ""
  private var runStart = 0

  /// Writes a request down, or returns `nil` if `format` cannot.
  ///
  /// Text between two tokens of the template is tokenized in one go, so that the tokens are those of the whole
  /// conversation, and the same beginning always has the same tokens.
  init?(_ request: LanguageModelRequest, format: ChatFormat, vocabulary: LlamaVocabulary) {
    var request = request
    owesSpace = request.replyPrefix.hasSuffix(" ")
    if owesSpace { request.replyPrefix.removeLast() }
    guard let pieces = format.pieces(of: request) else { return nil }
    self.vocabulary = vocabulary
    let fragments = pieces.flatMap { piece -> [LlamaVocabulary.Fragment] in
      switch piece {
      case .template(let text): vocabulary.fragments(of: text)
      case .content(let text): [.text(text)]
      }
    }
    for case .token(let token) in fragments {
      let text = vocabulary.text(of: token)
      if !markers.contains(text) { markers.append(text) }
    }
    write(fragments)
    if let beginning = vocabulary.beginning, tokens.first != beginning {
      tokens.insert(beginning, at: 0)
      runStart += 1
    }
  }

  private mutating func write(_ fragments: [LlamaVocabulary.Fragment]) {
    var stripsNext = false
    for fragment in fragments {
      switch fragment {
      case .text(let text):
        run += stripsNext && run.isEmpty ? String(text.drop { $0.isWhitespace }) : text
      case .token(let token):
        if vocabulary.stripsBefore(token) { while run.last?.isWhitespace == true { run.removeLast() } }
        tokens += plainTokens(of: run)
        tokens.append(token)
        run = ""
        runStart = tokens.count
        stripsNext = vocabulary.stripsAfter(token)
      }
    }
    tokens += plainTokens(of: run)
  }

  /// The tokens of text, none of which is one of the template's.
  ///
  /// llama.cpp finds control tokens in text only when asked to, but user-defined ones always, and some files declare
  /// their template's tokens so. Their texts are cut in two, and the halves tokenized apart.
  private func plainTokens(of text: String) -> [llama_token] {
    let bytes = Array(text.utf8)
    var tokens: [llama_token] = []
    var start = 0
    for index in bytes.indices.dropFirst()
    where markers.contains(where: { bytes[(index - 1)...].starts(with: $0) }) && bytes[index] & 0xC0 != 0x80 {
      tokens += vocabulary.tokens(of: String(decoding: bytes[start..<index], as: UTF8.self))
      start = index
    }
    return tokens + vocabulary.tokens(of: String(decoding: bytes[start...], as: UTF8.self))
  }

  /// The first token of `candidate` where it continues this prompt, or `nil` if it has none.
  func firstToken(of candidate: String) -> llama_token? {
    let candidate = owesSpace ? " " + candidate : candidate
    let run = tokens[runStart...]
    let continued = plainTokens(of: self.run + candidate)
    if continued.starts(with: run), continued.count > run.count { return continued[run.count] }
    return plainTokens(of: candidate).first
  }
}
