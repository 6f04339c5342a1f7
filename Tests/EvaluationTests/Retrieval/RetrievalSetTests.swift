import Evaluation
import Foundation
import TestSupport
import Testing

@Suite struct RetrievalSetTests {
  private let folder: TemporaryFolder

  private static let documents = """
    {"id": "1", "title": "Bike", "text": "The tyre pressure is 4.5 bar."}
    {"id": "2", "title": "", "text": "Keys\u{2028}are rotated."}
    """
  private static let queries = """
    {"id": "a", "text": "pressure", "source": "2"}
    {"id": "b", "text": "keys"}
    {"id": "c", "text": "bread"}
    """
  private static let judgements = "query-id\tcorpus-id\tscore\na\t1\t2\na\t2\t0\nb\t2\t1\nc\t1\t0\n"

  init() throws { folder = try TemporaryFolder() }

  private func read(
    documents: String = Self.documents, queries: String = Self.queries, judgements: String = Self.judgements
  ) throws -> RetrievalSet {
    try folder.write(documents, to: "set/corpus.jsonl")
    try folder.write(queries, to: "set/queries.jsonl")
    try folder.write(judgements, to: "set/qrels.tsv")
    return try RetrievalSet(contentsOf: folder.path + "/set")
  }

  @Test(arguments: ["\n", "\r\n", "\n\n"]) func linesAreReadWhateverEndsThem(end: String) throws {
    func lines(_ text: String) -> String { text.split(separator: "\n").joined(separator: end) + end }
    let set = try read(
      documents: lines(Self.documents), queries: lines(Self.queries), judgements: lines(Self.judgements))
    #expect(set.name == "set")
    #expect(set.documents.map(\.id) == ["1", "2"] && set.documents.map(\.title) == ["Bike", ""])
    #expect(set.documents[1].text == "Keys\u{2028}are rotated.")
    #expect(set.judgements == ["a": ["1": 2], "b": ["2": 1]], "grade 0 is not relevant")
    #expect(set.queries.map(\.id) == ["a", "b"], "no document answers c")
    #expect(set.queries.map(\.source) == ["2", nil])
  }

  @Test func withoutAHeadingTheFirstLineCounts() throws {
    #expect(try read(judgements: "a\t1\t1\n").judgements == ["a": ["1": 1]])
  }

  @Test(arguments: [
    (
      documents: Self.documents + "\n\n{\"id\": \"3\"}", queries: Self.queries, judgements: Self.judgements,
      file: "corpus.jsonl", line: 4
    ),
    (
      documents: Self.documents, queries: "\n" + Self.queries + "\nkeys\n", judgements: Self.judgements,
      file: "queries.jsonl", line: 5
    ),
    (
      documents: Self.documents, queries: Self.queries, judgements: Self.judgements + "\nb 2 1\n", file: "qrels.tsv",
      line: 7
    ),
    (
      documents: Self.documents, queries: Self.queries, judgements: Self.judgements + "b\t2\tgood\n", file: "qrels.tsv",
      line: 6
    ),
  ])
  func aBadLineIsNamed(documents: String, queries: String, judgements: String, file: String, line: Int) {
    let error = #expect(throws: EvaluationError.self) {
      try read(documents: documents, queries: queries, judgements: judgements)
    }
    let path = "\(folder.path)/set/\(file)"
    #expect(error?.localizedDescription.hasPrefix("\(path):\(line): expected ") == true, "\(String(describing: error))")
  }

  @Test func whatIsMissingIsNamed() throws {
    let none = folder.path + "/none"
    #expect(throws: EvaluationError.unreadable(path: none + "/corpus.jsonl")) { try RetrievalSet(contentsOf: none) }
    #expect(throws: EvaluationError.noQueries(path: folder.path + "/set")) { try read(judgements: "z\t1\t1\n") }
  }
}
