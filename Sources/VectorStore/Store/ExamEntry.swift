package import Foundation

/// What became of one passage's questions in an exam.
package struct ExamEntry: Sendable, Hashable {
  /// The number of the draw by which the passage was chosen.
  package var number: Int
  /// When the questions were asked.
  package var date: Date
  /// The results, as JSON.
  package var results: String

  package init(number: Int, date: Date, results: String) {
    (self.number, self.date, self.results) = (number, date, results)
  }
}
