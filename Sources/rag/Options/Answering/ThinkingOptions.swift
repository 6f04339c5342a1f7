import ArgumentParser
import LanguageModels

/// The options that let the model think before it answers.
struct ThinkingOptions: ParsableArguments {
  @Flag(
    help: """
      Let the model think before it answers, if it can. This takes longer; the thoughts are hidden, and no later prompt \
      contains them.
      """)
  var think = false

  @Option(parsing: .unconditional, help: "Think, but for at most this many tokens. Default: 1024.")
  var thinkTokens: Int?

  @Flag(help: "Think, and show the thoughts.")
  var showThinking = false

  mutating func validate() throws {
    if let thinkTokens, thinkTokens < 1 { throw ValidationError("--think-tokens must be at least 1.") }
  }

  /// How long the model may think; `nil` if it answers at once.
  var level: ContextOptions.ReasoningLevel? {
    if let thinkTokens { return .tokens(thinkTokens) }
    return think || showThinking ? .moderate : nil
  }

  /// Returns what shows the thoughts, if they are shown.
  ///
  /// - Parameter json: Whether results are printed as JSON, which then includes the thoughts.
  func thoughts(json: Bool) -> Thoughts { Thoughts(showThinking ? (json ? .collected : .printed) : .hidden) }
}
