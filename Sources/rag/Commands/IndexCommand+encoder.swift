import Embedding
import Indexer
import PostgresIndex
import VectorStore

extension IndexCommand {
  /// Encodes all notes again, and says so.
  func changeEncoder(
    to encoder: any TextEncoder, resuming unfinished: EmbeddingSpace?
  ) async throws -> [IndexReport] {
    Interruption.announce("finished work is kept; run \(SuggestedCommand.quoted("index")) to resume")
    let verb = unfinished?.isSame(as: encoder.space) == true ? "still encoding" : "encoding"
    let former = try await options.location.space()?.title ?? "another encoder"
    Console.note("rag: \(verb) again with \(encoder.space.title); until that is done, searches use \(former)")
    let bar = ProgressBar()
    return try await SearchIndex.reencode(indexAt: options.path, with: encoder, adding: folders) { bar.show($0) }
  }
}
