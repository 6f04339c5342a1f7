import Postgres
import VectorStore

extension PostgresStore {
  /// Returns the condition that a row of `rag.chunks`, with its document, must meet to pass; `nil` if all pass.
  func condition(of filter: SearchFilter, in connection: ReadingConnection) async throws -> SQLText? {
    var conditions: [SQLText] = []
    let occurring = try await filter.occurring(in: connection)
    if let documents = try await filter.documents(in: connection, occurring: occurring) { conditions.append(documents) }
    if let days = filter.dayCondition(occurring: occurring) { conditions.append(days) }
    if let held = try await chunks(withPhrasesOf: filter, in: connection) {
      conditions.append("chunks.id = ANY(\(.ids(held.sorted())))")
    }
    let excluded = try await chunks(withAnyOf: filter.excluded.phrases, in: connection)
    if !excluded.isEmpty { conditions.append("chunks.id <> ALL(\(.ids(excluded.sorted())))") }
    return SQLText.all(conditions)
  }

  /// Returns the chunks that have all phrases of a filter; `nil` if it has none.
  func chunks(
    withPhrasesOf filter: SearchFilter, in connection: ReadingConnection
  ) async throws -> Set<Int64>? {
    var held: Set<Int64>?
    for phrase in Set(filter.phrases).sorted() {
      guard let chunks = try await chunks(with: phrase, asStems: false, in: connection) else { continue }
      held = held?.intersection(chunks) ?? chunks
    }
    return held
  }

  /// Returns the chunks that have any of some phrases.
  func chunks(withAnyOf phrases: [String], in connection: ReadingConnection) async throws -> Set<Int64> {
    var held: Set<Int64> = []
    for phrase in Set(phrases).sorted() {
      held.formUnion(try await chunks(with: phrase, asStems: false, in: connection) ?? [])
    }
    return held
  }
}
