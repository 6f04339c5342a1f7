public import Embedding
public import LanguageModels
import Synchronization
public import VectorStore

/// A tool with which a model searches the notes by itself.
///
///     let session = LanguageModelSession(model: model, tools: [RetrievalTool(notes)])
///
/// Passages are numbered across all calls of one tool, so a number means the same passage in the whole conversation:
/// give each session its own tool. An output never has more tokens than `maximumOutputTokens`, or than the session has
/// left. Text from notes is between tags that nothing in a note can close.
public final class RetrievalTool: Tool {
  /// The arguments of a call.
  public struct Arguments: Generable {
    /// What to search for.
    public var query: String
    /// The maximum number of passages to return.
    public var limit: Int?

    /// Creates arguments.
    public init(query: String, limit: Int? = nil) {
      self.query = query
      self.limit = limit
    }

    /// Creates arguments from what the model wrote.
    public init(_ content: GeneratedContent) throws {
      query = try content.value(forProperty: "query")
      limit = try content.value(forProperty: "limit")
    }

    /// The arguments as content.
    public var generatedContent: GeneratedContent {
      GeneratedContent(properties: ["query": query, "limit": limit])
    }

    /// The schema of a query and an optional limit. The properties have no guides: they would cost a dozen tokens in
    /// every request.
    public static let generationSchema = GenerationSchema(
      type: Self.self,
      properties: [
        .init(name: "query", type: String.self),
        .init(name: "limit", type: Int?.self),
      ])
  }

  /// The name that the model calls.
  public let name = "searchNotes"
  /// The description that the model sees.
  public let description = "Searches the user's notes."
  /// The maximum number of passages per call; a model may ask for fewer.
  public let maximumResultCount: Int
  /// The maximum number of tokens per output.
  public let maximumOutputTokens: Int

  private let notes: SearchIndex
  let filter: SearchFilter
  private let reranker: (any Reranker)?
  private let model: (any LanguageModel)?
  private let found = Mutex<[Passage]>([])

  /// Creates a tool.
  ///
  /// - Parameters:
  ///   - notes: The index to search.
  ///   - maximumResultCount: The maximum number of passages per call.
  ///   - maximumOutputTokens: The maximum number of tokens per output.
  ///   - filter: Which notes are searched; all of them by default.
  ///   - reranker: Decides the order of the best twenty passages.
  ///   - model: The model whose tokens are counted; `nil` estimates them, on the high side.
  public init(
    _ notes: SearchIndex, maximumResultCount: Int = 4, maximumOutputTokens: Int = 800,
    where filter: SearchFilter = SearchFilter(), reranker: (any Reranker)? = nil,
    countingWith model: (any LanguageModel)? = nil
  ) {
    self.notes = notes
    self.filter = filter
    self.reranker = reranker
    self.maximumResultCount = maximumResultCount
    self.maximumOutputTokens = maximumOutputTokens
    self.model = model
  }

  /// The passages returned so far; the first has number 1.
  public var passages: [Passage] { found.withLock { $0 } }

  /// Returns the passages that fit the query best, numbered; a plain sentence if there are none.
  ///
  /// Throws `SearchIndexError` if the index cannot be read.
  public func call(arguments: Arguments) async throws -> String {
    let limit = min(max(1, arguments.limit ?? maximumResultCount), maximumResultCount)
    let candidates = try await notes.passages(
      matching: arguments.query, limit: Reranking.depth(for: limit, reranker), where: filter)
    let terms = try await QuestionTerms.read(arguments.query, in: notes)
    let gate = try await notes.gateScore(of: Array(candidates.prefix(limit)), terms: terms)
    let isHinted = QueryHints.lead(to: Array(candidates.prefix(limit)), arguments.query, today: filter.today)
    guard !candidates.isEmpty, gate >= RefusalGate.thresholdBeforeProbe || isHinted else { return Prompts.nothingFound }
    let room = min(maximumOutputTokens, ToolContext.current?.availableTokens ?? .max)
    var output: [String] = []
    var tokens = 0
    for passage in try await Reranking.best(limit, of: candidates, for: arguments.query, reranker) {
      guard let (text, cost) = try await numbered(passage, room: room - tokens) else { continue }
      tokens += cost
      output.append(text)
    }
    return output.isEmpty ? Prompts.nothingFits : output.joined(separator: "\n")
  }

  /// Returns a passage under its number and its tokens; `nil` if it does not fit.
  ///
  /// Calls may overlap: if another one took the number while tokens were counted, they are counted again.
  private func numbered(_ passage: Passage, room: Int) async throws -> (text: String, tokens: Int)? {
    while true {
      let number = found.withLock { Self.number(of: passage, in: $0) }
      let text = Prompts.source(number, passage)
      let tokens = try await tokenCount(of: text + "\n")
      guard tokens <= room else { return nil }
      let isTaken = found.withLock { found in
        guard Self.number(of: passage, in: found) == number else { return false }
        if number > found.count { found.append(passage) }
        return true
      }
      if isTaken { return (text, tokens) }
    }
  }

  /// Returns the number under which a passage was returned before, or the next one.
  private static func number(of passage: Passage, in found: [Passage]) -> Int {
    (found.firstIndex { $0.chunk == passage.chunk } ?? found.count) + 1
  }

  private func tokenCount(of text: String) async throws -> Int {
    guard let model else { return TokenEstimate.safeTokens(TokenEstimate.tokens(in: text)) }
    return try await model.tokenCount(of: text)
  }
}
