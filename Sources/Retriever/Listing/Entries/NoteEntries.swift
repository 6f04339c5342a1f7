import Foundation
package import VectorStore

/// Reads the entries of a note from its chunks.
package struct NoteEntries {
  private(set) var entries: [NoteEntry] = []
  private var chunk = 0
  /// The headings above, outermost first, with their levels.
  private var headings: [(level: Int, text: String)] = []
  /// The cells of the table's first row.
  private var header: [String] = []
  /// The first row of what may be a table: it is one if a line of dashes follows.
  private var firstRow: (text: Substring, line: Int)?
  /// The items above, by their indent.
  private var items: [(indent: Int, text: String)] = []
  private var paragraph: [(text: Substring, line: Int)] = []
  /// The last paragraph, if it ends in a colon.
  private var intro = ""
  private var group = 0
  private var isCode = false
  /// Whether it is a note of Org, and then whether the line is in a drawer.
  private var isOrg = false
  private var isDrawer = false
  private var isFrontMatter = false
  /// Whether there was nothing but headings and properties so far.
  private var isHeader = true

  /// The most of an item or a sentence that is kept with each entry below it.
  private static let longestContext = 500
  /// The maximum number of characters of an entry that is a record.
  private static let longestRecord = 240

  /// The entries of a note, whose chunks are in order.
  ///
  /// - Parameters:
  ///   - ofRecords: Whether a heading and the fields below it, as of an event or a message, are one entry.
  ///   - isOrg: Whether it is a note of Org.
  package static func read(_ chunks: [Chunk], ofRecords: Bool = false, isOrg: Bool = false) -> [NoteEntry] {
    var reader = NoteEntries()
    reader.isOrg = isOrg
    for (number, chunk) in chunks.enumerated() {
      reader.chunk = number
      reader.read(chunk)
    }
    return ofRecords ? records(of: reader.entries) : reader.entries
  }

  /// Joins headings with the fields below them.
  private static func records(of entries: [NoteEntry]) -> [NoteEntry] {
    var records: [NoteEntry] = []
    var hasFields = false
    for entry in entries {
      guard let last = records.last, last.form == .heading, entry.form == .property || entry.form == .listItem else {
        records.append(entry)
        hasFields = false
        continue
      }
      defer { hasFields = true }
      if !hasFields, let task = CalendarTask(entry, under: last.text) {
        records[records.count - 1].isDone = task.isDone
        // As an event says it.
        if task.isCancelled { records[records.count - 1].text += " · Status: cancelled" }
        records[records.count - 1].lines = last.lines.lowerBound...entry.lines.upperBound
        continue
      }
      guard last.text.count + entry.text.count < longestRecord else { continue }
      records[records.count - 1].text += " · " + entry.text
      records[records.count - 1].lines = last.lines.lowerBound...entry.lines.upperBound
    }
    return records
  }

  private mutating func read(_ chunk: Chunk) {
    // Within a chunk, headings are lines of its text, in Markdown with their levels.
    if chunk.headingPath.last != headings.last?.text, !chunk.text.hasPrefix(isOrg ? "*" : "#") {
      headings = zip(1..., chunk.headingPath).map { ($0, $1) }
      intro = ""
      endBlock()
    }
    let lines = chunk.text.split(omittingEmptySubsequences: false, whereSeparator: \.endsLine)
    for (number, line) in zip(chunk.lines.lowerBound..., lines) { read(line, number) }
    endParagraph()
  }

  private mutating func read(_ line: Substring, _ number: Int) {
    let content = line.drop(while: \.isWhitespace)
    if number == 1, content == "---" {
      isFrontMatter = true
    } else if isFrontMatter {
      if content == "---" || content == "..." { isFrontMatter = false } else { addProperty(content, number) }
    } else if isOrg, readOrg(line, number) {
      return
    } else if content.hasPrefix("```") || content.hasPrefix("~~~") {
      endParagraph()
      isCode.toggle()
    } else if isCode {
      add(.sentence, content, number...number)
    } else if content.isEmpty {
      endParagraph()
      if header.isEmpty == false || firstRow != nil { endBlock() }
    } else if content.hasPrefix("#"), content.drop(while: { $0 == "#" }).hasPrefix(" ") {
      readHeading(content.drop { $0 == "#" || $0 == " " }, level: content.prefix { $0 == "#" }.count, number)
    } else if content.hasPrefix("|") {
      endParagraph()
      readRow(content, number)
    } else if !Sentences.listMarker(of: content).isEmpty {
      endParagraph()
      readItem(content, indent: line.count - content.count, number)
    } else if line.first?.isWhitespace == true, paragraph.isEmpty, isItem(endingAt: number - 1) {
      // A line that continues the item above it. A copy of the entry would have its text copied for each line.
      entries[entries.count - 1].text += " " + content
      entries[entries.count - 1].lines = entries[entries.count - 1].lines.lowerBound...number
    } else {
      if paragraph.isEmpty { endBlock() }
      paragraph.append((content, number))
    }
  }

  /// Whether the last entry is an item that ends at this line.
  private func isItem(endingAt number: Int) -> Bool {
    entries.last.map { $0.form == .listItem && $0.lines.upperBound == number } ?? false
  }

  private mutating func readHeading(_ heading: Substring, level: Int, _ number: Int) {
    endParagraph()
    endBlock()
    intro = ""
    headings.removeAll { $0.level >= level }
    add(.heading, heading, number...number)
    headings.append((level, String(heading)))
  }

  /// Reads a line that only Org writes so; returns whether it is one: a headline, a keyword, a drawer, the days of a
  /// task.
  private mutating func readOrg(_ line: Substring, _ number: Int) -> Bool {
    let content = line.drop(while: \.isWhitespace)
    let lower = content.prefix(24).lowercased()
    if isDrawer || ["properties:", "logbook:"].contains(where: { lower == ":" + $0 }) {
      isDrawer = lower != ":end:"
      return true
    }
    if lower.hasPrefix("#+begin_") || lower.hasPrefix("#+end_") {
      endParagraph()
      isCode = lower.hasPrefix("#+begin_") && !lower.hasPrefix("#+begin_quote")
      return true
    }
    if isCode { return false }
    let stars = line.prefix { $0 == "*" }.count
    if stars > 0, line.dropFirst(stars).first == " " {
      var words = line.dropFirst(stars).split(whereSeparator: \.isWhitespace)
      // Its tags.
      if words.count > 1, let last = words.last, last.count > 2, last.first == ":", last.last == ":" {
        words.removeLast()
      }
      let heading = words.joined(separator: " ")
      let plain = OrgStamp.removed(from: heading)
      readHeading(plain.isEmpty ? heading[...] : plain[...], level: stars, number)
      return true
    }
    if lower.hasPrefix("#+") {
      endParagraph()
      addProperty(content.dropFirst(2), number)
      return true
    }
    return ["scheduled:", "deadline:", "closed:", "# "].contains(where: lower.hasPrefix)
  }

  private mutating func addProperty(_ line: Substring, _ number: Int) {
    guard line.contains(where: { $0.isLetter || $0.isNumber }) else { return }
    add(.property, line, number...number)
    if !entries.isEmpty { entries[entries.count - 1].isFrontMatter = true }
  }

  private mutating func readRow(_ line: Substring, _ number: Int) {
    if let (text, first) = firstRow {
      firstRow = nil
      if line.allSatisfy({ "|-: \t".contains($0) }) {
        group += 1
        header = Self.cells(of: text)
        return
      }
      add(.tableRow, text, first...first)
    }
    if header.isEmpty, line.contains(where: { $0.isLetter || $0.isNumber }) {
      firstRow = (line, number)
    } else {
      add(.tableRow, line, number...number)
    }
  }

  private mutating func readItem(_ line: Substring, indent: Int, _ number: Int) {
    if items.isEmpty { group += 1 }
    items.removeAll { $0.indent >= indent }
    var text = line.dropFirst(Sentences.listMarker(of: line).count)
    var isDone: Bool?
    // `[ ] to do`, `[/] begun`, `[-] cancelled`
    if text.hasPrefix("["), let box = text.prefixMatch(of: /\[([^\]])\]\s/) {
      isDone = NoteTask(line: number, mark: String(box.1), text: "").state != .open
      // Other marks say what became of it.
      if " xX".contains(box.1) { text = text[box.range.upperBound...] }
    }
    // `* Status: **Implemented**`, below the title
    let isProperty = isHeader && text.contains(": ") && text.prefix { $0 != ":" }.count { $0 == " " } < 3
    add(isProperty ? .property : .listItem, text, number...number)
    if !entries.isEmpty { entries[entries.count - 1].isDone = isDone }
    items.append((indent, String(text.prefix(Self.longestContext))))
  }

  private mutating func add(_ form: NoteEntry.Form, _ text: Substring, _ lines: ClosedRange<Int>) {
    let text = form == .tableRow ? Self.cells(of: text).joined(separator: " · ") : String(text)
    guard text.contains(where: { $0.isLetter || $0.isNumber }) else { return }
    if form != .property, form != .heading { isHeader = false }
    let nested = items.map(\.text).joined(separator: "\n")
    entries.append(
      NoteEntry(
        form: form, text: text, lines: lines, chunk: chunk,
        intro: [headings.last?.text ?? "", intro].joined(separator: "\n"), columns: header,
        outer: (headings.dropLast().map(\.text) + [nested]).joined(separator: "\n"), group: group))
  }

  /// Ends a list or a table.
  private mutating func endBlock() {
    if let (text, line) = firstRow { add(.sentence, text, line...line) }
    (firstRow, header, items) = (nil, [], [])
  }

  private mutating func endParagraph() {
    guard let first = paragraph.first else { return }
    let text = paragraph.map(\.text).joined(separator: "\n")
    paragraph = []
    group += 1
    for sentence in Sentences.split(text, firstLine: first.line) {
      add(.sentence, sentence.text[...], sentence.lines)
    }
    // The last of it announces what follows.
    intro = text.hasSuffix(":") ? String(text.suffix(Self.longestContext)) : ""
  }

  /// The cells of a table row that are not empty.
  private static func cells(of row: Substring) -> [String] {
    row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
      $0.contains { $0.isLetter || $0.isNumber }
    }
  }
}
