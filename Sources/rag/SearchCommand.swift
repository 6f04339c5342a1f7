public import ArgumentParser
public import Retriever
import VectorStore

struct SearchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Finds passages by words and by meaning.",
    discussion: """
      By meaning something is always the nearest, however far: the scores compare the passages of one query. Exits \
      with 1 where nothing is found. Without an encoder it searches by keyword and says so.

      --explain: the score is 0.4 x lead + 0.6 x keyword. The lead is how far the passage's cosine, its nearness in \
      meaning, lies above that of the hundredth; keyword is its BM25, the weight of the words it shares with the \
      query, over the best passage's.

        rag search "rotate the signing keys"
        rag search --explain --limit 3 "Bremsen"
      """)

  @Argument(help: "What to look for.")
  var query: [String]

  @Option(name: .shortAndLong, parsing: .unconditional, help: "The most passages to print.")
  var limit = 8

  @Option(help: "What the order rests on: \(Ranking.allCases.map(\.rawValue).joined(separator: ", ")).")
  var ranking = Ranking.fused

  @Flag(help: "Show the parts of every score: see above.")
  var explain = false

  @OptionGroup var options: IndexOptions
  @OptionGroup var linkOptions: LinkOptions

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
    let output = AnswerOutput(
      json: options.json, explain: explain, ranking: ranking,
      isComplete: try await index.unfinishedFolders().isEmpty, links: linkOptions.links)
    try output.write(search: passages, query: query)
    if passages.isEmpty { throw ExitCode(1) }
  }
}

extension Ranking: ExpressibleByArgument {}
