/// A question of `corpus/questions.jsonl` or `corpus/documents.jsonl`.
package struct Question: Decodable {
  package let id: String
  package let question: String
  package let answer: String?
  package let accept: [String]?
  package let source: String?
  package let lines: [Int]?
  /// Of a document that is converted, the place that answers, as it is cited.
  package let place: String?
}
