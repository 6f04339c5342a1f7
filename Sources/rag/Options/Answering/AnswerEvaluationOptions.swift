import ArgumentParser
import Evaluation

/// The options of `rag eval --answers`.
struct AnswerEvaluationOptions: ParsableArguments {
  @Flag(help: "Measure answers instead of rankings; a set may also be a file of questions about your own index.")
  var answers = false

  @Option(help: "With --answers: ask only so many questions of each kind, those with an answer and those without.")
  var sample: Int?

  @Option(help: "With --answers: the seed by which a sample is drawn.")
  var seed = 0

  @Flag(help: "With --answers: ask each question once more, without the documents that answer it.")
  var withhold = false

  @Option(help: "With --answers: keep each result in this file as it comes; an interrupted run continues from it.")
  var results: String?

  @Flag(help: "With --answers: print each question that got a wrong answer or none, or that should have been refused.")
  var misses = false

  @Option(help: "With --answers: draw the share of wrong answers by questions answered into this SVG file.")
  var curve: String?

  @Option(
    help: ArgumentHelp(
      "With --results: keep what these layers of the model compute before the answer, such as 18,20.",
      valueName: "numbers"),
    transform: Self.numbers)
  var layers: [Int] = []

  mutating func validate() throws {
    if let sample, sample < 1 { throw ValidationError("--sample must be at least 1.") }
    if !answers, sample != nil || seed != 0 || withhold || results != nil || misses || curve != nil || !layers.isEmpty {
      throw ValidationError(
        "--sample, --seed, --withhold, --results, --misses, --curve and --layers need --answers.")
    }
    if !layers.isEmpty, results == nil { throw ValidationError("--layers needs --results, the file to keep them in.") }
  }

  @Sendable private static func numbers(_ text: String) throws -> [Int] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
      guard let number = Int(word), number >= 0 else {
        throw ValidationError(
          "--layers must be numbers of layers, counted from 0 and separated by commas, not \(text).")
      }
      return number
    }
  }

  /// Reads a set, with its twins and as large as is wanted.
  func read(_ path: String) throws -> AnswerSet {
    let set = try AnswerSet(contentsOf: path)
    return (withhold ? set.withTwinsWithoutAnswer() : set).sampled(sample, seed: seed)
  }
}
