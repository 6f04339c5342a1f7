import Retriever

/// Wraps text between words, as it comes: a word is given out once it is known on which line it goes.
///
/// A line that goes on is indented like the text of its list item. Code blocks and table rows stay as they are, and a
/// word wider than a line is left to the terminal.
package struct LineWrapper {
  private let columns: Int
  private var output = ""
  /// The line of the text so far.
  private var line = ""
  private var fence: CodeFence?
  /// Columns of the terminal's line that are taken.
  private var column = 0
  private var indent = 0
  private var isFirstWord = true
  private var space = ""
  private var word = ""
  private var wordWidth = 0
  /// Whether the word goes on with what is shown, so that no line may end before it.
  private var isGlued = false

  package init(columns: Int) { self.columns = columns }

  /// A whole text, wrapped.
  package static func wrapped(_ text: String, columns: Int) -> String {
    var wrapper = LineWrapper(columns: columns)
    return wrapper.wrap(text) + wrapper.finish()
  }

  /// What more text completes. It must not end inside a character.
  package mutating func wrap(_ text: String) -> String {
    for character in text { take(character) }
    defer { output = "" }
    return output
  }

  /// The last word.
  package mutating func finish() -> String {
    place()
    defer { output = "" }
    return output
  }

  private mutating func take(_ character: Character) {
    guard character != "\n" else { return endLine() }
    line.append(character)
    if fence != nil || isRow {
      output += space + String(character)
      space = ""
    } else if character.isWhitespace {
      place()
      isGlued = false
      space.append(character)
    } else {
      let width = character.columns
      // Between the characters of unspaced scripts a line may end, but not before punctuation.
      if width > 1, !character.isPunctuation { place() }
      word.append(character)
      wordWidth += width
      if wordWidth > columns - indent {
        place()
        isGlued = true
      }
    }
  }

  private var isRow: Bool { line.first { !$0.isWhitespace } == "|" }

  private mutating func place() {
    guard !word.isEmpty else { return }
    let gap = space.reduce(0) { $0 + ($1 == "\t" ? 8 : $1.columns) }
    if isFirstWord {
      let isMarker = !Sentences.listMarker(of: word + " ").isEmpty || word == ">"
      indent = gap + (isMarker ? wordWidth + 1 : 0)
      if indent > columns / 2 { indent = 0 }
    }
    if !isFirstWord, !isGlued, column + gap + wordWidth > columns {
      output += "\n" + String(repeating: " ", count: indent)
      column = indent
    } else {
      output += space
      column += gap
    }
    output += word
    column += wordWidth
    (space, word, wordWidth, isFirstWord, isGlued) = ("", "", 0, false, false)
  }

  private mutating func endLine() {
    place()
    if let fence {
      if fence.isClosed(by: line[...]) { self.fence = nil }
    } else {
      fence = CodeFence(line[...])
    }
    output += "\n"
    (line, column, indent, isFirstWord, space, isGlued) = ("", 0, 0, true, "", false)
  }
}
