/// What stands before the text of a document of LaTeX.
struct LaTeXPreamble {
  private(set) var title: String?
  /// What `\maketitle` writes below the title: who wrote it, where and when.
  private(set) var lines: [String] = []
  let macros: LaTeXMacros

  /// Reads it, of a document of so many characters.
  init(_ text: some StringProtocol, ofCharacters count: Int) {
    macros = LaTeXMacros(ofCharacters: count)
    var reader = LaTeXReader(text)
    while let scalar = reader.next() {
      if scalar == "%" { reader.skipComment() }
      guard scalar == "\\" else { continue }
      let name = reader.name()
      switch name {
      case "title":
        _ = reader.option()
        title = reader.argument()
      case _ where LaTeXCommands.titleLines.contains(name):
        _ = reader.option()
        lines.append(reader.argument())
      default:
        if macros.define(by: name, from: &reader) || macros.glossary.define(by: name, from: &reader) { continue }
        // The author's own may be one that defines others, or names the title.
        if let inserted = macros.text(of: name, from: &reader) { reader.insert(inserted) }
      }
    }
  }
}
