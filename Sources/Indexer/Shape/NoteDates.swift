import Foundation
import VectorStore

/// The day, or the days, that a note is about: from its front matter, else from its file's name, else from its title.
enum NoteDates {
  /// The keys whose value is a note's date, the first that it has.
  private static let keys = [
    "date", "day", "created", "creation date", "creation-date", "creation_date", "date created", "date_created",
    "date-created", "created_at", "created-at", "createdat", "published", "publishdate", "publish date",
  ]

  static func days(of properties: [NoteProperty], path: String, title: String) -> ClosedRange<Day>? {
    for key in keys {
      for property in properties where NoteProperty.folded(property.key) == key {
        if let date = WrittenDate.all(in: property.value, hasYears: true).first { return date.days }
      }
    }
    return days(ofFile: path) ?? WrittenDate.days(ofHeading: title)
  }

  /// Reads a date in the name of a file, as those of daily notes: `2025-03-14.md`, `2025-03-14 Meeting.md`,
  /// `20250314.md`, `2025-W11.md`, `2025-03.md`, `2025.md`, or `2025/03/14.md` with its folders.
  static func days(ofFile path: String) -> ClosedRange<Day>? {
    let stem = ParsedDocument.stem(of: path)
    let dates = WrittenDate.all(in: stem)
    if let date = dates.first { return date.days }
    let folders = path.split(separator: "/").dropLast().suffix(2)
    if stem.count <= 2, stem.allSatisfy(\.isNumber), folders.count == 2 {
      // The month's folder may be called 03-March.
      let month = folders.last?.prefix { $0.isNumber } ?? ""
      let day = folders.first.flatMap { year in WrittenDate.all(in: "\(year)-\(month)-\(stem)").first }
      if let day, day.precision == .day { return day.days }
    }
    let isYear = stem.count == 4 && stem.allSatisfy { $0.isASCII && $0.isNumber }
    return isYear ? WrittenDate.all(in: stem, hasYears: true).first?.days : nil
  }
}
