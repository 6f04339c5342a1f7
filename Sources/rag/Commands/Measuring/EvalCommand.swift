import ArgumentParser
import Evaluation
import Files
import Foundation
import Retriever

struct EvalCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "eval",
    abstract: "Measures how well queries find their documents, or questions their answers.",
    discussion: """
      A set is a folder with corpus.jsonl {"id", "title", "text"}, queries.jsonl {"id", "text"} and qrels.tsv. \
      It is indexed into a temporary file; your own index is not touched.

        rag eval scifact
        rag eval --whole-documents --json scifact
        rag eval --rerank ms-marco-MiniLM-L6-v2 scifact

      With --answers, queries have "answers" or "answerable": false. A set may also be notes with questions.jsonl \
      {"question", "answer", "source", "lines"}, or such a file alone, asked of your own index.

        rag eval --answers --sample 200 --results squad.jsonl squad2
        rag eval --answers questions.jsonl
      """)

  @Argument(help: "Folders, each with one set.")
  var sets: [String]

  @Option(help: "Read the documents from this file, for a set without corpus.jsonl.")
  var corpus: String?

  @Flag(help: "Encode each document as one vector (of title, space and text), as published results do.")
  var wholeDocuments = false

  @Option(name: .customLong("run"), help: "Write the rankings to this file, in trec_eval's run format.")
  var runFile: String?

  @OptionGroup var answerOptions: AnswerEvaluationOptions
  @OptionGroup var indexOptions: IndexOptions
  @OptionGroup var form: OutputForm
  @OptionGroup var modelOptions: ModelOptions
  @OptionGroup var rerankOptions: RerankOptions
  @OptionGroup var limits: AnswerLimits
  @OptionGroup var thinking: ThinkingOptions
  @OptionGroup var remote: RemoteOptions

  private static let heading = "set                      ranking   nDCG@10  Recall@10  MRR@10   chunks  queries/s"

  func run() async throws {
    if answerOptions.answers { return try await measureAnswers() }
    let encoderOptions = indexOptions.encoderOptions
    let encoder = try await encoderOptions.choice().load(remote)
    let reranker = try await rerankOptions.load(precision: encoderOptions.precision, remote)
    let rankings = try runFile.map { try RankingsFile(at: $0) }
    for (number, path) in sets.enumerated() {
      let set = try RetrievalSet(contentsOf: path, corpus: corpus)
      let evaluation = RetrievalEvaluation(
        of: set, encoder: encoder, chunking: wholeDocuments ? .wholeDocuments : .ordinary, reranker: reranker)
      let result = try await evaluation.run(
        onProgress: { Console.progress($0) }, onRanking: { try rankings?.write($0) })
      if form.json {
        try Console.writeJSON(result)
      } else {
        if number == 0 { Console.write(Self.heading) }
        write(result)
      }
    }
  }

  private func write(_ result: RetrievalEvaluation.Result) {
    func cell(_ text: String, _ width: Int) -> String { text.padding(toLength: width, withPad: " ", startingAt: 0) }
    func percent(_ share: Double) -> String { Numbers.short(share * 100) }
    for ranking in [Ranking.keyword, .vector, .fused].map(\.rawValue) + [RetrievalEvaluation.reranked] {
      guard let metrics = result.metrics[ranking] else { continue }
      Console.write(
        cell(result.set, 25) + cell(ranking, 10) + cell(percent(metrics.ndcg), 9)
          + cell(percent(metrics.recall), 11) + cell(percent(metrics.reciprocalRank), 9)
          + cell(String(result.chunks), 8) + Numbers.short(result.queriesPerSecond))
    }
  }
}

/// A file of rankings in trec_eval's run format: query, Q0, document, rank, score, name of the ranking.
private struct RankingsFile {
  private let file: FileHandle

  init(at path: String) throws {
    try? PrivateFile.create(at: path, makesFolders: false)
    guard let file = FileHandle(forWritingAtPath: path) else {
      throw CommandError.badInput("cannot write \(path): give --run a file in an existing folder")
    }
    // A pipe has nothing to cut.
    try? file.truncate(atOffset: 0)
    self.file = file
  }

  func write(_ place: RetrievalEvaluation.RankedDocument) throws {
    let line = "\(place.query) Q0 \(place.document) \(place.place) \(place.score) \(place.ranking)\n"
    try file.write(contentsOf: Data(line.utf8))
  }
}
