/// A sheet that is not at its end.
struct OpenSheet {
  let name: String
  var rows = OpenDocumentRows()
  /// Its text boxes and charts.
  var drawn = MarkdownWriter()
}
