public import ArgumentParser
import Embedding
import Foundation
import Indexer
public import Retriever
import VectorStore

struct SearchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Finds passages by words and by meaning.",
    discussion: """
      Exits with 1 if no passage is close enough to the query, in words or in meaning. Scores are comparable only \
      within one query. Without an encoder it searches by keyword and says so.

        rag search "rotate the signing keys"
        rag search --explain --limit 3 "Bremsen"

      Operators, all of which must match:

        "signing keys"             the phrase is in the passage
        -draft  -"first draft"     the word or phrase is not in the passage
        path:journal/2026          the note's path contains this; * matches any
                                   characters
        tag:work                   the note has the tag or one nested in it
        where:status=done          the note's front matter says so: also !=, <, <=,
                                   >, >=, or a key alone
        when:"last March"          the note, or the section by its heading, is
                                   about these days; also spans, as
                                   when:2024..2025
        after:2026-05  before:7d   the note was last changed on or after this
                                   date, or before it: 2026, 2026-05, 2026-05-03,
                                   or how long ago (7d, 2w, 3m, 1y)
        -path:…  -tag:…  -where:…  the note does not match

        rag search 'tag:work after:30d "signing keys" -draft'
        rag search -- '-draft keys'

      The shell strips double quotes: wrap the query in single quotes. Put -- before a query that \
      begins with a dash. With operators alone, the matching notes are listed, newest first.

      --explain: the score is 0.4 x lead + 0.6 x keyword. The lead is the margin of the passage's cosine, its nearness \
      in meaning, over the 100th-nearest, divided by the best passage's margin or 0.3, whichever is larger. Keyword is \
      its BM25, the weight of the words it shares with the query, divided by the best passage's. With --rerank, the \
      passages are in the order of the reranker's scores, which are shown instead.
      """)

  @Argument(help: "What to look for.")
  var query: [String]

  @Option(name: .shortAndLong, parsing: .unconditional, help: "The maximum number of passages to print.")
  var limit = 8

  @Option(parsing: .unconditional, help: "The maximum number of passages to print from one note.")
  var perNote = 2

  @Option(help: "What to rank by: \(Ranking.allCases.map(\.rawValue).joined(separator: ", ")).")
  var ranking = Ranking.fused

  @Flag(help: "Show the parts of every score: see above.")
  var explain = false

  @OptionGroup var rerankOptions: RerankOptions
  @OptionGroup var filters: FilterOptions
  @OptionGroup var refreshOptions: RefreshOptions
  @OptionGroup var options: IndexOptions
  @OptionGroup var form: OutputForm
  @OptionGroup var remote: RemoteOptions
  @OptionGroup var linkOptions: LinkOptions

  mutating func validate() throws {
    if query.joined().allSatisfy(\.isWhitespace) {
      throw ValidationError("The query is empty: say what to look for, as in rag search \"signing keys\".")
    }
    guard limit > 0 else { throw ValidationError("--limit must be at least 1.") }
    guard perNote > 0 else { throw ValidationError("--per-note must be at least 1.") }
    do {
      _ = try SearchQuery(parsing: query.joined(separator: " "), now: filters.now)
    } catch let error as SearchQueryError {
      throw ValidationError(error.localizedDescription)
    }
  }

  func run() async throws {
    let typed = query.joined(separator: " ")
    var query = try SearchQuery(parsing: typed, now: filters.now)
    let index = try await options.openForSearching(byKeywordAlone: ranking == .keyword || query.text.isEmpty, remote)
    let hasLooked = try await refreshOptions.refresh(index) { try? await options.encoderChoice().load(remote) }
    for line in try await MistakenOperators.lines(for: query, query.filter, in: index) { Console.note("rag: \(line)") }
    query.filter = query.filter.and(try await filters.filter(for: index, isReported: false))
    query.operators += filters.typed
    let reranker = try await rerankOptions.load(precision: index.encoder?.space.precision, remote)
    let result = try await index.search(
      for: query, limit: limit, ranking: ranking, perDocument: perNote, reranker: reranker)
    // What an empty index lacks has been said.
    if !form.json, try await index.isEmpty() { throw ExitCode(1) }
    let output = AnswerOutput(
      json: form.json, explain: explain, ranking: ranking,
      isComplete: try await index.unfinishedFolders().isEmpty, links: linkOptions.links)
    try output.write(result, for: query, typed: typed)
    if !hasLooked, let waiting = try await index.waitingFiles(within: .milliseconds(200)) {
      try await RefreshOptions.say(waiting, of: index)
    }
    if result.passages.isEmpty {
      try await RefreshOptions.sayWhatIsUnread(in: index)
      throw ExitCode(1)
    }
  }
}

extension Ranking: ExpressibleByArgument {}
