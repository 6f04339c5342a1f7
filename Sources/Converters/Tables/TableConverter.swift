import ForeignFormats

/// Converts tables of values separated by commas, semicolons or tabs (RFC 4180).
enum TableConverter {
  static func conversion(of bytes: [UInt8], isTabbed: Bool) throws -> Conversion {
    var text = try DecodedText.string(of: bytes)[...]
    var separator: Character = isTabbed ? "\t" : Self.separator(of: text)
    // What Excel is told in a line of its own.
    if text.hasPrefix("sep="), let named = text.dropFirst(4).first, let end = text.firstIndex(where: \.isNewline),
      text[..<end].count == 5
    {
      separator = named
      text = text[end...]
    }
    var writer = MarkdownWriter()
    writer.rows(rows(of: text, separatedBy: separator), hasHeader: HeaderRow.isPresent)
    return writer.conversion(unit: .row)
  }

  /// The separator that occurs most often in the first line, outside of quotes.
  private static func separator(of text: Substring) -> Character {
    var counts: [Character: Int] = [:]
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if character.isNewline, !isQuoted { break }
      if !isQuoted, [",", ";", "\t", "|"].contains(character) { counts[character, default: 0] += 1 }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ","
  }

  /// Returns the rows with their numbers, from 1.
  static func rows(of text: some StringProtocol, separatedBy separator: Character) -> [(number: Int, cells: [String])] {
    var rows: [(number: Int, cells: [String])] = []
    var (cells, cell, isQuoted, wasQuote) = ([String](), "", false, false)
    func end() {
      cells.append(cell)
      cell = ""
    }
    for character in text {
      if isQuoted, !wasQuote {
        // A quote ends the cell, or is the first of two that stand for one.
        if character == "\"" { wasQuote = true } else { cell.append(character) }
        continue
      }
      if wasQuote {
        wasQuote = false
        if character == "\"" {
          cell.append(character)
          continue
        }
        isQuoted = false
      }
      switch character {
      case "\"" where cell.isEmpty: isQuoted = true
      case separator: end()
      case _ where character.isNewline:
        end()
        rows.append((rows.count + 1, cells))
        cells = []
      default: cell.append(character)
      }
    }
    if !cell.isEmpty || !cells.isEmpty {
      end()
      rows.append((rows.count + 1, cells))
    }
    return rows
  }
}
