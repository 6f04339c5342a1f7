/// The colours of an RTF file, and the words that give text a colour, a size and a place above or below the line.
struct RTFColours {
  /// The first is that of the program.
  private var colours: [RunFormat.Colour?] = []
  private var parts: [String: Int] = [:]

  /// Adds a part of a colour.
  mutating func add(_ word: String, _ number: Int?) {
    if ["red", "green", "blue"].contains(word) { parts[word] = number }
  }

  /// Ends a colour of the table.
  mutating func end() {
    let colour = parts["red"].flatMap { red in
      parts["green"].flatMap { green in parts["blue"].map { RunFormat.Colour(red: red, green: green, blue: $0) } }
    }
    colours.append(colour)
    parts = [:]
  }

  subscript(_ number: Int?) -> RunFormat.Colour? {
    number.flatMap { colours.indices.contains($0) ? colours[$0] : nil }
  }

  /// Applies a word to the format of text. Returns whether it is one of these words.
  func apply(_ word: String, _ number: Int?, to format: inout RunFormat) -> Bool {
    switch word {
    case "cf": format.colour = .some(self[number])
    case "cb", "chcbpat", "highlight": format.shading = self[number]
    // In half points.
    case "fs": format.size = number.map { Double($0) / 2 }
    case "super": format.shift = number == 0 ? .onLine : .raised
    case "sub": format.shift = number == 0 ? .onLine : .lowered
    case "up": format.shift = number == 0 ? .onLine : .raised
    case "dn": format.shift = number == 0 ? .onLine : .lowered
    case "nosupersub": format.shift = .onLine
    default: return false
    }
    return true
  }
}
