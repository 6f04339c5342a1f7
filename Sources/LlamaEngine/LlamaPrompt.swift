import CLlama
import LanguageModels

/// A request as the tokens that are evaluated.
struct LlamaPrompt {
  /// What is evaluated, in order.
  var tokens: [llama_token] = []
  /// Whether the reply's prefix ends in a space that the reply's first token has to bring.
  ///
  /// In most vocabularies a space belongs to the word behind it. A prompt that ends in a space alone is one that the
  /// model never saw, and it continues badly.
  var owesSpace = false
  /// The text behind the last control token, that candidates for the next token continue.
  private var lastRun = ""
  private var lastRunStart = 0

  /// Writes a request down, or returns `nil` where `format` cannot.
  ///
  /// Text between two control tokens is tokenized in one go, so that the tokens are those of the whole rendered
  /// conversation, and the same beginning always has the same tokens.
  init?(_ request: LanguageModelRequest, format: ChatFormat, vocabulary: LlamaVocabulary) {
    var request = request
    if request.replyPrefix.hasSuffix(" ") {
      request.replyPrefix.removeLast()
      owesSpace = true
    }
    guard let pieces = format.pieces(of: request) else { return nil }
    var stripsNext = false
    func add(_ text: String, to run: inout String, stripping: Bool) {
      run += stripping && run.isEmpty ? String(text.drop { $0.isWhitespace }) : text
    }
    for piece in pieces {
      switch piece {
      case .content(let text):
        add(text, to: &lastRun, stripping: stripsNext)
      case .template(let template):
        for fragment in vocabulary.fragments(of: template) {
          switch fragment {
          case .text(let text):
            add(text, to: &lastRun, stripping: stripsNext)
          case .control(let token, let stripsBefore, let stripsAfter):
            if stripsBefore { while lastRun.last?.isWhitespace == true { lastRun.removeLast() } }
            tokens += vocabulary.tokens(of: lastRun)
            tokens.append(token)
            lastRun = ""
            lastRunStart = tokens.count
            stripsNext = stripsAfter
          }
        }
      }
    }
    tokens += vocabulary.tokens(of: lastRun)
    if let beginning = vocabulary.beginning, tokens.first != beginning {
      tokens.insert(beginning, at: 0)
      lastRunStart += 1
    }
  }

  /// The first token of `candidate` where it continues this prompt, or `nil` where it has none.
  func firstToken(of candidate: String, vocabulary: LlamaVocabulary) -> llama_token? {
    let candidate = owesSpace ? " " + candidate : candidate
    let run = tokens[lastRunStart...]
    let continued = vocabulary.tokens(of: lastRun + candidate)
    if continued.starts(with: run), continued.count > run.count { return continued[run.count] }
    return vocabulary.tokens(of: candidate).first
  }
}
