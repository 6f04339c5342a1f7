import Foundation

extension LaTeXWalk {
  mutating func begin(_ name: String) {
    let base = name.filter { $0 != "*" }
    if LaTeXCommands.verbatim.contains(base) {
      let option = reader.option()
      let isMinted = base == "minted"
      let language =
        isMinted ? reader.argument() : option?.firstMatch(of: #/language=\{?(\w+)/#).map { String($0.output.1) }
      return code(reader.upTo(macros.ends(of: name)), language: (language ?? "").lowercased())
    }
    if base == "Highlighting" {
      _ = reader.option()
      code(Self.highlighted(reader.upTo(macros.ends(of: name))), language: "")
    } else if LaTeXCommands.dropped.contains(base) {
      _ = reader.upTo(macros.ends(of: name))
    } else if LaTeXCommands.math.contains(base) {
      displayed(reader.upTo(macros.ends(of: name)))
    } else if LaTeXCommands.tables.contains(base) {
      table(reader.upTo(macros.ends(of: name)), isSized: ["tabularx", "tabulary"].contains(base) || name == "tabular*")
    } else {
      flush()
      var option: String?
      while let next = reader.option() { option = option ?? next }
      for _ in 0..<(LaTeXCommands.sized[base] ?? 0) { _ = reader.argument() }
      open(base, option: option)
    }
  }

  /// Returns code without the commands that color it, as pandoc writes them: `\KeywordTok{let}\NormalTok{ a = 1}`.
  private static func highlighted(_ code: String) -> String {
    var reader = LaTeXReader(code)
    var text = ""
    while let scalar = reader.next() {
      switch scalar {
      case "{", "}": continue
      case "\\": text += LaTeXCommands.symbols[reader.name()] ?? ""
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text.trimmingCharacters(in: .newlines)
  }

  private mutating func open(_ name: String, option: String?) {
    if LaTeXCommands.lists.contains(name) {
      lists.append(name.contains("enum") ? 0 : nil)
      marker = nil
    } else if LaTeXCommands.quotations.contains(name) {
      writer.quoteDepth += 1
    } else if name == "abstract" {
      heading("Abstract", level: 2)
    } else if name == "frame", reader.peek == "{" {
      heading(plain(reader.argument()), level: 2)
    } else if LaTeXCommands.statements.contains(name) {
      text += name.prefix(1).uppercased() + name.dropFirst() + (option.map { " (" + plain($0) + ")" } ?? "") + ": "
    } else if name.hasSuffix("box"), let title = option.flatMap({ LaTeXReader.fields(of: $0)["title"] }) {
      paragraph(title)
    }
  }

  mutating func end(_ name: String) {
    flush()
    let base = name.filter { $0 != "*" }
    if base == "acronym" { writeGlossary() }
    if LaTeXCommands.lists.contains(base) {
      marker = nil
      _ = lists.popLast()
      if lists.isEmpty { writer.endBlock() }
    } else if LaTeXCommands.quotations.contains(base), writer.quoteDepth > 0 {
      writer.quoteDepth -= 1
    }
  }

  /// The most columns that a cell takes.
  private static let mostColumns = 50

  private mutating func table(_ source: String, isSized: Bool) {
    flush()
    var inner = LaTeXReader(source)
    while inner.option() != nil {}
    if isSized {
      _ = inner.argument()
      while inner.option() != nil {}
    }
    _ = inner.argument()
    var rows: [[String]] = [[]]
    var cell = ""
    var columns = 1
    func endCell(_ walk: LaTeXWalk) {
      rows[rows.count - 1].append(walk.plain(cell))
      // Those that a cell takes besides its own.
      rows[rows.count - 1] += [String](repeating: "", count: columns - 1)
      (cell, columns) = ("", 1)
    }
    while let scalar = inner.next() {
      switch scalar {
      case "%": inner.skipComment()
      case "&": endCell(self)
      case "{": cell += "{" + inner.upToBrace() + "}"
      case "\\" where inner.peek == "\\":
        _ = inner.next()
        _ = inner.option()
        endCell(self)
        rows.append([])
      case "\\":
        let name = inner.name()
        if name == "multicolumn" {
          columns = Int(inner.argument()).map { min(max($0, 1), Self.mostColumns) } ?? 1
          _ = inner.argument()
          cell += "{" + inner.argument() + "}"
        } else if let inserted = macros.text(of: name, from: &inner) {
          // It may stand for cells and rows.
          inner.insert(inserted)
        } else {
          cell += "\\" + name + (name.count > 1 ? " " : "")
        }
      default: cell.unicodeScalars.append(scalar)
      }
    }
    endCell(self)
    if depth > 0 {
      text += rows.map { $0.joined(separator: " ") }.joined(separator: "; ")
    } else {
      marker = nil
      writer.table(rows)
    }
  }
}
