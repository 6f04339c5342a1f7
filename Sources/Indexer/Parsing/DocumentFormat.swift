/// What a document is written in.
enum DocumentFormat: Sendable {
  case markdown, org, restructuredText, plain

  /// By the end of the file's name.
  init(path: String) {
    let name = path.lowercased()
    self =
      if name.hasSuffix(".md") || name.hasSuffix(".markdown") {
        .markdown
      } else if name.hasSuffix(".org") {
        .org
      } else if name.hasSuffix(".rst") {
        .restructuredText
      } else {
        .plain
      }
  }
}
