import Embedding
import Evaluation
import Foundation
import LanguageModels
import Retriever
import VectorStore

extension EvalCommand {
  /// Asks the questions of all sets, and prints how good the answers are.
  func measureAnswers() async throws {
    let sets = try sets.map(answerOptions.read)
    var options = limits.options(thinking)
    options.reranker = try await rerankOptions.load(precision: indexOptions.encoderOptions.precision, remote)
    options.layers = answerOptions.layers
    async let loading = modelOptions.load(remote)
    var encoder: (any TextEncoder)?
    if sets.contains(where: { !$0.usesIndex }) { encoder = try await indexOptions.encoderOptions.choice().load(remote) }
    let model = try await loading
    if !options.layers.isEmpty, !model.capabilities.contains(.activations) {
      throw CommandError.badInput("--layers needs a model that runs in this process; \(model.name) runs on a server")
    }
    var all: [AnswerResult] = []
    for set in sets {
      let evaluation = AnswerEvaluation(of: set, using: model, options: options)
      let results =
        if set.usesIndex {
          try await evaluation.run(
            in: indexOptions.openForSearching(remote), keeping: answerOptions.results, onProgress: Self.show)
        } else {
          try await evaluation.run(encoder: encoder, keeping: answerOptions.results, onProgress: Self.show)
        }
      let record = AnswerEvaluationRecord(set: set.name, model: model.name, of: results)
      if answerOptions.misses { results.filter(\.isMiss).forEach(note) }
      try form.json ? Console.writeJSON(record) : write(record.lines, isFirst: all.isEmpty)
      all += results
    }
    if sets.count > 1, !form.json {
      write([AnswerEvaluationRecord(set: "all", model: model.name, of: all).lines[0]])
    }
    try draw(sets.map(\.name), all)
  }

  private static func show(_ progress: AnswerEvaluation.Progress) {
    let items = ItemProgress(done: progress.done, total: progress.total, secondsLeft: progress.secondsLeft)
    Console.progress("\(progress.set): \(items.words(for: "question"))")
  }

  private func draw(_ sets: [String], _ results: [AnswerResult]) throws {
    guard let path = answerOptions.curve else { return }
    var curves = sets.map { set in
      RiskCoverageDrawing.Curve(name: set, of: results.filter { $0.set == set })
    }
    if sets.count > 1 { curves.append(RiskCoverageDrawing.Curve(name: "all", of: results)) }
    do {
      try Data(RiskCoverageDrawing(of: curves).svg.utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw CommandError.badInput("cannot write \(path): give --curve a file in an existing folder")
    }
  }

  private func write(_ lines: [String], isFirst: Bool = false) {
    for line in (isFirst ? AnswerEvaluationRecord.headings : []) + lines { Console.write(line) }
  }

  /// Prints a question and what became of it, on standard error: the figures are the result.
  private func note(_ miss: AnswerResult) {
    let wanted =
      miss.isAnswerable ? miss.accepted.map { $0.joined(separator: " | ") }.joined(separator: " and ") : "no answer"
    let got =
      switch miss.ending {
      case .answered, .unsure: miss.answer
      case .closest: "the closest lines"
      case .refused: "refused by the \(miss.refusal?.rawValue ?? "model")"
      }
    Console.note("\(miss.id)  \(miss.question)")
    Console.note("    \(got)")
    Console.note("    expected: \(wanted)")
  }
}

extension AnswerSet {
  fileprivate var usesIndex: Bool {
    if case .index = notes { return true }
    return false
  }
}
