import Foundation

/// Documents, queries, and judgements of which document answers which query, in the format of the BEIR benchmark.
public struct RetrievalSet: Sendable {
  /// A document.
  public struct Document: Sendable, Decodable {
    /// The id that judgements use.
    public var id: String
    /// The title; may be empty.
    public var title: String
    /// The text.
    public var text: String
  }

  /// A query.
  public struct Query: Sendable, Decodable {
    /// The id that judgements use.
    public var id: String
    /// The text.
    public var text: String
    /// The document that the query was taken from, which is left out of its ranking.
    public var source: String?
  }

  /// The set's name: that of its folder.
  public var name: String
  /// All documents.
  public var documents: [Document]
  /// The queries with a relevant document.
  public var queries: [Query]
  /// The grade of each relevant document, by query.
  public var judgements: [String: [String: Double]]

  /// Reads `corpus.jsonl` (`{id, title, text}`), `queries.jsonl` (`{id, text}`, and an optional `source`) and
  /// `qrels.tsv` (query, document and grade, separated by tabs, after a header line) from a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder's path.
  ///   - corpus: A file to read instead of the folder's `corpus.jsonl`.
  /// - Throws: `EvaluationError`, naming the file and line that cannot be read.
  public init(contentsOf folder: String, corpus: String? = nil) throws {
    name = URL(fileURLWithPath: folder).lastPathComponent
    documents = try JSONLines.elements(of: corpus ?? folder + "/corpus.jsonl").map(\.value)
    let judgements = try Self.judgements(in: folder + "/qrels.tsv")
    self.judgements = judgements
    let all: [Query] = try JSONLines.elements(of: folder + "/queries.jsonl").map(\.value)
    queries = all.filter { judgements[$0.id] != nil }
    if queries.isEmpty { throw EvaluationError.noQueries(path: folder) }
  }

  /// Returns the grades above 0 in a file of judgements, by query and document.
  static func judgements(in path: String) throws -> [String: [String: Double]] {
    var judgements: [String: [String: Double]] = [:]
    for (number, line) in try JSONLines.lines(of: path) {
      let fields = line.split(separator: "\t")
      // The header line.
      if number == 1, fields.count == 3, Double(fields[2]) == nil { continue }
      guard fields.count == 3, let grade = Double(fields[2]) else {
        throw EvaluationError.badLine(
          path: path, line: number, expected: "query, document and grade, separated by tabs")
      }
      if grade > 0 { judgements[String(fields[0]), default: [:]][String(fields[1])] = grade }
    }
    return judgements
  }
}
