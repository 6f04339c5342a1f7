/// Turns an answer's snapshots into the text to print: only what is new, wrapped if a width is given.
package struct AnswerText {
  private var shown = 0
  private var wrapper: LineWrapper?

  /// `columns` is the width of the terminal; `nil` disables wrapping.
  package init(columns: Int?) { wrapper = columns.map(LineWrapper.init(columns:)) }

  /// Whether no text has been shown yet.
  package var isEmpty: Bool { shown == 0 }

  /// Returns the text to print next. Each snapshot begins with the text of the one before.
  package mutating func advance(to content: String) -> String {
    let fresh = String(content[content.utf8.index(content.startIndex, offsetBy: shown)...])
    shown = content.utf8.count
    return wrapper?.wrap(fresh) ?? fresh
  }

  /// Returns the last word, held back until its line was known.
  package mutating func finish() -> String { wrapper?.finish() ?? "" }
}
