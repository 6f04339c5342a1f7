import ForeignFormats

/// The markup of a document.
enum DocumentFormat: Sendable {
  case markdown, org, restructuredText, plain
  case code
  /// Converted to Markdown.
  case foreign

  /// Determines the format from the file extension.
  init(path: String) {
    let name = path.lowercased()
    self =
      if name.hasSuffix(".md") || name.hasSuffix(".markdown") {
        .markdown
      } else if name.hasSuffix(".org") {
        .org
      } else if name.hasSuffix(".rst") {
        .restructuredText
      } else if ForeignFormat(path: name) != nil {
        .foreign
      } else if SourceCode.isCode(name) {
        .code
      } else {
        .plain
      }
  }
}
