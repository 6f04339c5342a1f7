/// Guesses of token counts for where no tokenizer is at hand; a model counts exactly.
public enum TokenEstimate {
  /// Tokens that a call costs beyond its name and arguments.
  static let toolCallOverhead = 5
  /// Tokens that a tool's output costs beyond its text.
  static let toolOutputOverhead = 3

  /// The guess for a text, in tokens: nothing for an empty text, at least one for any other.
  ///
  /// Four ASCII characters are one token, as English has it (Apple's Technote TN3193 gives three to four). What is
  /// beyond ASCII is guessed as a tokenizer made for English has it, so that the guess is not too low with any: three
  /// quarters of a token for a letter of Cyrillic and its like, two for an ideograph, a kana or an accented letter,
  /// three for a syllable of Hangul (SmolLM2's tokenizer takes 0.7, 1.7 to 1.8, and 2.5). Qwen's takes less than half.
  public static func tokens(in text: String) -> Int {
    var quarters = 0
    for scalar in text.unicodeScalars { quarters += quarterTokens(of: scalar) }
    return (quarters + 3) / 4
  }

  /// The guess for entries, with the overheads of calls and outputs.
  public static func tokens(in entries: some Sequence<Transcript.Entry>) -> Int {
    entries.reduce(0) { $0 + tokens(in: $1) }
  }

  /// A guess that is rather too high: a quarter and 100 tokens more.
  public static func safeTokens(_ estimate: Int) -> Int { estimate + estimate / 4 + 100 }

  private static func tokens(in entry: Transcript.Entry) -> Int {
    switch entry {
    case .instructions(let instructions):
      instructions.segments.reduce(0) { $0 + tokens(in: $1.text) }
        + instructions.toolDefinitions.reduce(0) {
          $0 + tokens(in: $1.name) + tokens(in: $1.description) + tokens(in: $1.parameters.promptText)
        }
    case .prompt(let prompt):
      prompt.segments.reduce(0) { $0 + tokens(in: $1.text) }
        + (prompt.responseFormat.map { tokens(in: $0.schema.promptText) } ?? 0)
    case .toolCalls(let calls):
      calls.reduce(0) {
        $0 + tokens(in: $1.toolName) + tokens(in: $1.arguments.jsonString) + toolCallOverhead
      }
    case .toolOutput(let output): output.segments.reduce(toolOutputOverhead) { $0 + tokens(in: $1.text) }
    case .response(let response): response.segments.reduce(0) { $0 + tokens(in: $1.text) }
    }
  }

  private static func quarterTokens(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0..<0x80: 1
    case 0x370..<0x700: 3  // Greek, Cyrillic, Armenian, Hebrew, Arabic
    case 0xAC00..<0xD7B0: 12  // Hangul
    default: 8
    }
  }
}

extension Transcript {
  /// A guess of the transcript's tokens, for where no tokenizer is at hand.
  public var estimatedTokenCount: Int { TokenEstimate.tokens(in: self) }
  /// A guess that is rather too high.
  public var safeEstimatedTokenCount: Int { TokenEstimate.safeTokens(estimatedTokenCount) }

  /// Whether the safe guess is above a share of the window.
  public func isApproachingLimit(threshold: Double = 0.70, contextSize: Int) -> Bool {
    Double(safeEstimatedTokenCount) > threshold * Double(contextSize)
  }

  /// The exact count where the model has one, else the safe guess.
  public func tokenCount(by model: some LanguageModel) async -> Int {
    (try? await model.tokenCount(for: self)) ?? safeEstimatedTokenCount
  }
}
