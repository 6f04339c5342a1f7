import JSONSchema
import LanguageModels
import NotesMCP
import NotesRecords
import Retriever
import VectorStore

/// What `rag … --json` prints, with the ids under which clients read on.
enum NoteRecords {
  static func passages(_ passages: [Passage]) throws -> JSONValue {
    let records = try JSONValue(PassageRecord.records(of: passages)).elements
    return .array(
      zip(records, passages).map { record, passage in
        record.merging(["note": .string(NoteID(passage.source).text)])
      })
  }

  /// The passages of a search.
  static func search(_ result: SearchResult, for query: String, isComplete: Bool) throws -> JSONValue {
    let record = SearchRecord(
      query: query, complete: isComplete, absence: result.passages.isEmpty ? result.absence : nil, passages: [])
    return try JSONValue(VersionedRecord(record: record)).setting(["passages": try passages(result.passages)])
  }

  static func answer(_ answer: Answer, _ last: Answer.Snapshot, model: String) throws -> JSONValue {
    let record = try JSONValue(VersionedRecord(record: AnswerRecord(answer, last: last, model: model)))
    var extra: JSONValue = [
      "passages": try passages(answer.passages),
      "sources": named(record["sources"], last.sources),
    ]
    if !last.contradictions.isEmpty {
      extra = extra.setting(["contradictions": named(record["contradictions"], last.contradictions)])
    }
    return record.setting(extra)
  }

  private static func named(_ records: JSONValue?, _ sources: [CitedSource]) -> JSONValue {
    .array(
      zip(records?.elements ?? [], sources).map { record, source in
        record.merging(["note": .string(NoteID(source.source).text)])
      })
  }
}
