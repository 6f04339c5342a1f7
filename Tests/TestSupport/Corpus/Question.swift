/// A question of `corpus/questions.jsonl`.
package struct Question: Decodable {
  package let id: String
  package let question: String
  package let answer: String?
  package let accept: [String]?
  package let source: String?
  package let lines: [Int]?
}
