import CLlama
import LanguageModels

/// A request as tokens.
struct LlamaPrompt {
  /// The tokens to evaluate, in order.
  private(set) var tokens: [llama_token] = []
  /// Whether the reply's prefix ends in a space, which the reply's first token must supply.
  ///
  /// In most vocabularies, a space belongs to the word after it. A prompt that ends in a lone space is one that the
  /// model has never seen, and continues badly.
  let owesSpace: Bool
  /// The thought that the prompt begins; the reply's prefix follows it.
  var thought: LlamaThought?
  private let vocabulary: LlamaVocabulary
  /// The texts of the template's tokens; within a message, they must not become those tokens.
  private var markers: [[UInt8]] = []
  /// The text after the template's last token; candidates for the next token continue it.
  private var run = ""
  private var runStart = 0

  /// Tokenizes a formatted conversation and the prefix of its reply.
  ///
  /// Text between two tokens of the template is tokenized as a whole, so that the tokens are those of the whole
  /// conversation, and equal beginnings have equal tokens.
  ///
  /// - Parameter isBeginning: Whether nothing precedes the pieces.
  init(_ pieces: [ChatPiece], replyPrefix: String, vocabulary: LlamaVocabulary, isBeginning: Bool = true) {
    owesSpace = replyPrefix.hasSuffix(" ")
    self.vocabulary = vocabulary
    let prefix = owesSpace ? String(replyPrefix.dropLast()) : replyPrefix
    let fragments = (pieces + [.content(prefix)]).flatMap { piece -> [LlamaVocabulary.Fragment] in
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
    if isBeginning, let beginning = vocabulary.beginning, tokens.first != beginning {
      tokens.insert(beginning, at: 0)
      runStart += 1
    }
  }

  /// The number of tokens that are evaluated for the request, without the thought and the reply.
  var count: Int { tokens.count + (thought?.interruption.count ?? 0) }

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

  /// Returns the tokens of text, none of which is one of the template's.
  private func plainTokens(of text: String) -> [llama_token] {
    PlainText.parts(of: text, splitting: markers).flatMap { vocabulary.tokens(of: $0) }
  }

  /// Returns the first token of `candidate` as a continuation of this prompt, or `nil` if it has none.
  func firstToken(of candidate: String) -> llama_token? {
    let candidate = owesSpace ? " " + candidate : candidate
    let run = tokens[runStart...]
    let continued = plainTokens(of: self.run + candidate)
    if continued.starts(with: run), continued.count > run.count { return continued[run.count] }
    return plainTokens(of: candidate).first
  }
}
