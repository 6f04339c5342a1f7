/// Text in a cell of a sheet.
enum SheetCell {
  /// Returns a text that the sheet does not show, marked so: a filter may hide what is still meant, so that it is not
  /// left out.
  static func hidden(_ text: String) -> String {
    text.isEmpty || text.hasSuffix(mark) ? text : text + mark
  }

  private static let mark = " (hidden)"
}
