import Foundation
import JSONSchema
import NotesMCP
import Retriever
import VectorStore

/// `/search`: passages for a query, which may have the operators that `rag search` knows.
enum SearchEndpoint {
  static let usualLimit = 8
  static let largestLimit = 100

  static func reply(to request: HTTPRequest, _ services: ServerServices) async throws -> HTTPReply {
    let (typed, limit): (String, Int)
    if request.method == "GET" {
      typed = request.query["q"] ?? ""
      limit = try request.integer("limit", in: 1...largestLimit, or: usualLimit)
    } else {
      let fields = Fields(object: try request.object())
      typed = try fields.text("query")
      limit = try fields.integer("limit", in: 1...largestLimit) ?? usualLimit
    }
    let (result, index) = try await search(typed, limit: limit, services)
    let isComplete = try await index.unfinishedFolders().isEmpty
    return .json(services.notes.shown(try NoteRecords.search(result, for: typed, isComplete: isComplete)))
  }

  static func search(
    _ typed: String, limit: Int, _ services: ServerServices
  ) async throws -> (result: SearchResult, index: SearchIndex) {
    guard !typed.allSatisfy(\.isWhitespace) else { throw ServerError.invalid("the query is empty") }
    let query: SearchQuery
    do {
      query = try SearchQuery(parsing: typed)
    } catch let error as SearchQueryError {
      throw ServerError.invalid(error.localizedDescription)
    }
    let index = try await services.notes.index()
    return (try await index.search(for: query, limit: limit, reranker: try await services.reranker()), index)
  }
}
