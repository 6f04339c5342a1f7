/// Estimates of token counts without a tokenizer. A model counts exactly.
public enum TokenEstimate {
  /// Tokens that a call costs beyond its name and arguments.
  static let toolCallOverhead = 5
  /// Tokens that a tool's output costs beyond its text.
  static let toolOutputOverhead = 3

  /// Returns the estimate for a text, in tokens: 0 for an empty text, at least 1 for any other.
  ///
  /// Four ASCII characters count as one token, which fits English (Apple's Technote TN3193 gives three to four). Other
  /// characters are counted as a tokenizer for English splits them, so that few texts need more: three quarters of a
  /// token for a Greek or Cyrillic letter, one for an Arabic one, one and a half for a Hebrew one, two for an
  /// ideograph, a kana, an Armenian or an accented letter, three for a Hangul syllable or a letter of Africa or
  /// Southern Asia, and four for an emoji. SmolLM2's tokenizer takes 0.7, 0.9, 1.3, 1.7 to 2.0, 2.5 to 2.7, and up to
  /// 4; Qwen's takes less than half as many of most.
  public static func tokens(in text: String) -> Int {
    var quarters = 0
    for scalar in text.unicodeScalars { quarters += quarterTokens(of: scalar) }
    return (quarters + 3) / 4
  }

  /// Returns the estimate for entries, with the overhead of calls and outputs.
  public static func tokens(in entries: some Sequence<Transcript.Entry>) -> Int {
    entries.reduce(0) { $0 + tokens(in: $1) }
  }

  /// Returns a conservative estimate: a quarter more, plus 100 tokens.
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
    case .reasoning: 0
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
    case 0x370..<0x530: 3  // Greek, Cyrillic
    case 0x590..<0x600: 6  // Hebrew
    case 0x600..<0x700: 4  // Arabic
    case 0x900..<0x1E00: 12  // Southern Asia, Georgian, Hangul's parts, Ethiopic, Khmer
    case 0xAC00..<0xD7B0: 12  // Hangul
    case 0x10000...: 16  // four bytes: emoji, old scripts, rare ideographs
    default: 8
    }
  }
}

extension Transcript {
  /// An estimate of the transcript's tokens, without a tokenizer.
  public var estimatedTokenCount: Int { TokenEstimate.tokens(in: self) }
  /// A conservative estimate.
  public var safeEstimatedTokenCount: Int { TokenEstimate.safeTokens(estimatedTokenCount) }

  /// Whether the safe estimate is above a share of the window.
  public func isApproachingLimit(threshold: Double = 0.70, contextSize: Int) -> Bool {
    Double(safeEstimatedTokenCount) > threshold * Double(contextSize)
  }

  /// Returns the exact count if the model gives one, otherwise the safe estimate.
  public func tokenCount(by model: some LanguageModel) async -> Int {
    (try? await model.tokenCount(for: self)) ?? safeEstimatedTokenCount
  }
}
