import Foundation
import VectorStore

/// Dates with slashes in a question. Nobody can tell which part of `3/2/2026` is the month: the question has two
/// readings unless one of the parts is greater than 12.
enum SlashDate {
  /// Returns a text with its dates written so that each has one meaning, in each of its readings; the text alone if it
  /// has no such date.
  static func readings(of text: String) -> [String] {
    let pattern = /\b([0-9]{1,2})\/([0-9]{1,2})(?:\/([0-9]{4}|[0-9]{2}))?(?![\p{L}\p{N}\/])/
    guard let match = text.firstMatch(of: pattern), let first = Int(match.1), let second = Int(match.2),
      !["/", ".", "-"].contains(text[..<match.range.lowerBound].last)
    else { return [text] }
    func reading(day: Int, month: Int) -> String? {
      var date = names.indices.contains(month - 1) ? "\(day) \(names[month - 1])" : ""
      // A leap year has all days.
      let year = match.3.flatMap { Int($0) }.map { $0 < 100 ? 2000 + $0 : $0 }
      guard Day(year: year ?? 2024, month: month, day: day) != nil else { return nil }
      if let year { date += " \(year)" }
      return text.replacingCharacters(in: match.range, with: date)
    }
    let found = [reading(day: first, month: second), reading(day: second, month: first)].compactMap(\.self)
    return found.isEmpty ? [text] : first == second ? [found[0]] : found
  }

  private static let names = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
}
