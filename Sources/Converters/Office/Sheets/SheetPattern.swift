/// A format of numbers that has words beside the digits, marks between them, or zeros before them: `0 "days"`,
/// `000-0000`, `00000` (ECMA-376, 18.8.31).
struct SheetPattern {
  private enum Piece {
    /// A digit's place, where a zero stands if the number has no digit for it.
    case digit(isZero: Bool)
    case point, comma
    case text(String)

    var isText: Bool { if case .text = self { true } else { false } }
    var isDigit: Bool { if case .digit = self { true } else { false } }
    var isZero: Bool { if case .digit(true) = self { true } else { false } }
    var isComma: Bool { if case .comma = self { true } else { false } }
    var isPoint: Bool { if case .point = self { true } else { false } }
    var text: String { if case .text(let text) = self { text } else { "" } }
  }

  private var before = ""
  private var after = ""
  /// The places of digits, and the marks between them; empty if a number stands there as it is.
  private var places: [Piece] = []
  /// How many formats there are: for all numbers, or for some.
  private let sections: Int

  /// Reads a format; `nil` unless it says plainly what stands where.
  init?(_ code: String) {
    let parts = code.split(separator: ";", omittingEmptySubsequences: false)
    sections = parts.count
    guard let pieces = parts.first.flatMap(Self.pieces),
      let first = pieces.firstIndex(where: { !$0.isText }), let last = pieces.lastIndex(where: { !$0.isText })
    else { return nil }
    before = pieces[..<first].map(\.text).joined()
    after = pieces[(last + 1)...].map(\.text).joined()
    let middle = pieces[first...last]
    let marks = middle.filter(\.isText).map(\.text)
    let digits = middle.filter(\.isDigit)
    let isWhole = digits.count + marks.count == middle.count
    let isPadded = digits.allSatisfy(\.isZero)
    if marks.isEmpty {
      // A comma that no digit follows divides by a thousand.
      for (piece, next) in zip(middle, middle.dropFirst()) where piece.isComma && !next.isDigit { return nil }
      guard middle.last?.isComma == false, middle.filter(\.isPoint).count < 2 else { return nil }
      if isWhole, isPadded, digits.count > 1 { places = Array(middle) }
    } else {
      // Spaces are between thousands, unless all digits are there.
      guard isWhole, isPadded || marks.contains(where: { $0.contains("-") }) else { return nil }
      places = Array(middle)
    }
    guard !places.isEmpty || MarkdownWriter.oneLine(before + after) != nil else { return nil }
  }

  /// Returns a number as it is shown; `nil` if the format does not say.
  ///
  /// - Parameter plain: Writes a number as it is.
  func text(of number: Double, plain: (Double) -> String) -> String? {
    // The second format is that of negative numbers, the third that of 0.
    guard number > 0 || sections == 1 || number == 0 && sections == 2 else { return nil }
    let digits = plain(number.magnitude)
    guard let inner = places.isEmpty ? digits : placed(digits) else { return nil }
    return (number < 0 ? "-" : "") + before + inner + after
  }

  private func placed(_ digits: String) -> String? {
    let room = places.filter(\.isDigit)
    let free = max(0, room.count - digits.count)
    guard digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      room.prefix(free).allSatisfy(\.isZero)
    else { return nil }
    var left = (String(repeating: "0", count: free) + digits)[...]
    // The first place has all digits for which there are no others.
    var count = left.count - room.count + 1
    return places.map { place in
      guard place.isDigit else { return place.text }
      defer {
        left = left.dropFirst(count)
        count = 1
      }
      return String(left.prefix(count))
    }.joined()
  }

  /// Returns what a format consists of; `nil` if it has something else than digits and words.
  private static func pieces(of section: Substring) -> [Piece]? {
    var pieces: [Piece] = []
    var rest = section
    while let first = rest.popFirst() {
      switch first {
      case "0", "#", "?": pieces.append(.digit(isZero: first == "0"))
      case ".": pieces.append(.point)
      case ",": pieces.append(.comma)
      case " ", "-", "+", "(", ")", ":": pieces.append(.text(String(first)))
      case "\"":
        guard let end = rest.firstIndex(of: "\"") else { return nil }
        pieces.append(.text(String(rest[..<end])))
        rest = rest[end...].dropFirst()
      case "\\":
        guard let character = rest.popFirst() else { return nil }
        pieces.append(.text(String(character)))
      // A space as wide as a character, or as many characters as the cell has room for.
      case "_", "*":
        guard rest.popFirst() != nil else { return nil }
        pieces.append(.text(" "))
      case "[":
        guard let end = rest.firstIndex(of: "]"), isColourOrPlace(rest[..<end].lowercased()) else { return nil }
        rest = rest[end...].dropFirst()
      case "G", "g":
        guard rest.prefix(6).lowercased() == "eneral" else { return nil }
        rest = rest.dropFirst(6)
        pieces.append(.digit(isZero: false))
      default: return nil
      }
    }
    return pieces
  }

  private static func isColourOrPlace(_ name: String) -> Bool {
    ["black", "blue", "cyan", "green", "magenta", "red", "white", "yellow"].contains(name)
      || name.hasPrefix("color") || name.hasPrefix("$-")
  }
}
