/// The text of an answer on its way to standard output: what is new in each snapshot, wrapped if a width is given.
package struct AnswerText {
  private var shown = 0
  private var wrapper: LineWrapper?

  /// `columns` is the width of the terminal; `nil` leaves lines as they are.
  package init(columns: Int?) { wrapper = columns.map(LineWrapper.init(columns:)) }

  /// Whether there was any text.
  package var isEmpty: Bool { shown == 0 }

  /// What to print after what was printed before. A snapshot begins with all of an earlier one's.
  package mutating func advance(to content: String) -> String {
    let fresh = String(content[content.utf8.index(content.startIndex, offsetBy: shown)...])
    shown = content.utf8.count
    return wrapper?.wrap(fresh) ?? fresh
  }

  /// What was held back until it was known where it goes.
  package mutating func finish() -> String { wrapper?.finish() ?? "" }
}
