import Foundation

/// A question of `corpus/lists.jsonl`, for all of something, for a number or for the last time.
package struct ListQuestion: Decodable {
  package let id: String
  package let question: String
  /// The paths of the notes that are all of them; `nil` if lines are asked for.
  package let notes: [String]?
  /// The lines that are all of them, as `keys.md:41`.
  package let places: [String]?
  /// The line with the latest date, as `keys.md:41`.
  package let last: String?
}
