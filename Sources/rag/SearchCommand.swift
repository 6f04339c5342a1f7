public import ArgumentParser
public import Retriever

struct SearchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Finds passages by words and by meaning.",
    discussion: """
      Exits with 1 where nothing is found. Without an encoder it searches by keyword and says so.

        rag search "rotate the signing keys"
        rag search --explain --limit 3 "Bremsen"
      """)

  @Argument(help: "What to look for.")
  var query: [String]

  @Option(name: .shortAndLong, help: "The most passages to print.")
  var limit = 8

  @Option(help: "What the order rests on: \(Ranking.allCases.map(\.rawValue).joined(separator: ", ")).")
  var ranking = Ranking.fused

  @Flag(help: "Show the parts of every score.")
  var explain = false

  @OptionGroup var options: IndexOptions

  mutating func validate() throws {
    if query.joined().allSatisfy(\.isWhitespace) {
      throw ValidationError("The query is empty: say what to look for, as in rag search \"signing keys\".")
    }
    guard limit > 0 else { throw ValidationError("--limit must be at least 1.") }
  }

  func run() async throws {
    let index = try await options.openForSearching(byKeywordAlone: ranking == .keyword)
    let query = query.joined(separator: " ")
    let passages = try await index.passages(matching: query, limit: limit, ranking: ranking)
    try AnswerOutput(json: options.json, explain: explain).write(search: passages, query: query)
    if passages.isEmpty { throw ExitCode(1) }
  }
}

extension Ranking: ExpressibleByArgument {}
