import JSONSchema
import LanguageModels
import NotesMCP
import NotesRecords
import Retriever
import VectorStore

/// What `rag … --json` prints, with the ids under which clients read on.
enum NoteRecords {
  static func passages(_ passages: [Passage]) throws -> JSONValue {
    named(try JSONValue(PassageRecord.records(of: passages)), passages.map(\.source))
  }

  /// The passages of a search.
  static func search(_ result: SearchResult, for query: String, isComplete: Bool) throws -> JSONValue {
    let record = SearchRecord(
      query: query, complete: isComplete, absence: result.absence,
      passages: PassageRecord.records(of: result.passages, for: query))
    return try named(record, ["passages": result.passages.map(\.source)])
  }

  static func answer(_ answer: Answer, _ last: Answer.Snapshot, model: String) async throws -> JSONValue {
    try named(
      await AnswerRecord(answer, last: last, model: model),
      [
        "passages": answer.passages.map(\.source), "sources": last.sources.map(\.source),
        "contradictions": last.contradictions.map(\.source),
      ])
  }

  /// Returns a record whose members of these names, if it has them, have the ids of their places.
  private static func named(_ record: some Encodable, _ places: [String: [Source]]) throws -> JSONValue {
    let json = try JSONValue(VersionedRecord(record: record))
    guard case .object(let members) = json else { return json }
    return .object(
      members.map { member in
        guard let sources = places[member.name] else { return member }
        return JSONValue.Member(member.name, named(member.value, sources))
      })
  }

  private static func named(_ records: JSONValue, _ sources: [Source]) -> JSONValue {
    .array(
      zip(records.elements, sources).map { record, source in
        record.merging(["note": .string(NoteID(source).text)])
      })
  }
}
