import LanguageModels

/// A request as tokens of a llama-server, the same that `LlamaLanguageModel` evaluates.
struct LlamaServerPrompt: Sendable {
  /// The tokens to evaluate, in order.
  private(set) var tokens: [Int] = []
  /// Whether the reply's prefix ends in a space, which the reply's first token must supply.
  let owesSpace: Bool
  /// The texts of the template's tokens; within a message, they must not become those tokens.
  private var markers: [[UInt8]] = []
  /// The text after the template's last token; candidates for the next token continue it.
  private var run = ""
  private var runStart = 0

  /// - Parameter isBeginning: Whether nothing precedes the pieces.
  init(
    _ pieces: [ChatPiece], replyPrefix: String, tokenizer: LlamaServerTokenizer, isBeginning: Bool = true
  ) async throws {
    owesSpace = replyPrefix.hasSuffix(" ")
    var fragments: [LlamaServerTokenizer.Fragment] = []
    for piece in pieces + [.content(owesSpace ? String(replyPrefix.dropLast()) : replyPrefix)] {
      switch piece {
      case .template(let text): fragments += try await tokenizer.fragments(of: text)
      case .content(let text): fragments.append(.text(text))
      }
    }
    for case .token(_, let text) in fragments where !markers.contains(Array(text.utf8)) {
      markers.append(Array(text.utf8))
    }
    for fragment in fragments {
      switch fragment {
      case .text(let text): run += text
      case .token(let token, _):
        tokens += try await plainTokens(of: run, by: tokenizer)
        tokens.append(token)
        (run, runStart) = ("", tokens.count)
      }
    }
    tokens += try await plainTokens(of: run, by: tokenizer)
    if isBeginning, let beginning = try await tokenizer.beginning, tokens.first != beginning {
      tokens.insert(beginning, at: 0)
      runStart += 1
    }
  }

  /// Returns the tokens of text, none of which is one of the template's: their texts are split in two, and the halves
  /// tokenized separately.
  private func plainTokens(of text: String, by tokenizer: LlamaServerTokenizer) async throws -> [Int] {
    var tokens: [Int] = []
    for part in PlainText.parts(of: text, splitting: markers) { tokens += try await tokenizer.tokens(of: part) }
    return tokens
  }

  /// Returns the first token of `candidate` as a continuation of this prompt, or `nil` if it has none.
  func firstToken(of candidate: String, by tokenizer: LlamaServerTokenizer) async throws -> Int? {
    let candidate = owesSpace ? " " + candidate : candidate
    let run = tokens[runStart...]
    let continued = try await plainTokens(of: self.run + candidate, by: tokenizer)
    if continued.starts(with: run), continued.count > run.count { return continued[run.count] }
    return try await plainTokens(of: candidate, by: tokenizer).first
  }
}
