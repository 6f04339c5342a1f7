/// Splits a reply, as it arrives, into the units that are cited: sentences, list items, table rows and code blocks.
///
/// Its output is never taken back. It holds back the last grapheme, which more text may change (an accent, the second
/// half of a flag, the line feed after a carriage return), and white space until something follows. So the parts depend
/// only on the text, not on how it was split into tokens. Every line ends in a line feed.
package struct ReplyUnits: Sendable {
  /// A piece of a reply.
  package enum Part: Sendable, Hashable {
    /// Text to show.
    case text(String)
    /// The end of a unit. Its citation mark goes here, before what follows.
    case end(of: String, Mark)
  }

  /// Where a unit's citation mark goes without changing what the text means.
  package enum Mark: Sendable, Hashable {
    /// After a space.
    case inline
    /// On a line of its own, as after a code block: a closing fence must be alone on its line.
    case ownLine(indent: String)
    /// Nowhere: the code block is not closed.
    case none
  }

  private var last = ""
  private var space = ""
  /// The line so far, white space included.
  private var line = ""
  /// The text of the unit so far.
  private var unit = ""
  private var fence: CodeFence?
  private var followsRow = false
  /// Whether the unit is a table's first row, which is the heading if another row follows.
  private var mayBeHeading = false
  private var parts: [Part] = []

  package init() {}

  /// Returns the parts that more of the reply completes.
  package mutating func append(_ text: String) -> [Part] {
    last += text
    guard !last.isEmpty else { return [] }
    let end = last.index(before: last.endIndex)
    for character in last[..<end] { take(character) }
    last = String(last[end...])
    return taken()
  }

  /// Returns the parts that the end of the reply completes, dropping white space at the end.
  package mutating func finish() -> [Part] {
    for character in last { take(character) }
    last = ""
    if !line.isEmpty || fence != nil { endLine(isLast: true) }
    if mayBeHeading { close(.inline) }
    if fence != nil { close(.none) }
    return taken()
  }

  private mutating func taken() -> [Part] {
    defer { parts = [] }
    return parts
  }

  private mutating func take(_ character: Character) {
    guard !character.isWhitespace else {
      if character.endsLine { endLine() } else { line.append(character) }
      space.append(character.endsLine ? "\n" : character)
      return
    }
    if mayBeHeading {
      if character == "|" { unit = "" } else { close(.inline) }
      mayBeHeading = false
    }
    if fence == nil, !isRow, Sentences.ends(unit[...], before: character, hasSpace: !space.isEmpty) { close(.inline) }
    if !unit.isEmpty { unit += space }
    show(space + String(character))
    space = ""
    unit.append(character)
    line.append(character)
  }

  private mutating func show(_ text: String) {
    if case .text(let shown)? = parts.last {
      parts[parts.count - 1] = .text(shown + text)
    } else {
      parts.append(.text(text))
    }
  }

  private mutating func endLine(isLast: Bool = false) {
    let wasRow = isRow
    defer {
      followsRow = wasRow && fence == nil
      line = ""
    }
    if let fence {
      guard fence.isClosed(by: line[...]) else { return }
      self.fence = nil
      unit = unit.lastIndex(of: "\n").map { String(unit[..<$0]) } ?? ""
      close(.ownLine(indent: String(line.prefix(while: \.isWhitespace))))
    } else if let opened = CodeFence(line[...]) {
      fence = opened
      unit = ""
    } else if wasRow, !followsRow {
      mayBeHeading = true
    } else if isLast || !Sentences.isListMarker(unit[...]) {
      close(.inline)
    } else {
      unit = ""
    }
  }

  /// Ends the unit. Without a letter or a digit, it is not a unit.
  private mutating func close(_ mark: Mark) {
    if unit.contains(where: { $0.isLetter || $0.isNumber }) { parts.append(.end(of: unit, mark)) }
    unit = ""
  }

  private var isRow: Bool { line.first { !$0.isWhitespace } == "|" }
}
