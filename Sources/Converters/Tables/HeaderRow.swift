/// Whether the first row of a table has the names of its columns, or values like the rows below it.
struct HeaderRow {
  /// Of longer tables, so many rows are compared.
  private static let compared = 200
  /// The part of a column's cells that must be alike.
  private static let share = 0.7
  /// Names of columns are shorter.
  private static let longestName = 80

  private let first: [String]
  private let below: [[String]]

  /// - Parameter rows: The rows with more than one cell that has text.
  static func isPresent(in rows: [[String]]) -> Bool {
    guard let first = rows.first, rows.count > 1 else { return true }
    return HeaderRow(first: first, below: Array(rows.dropFirst().prefix(compared))).isPresent
  }

  private var isPresent: Bool {
    if first.contains(where: { $0.count > Self.longestName }) { return false }
    let isSequence = isSequence
    var (unlike, alike) = (0, 0)
    for (column, name) in first.enumerated() where !Self.isMissing(name) {
      let cells = below.compactMap { $0.count > column && !Self.isMissing($0[column]) ? $0[column] : nil }
      guard !cells.isEmpty else { continue }
      let kind = Self.kind(of: name)
      if let common = Self.common(cells.map(Self.kind)) {
        if kind != common { unlike += 1 } else if !isSequence { alike += 1 }
      } else if kind == .text, cells.count > 1, cells.contains(where: { $0.lowercased() == name.lowercased() }) {
        // The name of a column is not a value in it.
        alike += 1
      }
    }
    return alike == 0 || unlike > alike
  }

  /// Whether the row's numbers count on from left to right behind a name, as years and months above a table do.
  private var isSequence: Bool {
    guard Self.kind(of: first.first ?? "") == .text || Self.isMissing(first.first ?? "") else { return false }
    let numbers = first.dropFirst().compactMap { Int($0.trimmed) }
    guard numbers.count > 1, numbers.count == first.dropFirst().count(where: { Self.kind(of: $0) == .number }) else {
      return false
    }
    let step = numbers[1].subtractingReportingOverflow(numbers[0])
    guard !step.overflow, step.partialValue == 1 || step.partialValue == -1 else { return false }
    return zip(numbers, numbers.dropFirst()).allSatisfy { $1.subtractingReportingOverflow($0) == step }
  }

  // MARK: Kinds of values

  private enum Kind: Hashable {
    case text, number, address
    /// Letters and digits in this order, such as `AA-00` of `CH-12`.
    case shape(String)
  }

  private static func common(_ kinds: [Kind]) -> Kind? {
    let counts = Dictionary(kinds.map { ($0, 1) }, uniquingKeysWith: +)
    guard let most = counts.max(by: { $0.value < $1.value }), most.key != .text,
      Double(most.value) >= Double(kinds.count) * share
    else { return nil }
    return most.key
  }

  private static func kind(of cell: String) -> Kind {
    let cell = cell.trimmed
    let signs = cell.utf8.prefix(longestName)
    if signs.contains(UInt8(ascii: "@")) && !cell.contains(" ") || cell.contains("://") { return .address }
    guard signs.contains(where: { (0x30...0x39).contains($0) }) else { return .text }
    if isNumber(cell) { return .number }
    var shape = ""
    var last: Character?
    for scalar in cell.unicodeScalars.prefix(longestName) {
      let sign: Character =
        (0x30...0x39).contains(scalar.value) ? "0" : scalar.properties.isAlphabetic ? "A" : Character(scalar)
      if sign != last || sign != "0" && sign != "A" { shape.append(sign) }
      last = sign
    }
    return .shape(shape)
  }

  /// Whether it is a number, perhaps an amount of money or a share.
  private static func isNumber(_ cell: String) -> Bool {
    if Double(cell) != nil { return true }
    // `EUR 12.50`, `12 kr`
    let words = cell.split(separator: " ")
    let isCurrency = { (word: Substring) in (2...3).contains(word.count) && word.allSatisfy(\.isLetter) }
    let amount = words.count > 1 ? words.filter { !isCurrency($0) } : words
    guard amount.count + 1 >= words.count else { return false }
    let signs = amount.joined().unicodeScalars
    return signs.allSatisfy { ("0"..."9").contains($0) || numberSigns.contains($0) }
      && !signs.dropFirst().contains("-") && !isDottedDate(cell)
  }

  private static let numberSigns: Set<UnicodeScalar> = [
    ".", ",", "'", "’", "\u{A0}", "\u{202F}", "+", "-", "−", "(", ")", "%", "$", "€", "£", "¥",
  ]

  /// Whether it is a day such as `3.11.2026`.
  private static func isDottedDate(_ cell: String) -> Bool {
    let parts = cell.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 && parts.allSatisfy { (1...4).contains($0.count) && $0.allSatisfy(\.isNumber) }
      && parts.contains { $0.count < 3 }
  }

  private static func isMissing(_ cell: String) -> Bool {
    let cell = cell.trimmed.lowercased()
    return cell.isEmpty || ["-", "–", "—", "?", "n/a", "na", "nan", "null", "none", "."].contains(cell)
  }
}

extension String {
  fileprivate var trimmed: String { String(self[...].trimmed) }
}
