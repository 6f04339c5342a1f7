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
      default: _ = macros.define(by: name, from: &reader)
      }
    }
  }
}
