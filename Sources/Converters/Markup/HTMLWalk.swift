/// Writes the elements of a web page, or of a book's chapter, as Markdown.
struct HTMLWalk {
  private(set) var writer: MarkdownWriter
  private let byClass: Bool
  private let inMain: Bool
  /// The text since the last block, in UTF-8; its line feeds are those of `br`.
  private var text: [UInt8] = []
  /// The lists around the text, with the numbers of their items if they have any.
  private var lists: [Int?] = []
  /// The mark of an item that has no text yet.
  private var marker: String?
  /// Whether the text is the mark of a footnote.
  private var isInNoteMark = false

  /// Prepares to write what ``HTMLElements/isSkipped(_:byClass:inMain:)`` does not leave out.
  init(_ writer: MarkdownWriter, byClass: Bool, inMain: Bool) {
    (self.writer, self.byClass, self.inMain) = (writer, byClass, inMain)
  }

  mutating func write(_ element: MarkupNode) {
    writeChildren(of: element)
    flush()
    writer.endBlock()
  }

  /// How much text would be written.
  static func textCount(in element: MarkupNode, byClass: Bool, inMain: Bool) -> Int {
    element.children.reduce(0) { sum, child in
      if let text = child.ownBytes { return sum + text.count { $0 > 0x20 } }
      guard child.isElement, !HTMLElements.isSkipped(child, byClass: byClass, inMain: inMain) else { return sum }
      return sum + textCount(in: child, byClass: byClass, inMain: inMain)
    }
  }

  private func isSkipped(_ element: MarkupNode) -> Bool {
    HTMLElements.isSkipped(element, byClass: byClass, inMain: inMain)
  }

  private mutating func writeChildren(of element: MarkupNode) {
    for child in element.children {
      if let own = child.ownBytes {
        add(own)
      } else if child.isElement, !isSkipped(child) {
        visit(child)
      }
    }
  }

  private mutating func visit(_ element: MarkupNode) {
    let name = element.name
    guard HTMLElements.blocks.contains(name) else { return inline(element, name) }
    flush()
    switch name {
    case "h1", "h2", "h3", "h4", "h5", "h6":
      leaveLists { $0.writer.heading($0.flat(element), level: Int(name.dropFirst()) ?? 1) }
    case "pre", "listing", "xmp":
      marker = nil
      writer.code(preformatted(element))
    case "ul", "menu", "dir": list(element, first: nil)
    case "ol": list(element, first: element.attribute("start").flatMap(Int.init) ?? 1)
    case "li": item(element)
    case "dl": definitions(element)
    case "table": table(element)
    case "blockquote":
      leaveLists { walk in
        walk.writer.quoteDepth += 1
        walk.writeChildren(of: element)
        walk.flush()
        walk.writer.quoteDepth -= 1
      }
    default:
      writeChildren(of: element)
      flush()
    }
  }

  private mutating func inline(_ element: MarkupNode, _ name: String) {
    switch name {
    case "br": text.append(0x0A)
    case "img":
      guard let words = element.attribute("alt"), !words.isEmpty else { return }
      text += " ".utf8 + words.utf8.map { $0 < 0x20 ? 0x20 : $0 } + " ".utf8
    case "sup" where !isInNoteMark && element.first("a") == nil: shifted(element, .raised)
    case "sup" where !isInNoteMark: noteMark(element)
    case "a" where !isInNoteMark && HTMLElements.isNoteMark(element): noteMark(element)
    case "sub": shifted(element, .lowered)
    case "math": text += MathMLFormula.text(of: element).utf8
    default: writeChildren(of: element)
    }
  }

  /// Writes what stands above or below the line.
  private mutating func shifted(_ element: MarkupNode, _ shift: ShiftedText.Shift) {
    let piece = pieces(of: element)
    guard let words = MarkdownWriter.oneLine(piece) else { return text += piece.utf8 }
    // One character may have several bytes.
    let last = String(decoding: text.suffix(4), as: UTF8.self).last
    text += ShiftedText.marked(words, shift, after: last, before: nil).utf8
  }

  /// Writes the mark of a footnote.
  private mutating func noteMark(_ element: MarkupNode) {
    isInNoteMark = true
    let mark = MarkdownWriter.oneLine(pieces(of: element))
    isInNoteMark = false
    if let mark { text += ShiftedText.noteMark(mark).utf8 }
  }

  /// Returns what would be written of the elements inside.
  private mutating func pieces(of element: MarkupNode) -> String {
    let start = text.count
    writeChildren(of: element)
    guard start <= text.count else { return "" }
    defer { text.removeSubrange(start...) }
    return String(decoding: text[start...], as: UTF8.self)
  }

  /// Adds text; the line ends of the file are spaces.
  private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    let start = text.count
    text += bytes
    for index in start..<text.count where text[index] < 0x20 { text[index] = 0x20 }
  }

  /// Writes the text so far as a paragraph, or as part of an item.
  private mutating func flush() {
    defer { text.removeAll(keepingCapacity: true) }
    guard text.contains(where: { $0 > 0x20 }) else { return }
    let words = String(decoding: text, as: UTF8.self)
    guard !lists.isEmpty else { return writer.paragraph(words) }
    if let marker {
      writer.item(words, depth: lists.count - 1, marker: marker)
      // White space that is no ASCII makes no item.
      self.marker = nil
    } else {
      writer.continuation(words, depth: lists.count - 1)
    }
  }

  /// Writes something that stands by itself also within an item.
  private mutating func leaveLists(_ body: (inout HTMLWalk) -> Void) {
    let (lists, marker) = (lists, marker)
    (self.lists, self.marker) = ([], nil)
    body(&self)
    (self.lists, self.marker) = (lists, marker)
  }

  // MARK: Lists

  private mutating func list(_ element: MarkupNode, first: Int?) {
    lists.append(first)
    marker = nil
    writeChildren(of: element)
    flush()
    marker = nil
    lists.removeLast()
    if lists.isEmpty { writer.endBlock() }
  }

  private mutating func item(_ element: MarkupNode) {
    let isAlone = lists.isEmpty
    if isAlone { lists.append(nil) }
    if let number = lists[lists.count - 1] {
      let own = element.attribute("value").flatMap(Int.init) ?? number
      marker = "\(own)."
      lists[lists.count - 1] = own < .max ? own + 1 : own
    } else {
      marker = "-"
    }
    writeChildren(of: element)
    flush()
    marker = nil
    if isAlone { lists.removeLast() }
  }

  /// Terms and what they mean: one line each if that is short.
  private mutating func definitions(_ element: MarkupNode) {
    var term = ""
    // `div` may group them.
    let parts = element.elements.flatMap { $0.name == "div" ? Array($0.elements) : [$0] }
    for part in parts where !isSkipped(part) {
      if part.name == "dt" {
        if !term.isEmpty { leaveLists { $0.writer.paragraph(term) } }
        term = flat(part)
      } else if part.name == "dd", !term.isEmpty, !hasBlocks(part) {
        writer.item(term + (term.hasSuffix(":") ? " " : ": ") + flat(part), depth: lists.count)
        term = ""
      } else {
        if !term.isEmpty { leaveLists { $0.writer.paragraph(term) } }
        term = ""
        visit(part)
      }
    }
    if !term.isEmpty { leaveLists { $0.writer.paragraph(term) } }
    if lists.isEmpty { writer.endBlock() }
  }

  /// Whether an element has more than one paragraph.
  private func hasBlocks(_ element: MarkupNode) -> Bool {
    let parts = element.children.filter { $0.isElement ? !isSkipped($0) : $0.ownBytes?.contains { $0 > 0x20 } ?? false }
    if parts.count == 1, let only = parts.first, only.name == "p" { return false }
    return element.first { HTMLElements.blocks.contains($0.name) && !isSkipped($0) } != nil
  }

  // MARK: Tables

  private mutating func table(_ element: MarkupNode) {
    let rows = HTMLTable(element, isSkipped: isSkipped)
    if let caption = element.elements.first(where: { $0.name == "caption" }) { writer.paragraph(flat(caption)) }
    leaveLists { walk in
      guard rows.isLayout else { return walk.writer.table(rows.texts { walk.flat($0) }) }
      for cell in rows.cells {
        walk.writeChildren(of: cell)
        walk.flush()
      }
    }
  }

  // MARK: Text

  /// Returns all text inside on one line.
  private func flat(_ element: MarkupNode) -> String {
    var walk = HTMLWalk(MarkdownWriter(), byClass: byClass, inMain: inMain)
    walk.addFlat(element)
    return String(decoding: walk.text.map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
  }

  private mutating func addFlat(_ element: MarkupNode) {
    for child in element.children {
      if let own = child.ownBytes {
        add(own)
      } else if child.isElement, !isSkipped(child) {
        let name = child.name
        let isBlock = HTMLElements.blocks.contains(name)
        if isBlock { text.append(0x20) }
        if isBlock || child.first(where: { HTMLElements.blocks.contains($0.name) }) != nil {
          addFlat(child)
        } else {
          inline(child, name)
        }
        if isBlock { text.append(0x20) }
      }
    }
  }

  private func preformatted(_ element: MarkupNode) -> String {
    var text = ""
    for child in element.children {
      if let own = child.ownText {
        text += own
      } else if child.isElement, !isSkipped(child) {
        if child.name == "br" { text += "\n" } else { text += preformatted(child) }
      }
    }
    return text
  }
}
