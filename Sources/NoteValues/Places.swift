/// The places of a document that a person can open, such as pages, if its lines are not those of its file.
public struct Places: Sendable, Hashable, Codable {
  /// What a place is called.
  public enum Unit: String, Sendable, Hashable, Codable {
    /// A unit by which people find a place in such files.
    case page, slide, chapter, section, row, cell, time, message, turn
  }

  /// Where a place begins.
  package struct Mark: Sendable, Hashable, Codable {
    /// The first line of the text that belongs to it, from 1.
    package var line: Int
    /// Its number or name: `12`, `00:12:31`; of rows, the name of their sheet, or empty.
    package var label: String
    /// The number of the row on this line; the following lines have the following rows.
    package var row: Int?

    package init(line: Int, label: String, row: Int? = nil) {
      (self.line, self.label, self.row) = (line, label, row)
    }

    private enum CodingKeys: String, CodingKey {
      case line = "l"
      case label = "n"
      case row = "r"
    }
  }

  /// What the places are.
  public var unit: Unit
  /// The places, by line.
  package var marks: [Mark]

  package init(unit: Unit, marks: [Mark]) { (self.unit, self.marks) = (unit, marks) }

  /// Returns the place of lines as it is cited, such as `p. 12` or `pp. 12-13`; `nil` for lines before the first place.
  public func name(ofLines lines: ClosedRange<Int>) -> String? {
    guard let first = label(ofLine: lines.lowerBound) ?? label(ofLine: lines.upperBound) else { return nil }
    let last = label(ofLine: lines.upperBound) ?? first
    let isOne = first == last
    return switch unit {
    case .page: isOne ? "p. \(first)" : "pp. \(first)-\(last)"
    case .section: "§ \(first)"
    case .time: isOne ? first : "\(first)-\(last)"
    case .row: rows(lines) ?? first
    default: isOne ? "\(unit.rawValue) \(first)" : "\(unit.rawValue)s \(first)-\(last)"
    }
  }

  /// Whether some of the lines belong to a place, which is named as one line of it is cited: `p. 12`, `§ Keys`.
  package func hold(_ place: String, in lines: ClosedRange<Int>) -> Bool {
    lines.contains { name(ofLines: $0...$0) == place }
  }

  /// `row 3`, `Budget rows 3-5`, or of two sheets `Budget row 9 - Plan row 2`.
  private func rows(_ lines: ClosedRange<Int>) -> String? {
    guard let (sheet, first) = row(ofLine: lines.lowerBound) ?? row(ofLine: lines.lowerBound + 1),
      let (lastSheet, last) = row(ofLine: lines.upperBound)
    else { return nil }
    let name = sheet.isEmpty ? "" : sheet + " "
    if sheet != lastSheet { return "\(name)row \(first) - \(lastSheet) row \(last)" }
    return first == last ? "\(name)row \(first)" : "\(name)rows \(first)-\(last)"
  }

  private func row(ofLine line: Int) -> (sheet: String, number: Int)? {
    guard let mark = mark(ofLine: line), let row = mark.row else { return nil }
    return (mark.label, row + line - mark.line)
  }

  /// Returns the number or name of the place with a line: of a row, `row 14` or `Budget row 14`.
  public func label(ofLine line: Int) -> String? {
    guard let mark = mark(ofLine: line) else { return nil }
    guard let row = mark.row else { return mark.label }
    return (mark.label.isEmpty ? "" : mark.label + " ") + "row \(row + line - mark.line)"
  }

  private func mark(ofLine line: Int) -> Mark? {
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].line <= line { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? marks[low - 1] : nil
  }
}
