import Retriever

/// Wraps streamed text between words: a word is emitted once its line is known.
///
/// A continuation line is indented like the text of its list item. Code blocks and table rows are not wrapped, and a
/// word wider than a line is left to the terminal.
package struct LineWrapper {
  private let columns: Int
  private var output = ""
  /// The current line of the input so far.
  private var line = ""
  private var fence: CodeFence?
  /// The columns used on the current line of the terminal.
  private var column = 0
  private var indent = 0
  private var isFirstWord = true
  private var space = ""
  private var word = ""
  private var wordWidth = 0
  /// Whether the word continues what was emitted, so that no line may break before it.
  private var isGlued = false

  package init(columns: Int) { self.columns = columns }

  /// Returns a whole text, wrapped.
  package static func wrapped(_ text: String, columns: Int) -> String {
    var wrapper = LineWrapper(columns: columns)
    return wrapper.wrap(text) + wrapper.finish()
  }

  /// Takes more text, and returns what is ready to print. The text must not end inside a character.
  package mutating func wrap(_ text: String) -> String {
    for character in text { take(character) }
    defer { output = "" }
    return output
  }

  /// Returns the last word.
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
      // Scripts without spaces may break between any two characters, but not before punctuation.
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
