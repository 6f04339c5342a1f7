/// Splits an Org document into blocks (orgmode.org, "Org Syntax").
enum OrgBlocks {
  static func blocks(of text: DocumentText) throws(CancellationError) -> [Block] {
    var blocks: [Block] = []
    var line = try text.nextContent(from: 0)
    let head = try text.firstLine(from: line) { !isKeyword($0) }
    if head > line { blocks.append(Block(kind: .frontMatter, lines: line..<head)) }
    let keywords = try OrgKeywords(of: text)
    line = try text.nextContent(from: head)
    while line < text.lineCount {
      let (kind, end) = try block(in: text, at: line, keywords)
      blocks.append(Block(kind: kind, lines: try text.withoutBlankEnd(line..<end)))
      line = try text.nextContent(from: end)
    }
    return blocks
  }

  /// Returns the value of `#+TITLE:`.
  static func title(of text: DocumentText) -> String? {
    for line in 0..<min(text.lineCount, 50) {
      let shape = text.shape(line)
      guard shape.beginsIgnoringCase(with: "#+title:") else { continue }
      let title = LineShape(shape.content.dropFirst("#+title:".utf8.count)).content
      return title.isEmpty ? nil : String(decoding: title, as: UTF8.self)
    }
    return nil
  }

  /// Returns the tags that `#+FILETAGS:` lists between colons, wherever it occurs.
  static func tags(of text: DocumentText, _ blocks: [Block]) throws(CancellationError) -> [String] {
    let keyword = "#+filetags:"
    var tags: [String] = []
    for block in blocks where block.kind == .frontMatter || block.kind == .paragraph {
      for line in block.lines {
        let shape = try text.nextShape(line)
        guard shape.beginsIgnoringCase(with: keyword) else { continue }
        tags += shape.content.dropFirst(keyword.utf8.count).split { $0 == UInt8(ascii: ":") || $0.isBlank }
          .map { String(decoding: $0, as: UTF8.self) }
      }
    }
    return tags
  }

  private static func block(
    in text: DocumentText, at line: Int, _ keywords: OrgKeywords
  ) throws(CancellationError) -> (kind: Block.Kind, end: Int) {
    let shape = try text.nextShape(line)
    if let headline = OrgHeadline(shape, keywords) {
      return (.heading(level: headline.level, title: headline.title), line + 1)
    }
    if shape.beginsIgnoringCase(with: "#+begin_") {
      let name = shape.content.dropFirst("#+begin_".utf8.count).prefix { !$0.isBlank }
      let mark = "#+end_" + String(decoding: name, as: UTF8.self).lowercased()
      let kind: Block.Kind = shape.beginsIgnoringCase(with: "#+begin_quote") ? .quote : .code
      return (kind, try end(in: text, from: line + 1, behind: { $0.beginsIgnoringCase(with: mark) }))
    }
    if isDrawer(shape) {
      return (.markup, try end(in: text, from: line + 1, behind: { $0.beginsIgnoringCase(with: ":end:") }))
    }
    func endsParagraph(_ shape: LineShape) -> Bool {
      shape.isBlank || OrgHeadline.level(of: shape) != nil || shape.beginsIgnoringCase(with: "#+begin_")
        || isDrawer(shape)
    }
    if shape.begins(with: "|") { return (.table, try text.firstLine(from: line + 1) { !$0.begins(with: "|") }) }
    if shape.isListItem { return (.list, try endOfList(in: text, from: line)) }
    return (
      .paragraph,
      try text.firstLine(from: line + 1) { endsParagraph($0) || $0.begins(with: "|") || $0.isListItem }
    )
  }

  private static func end(
    in text: DocumentText, from line: Int, behind isLast: (LineShape) -> Bool
  ) throws(CancellationError) -> Int {
    var next = line
    while next < text.lineCount {
      let shape = try text.nextShape(next)
      if isLast(shape) { return next + 1 }
      // A headline ends everything, closed or not.
      if OrgHeadline.level(of: shape) != nil { return next }
      next += 1
    }
    return next
  }

  private static func endOfList(in text: DocumentText, from line: Int) throws(CancellationError) -> Int {
    let indent = text.shape(line).indent
    func ends(_ shape: LineShape) -> Bool {
      OrgHeadline.level(of: shape) != nil || !(shape.isBlank || shape.indent > indent || shape.isListItem)
    }
    return try text.firstLine(from: line + 1, where: ends)
  }

  /// Whether the line is a keyword, such as `#+TITLE: …`.
  private static func isKeyword(_ shape: LineShape) -> Bool {
    shape.begins(with: "#+") && shape.contains(":") && !shape.beginsIgnoringCase(with: "#+begin_")
  }

  private static func isDrawer(_ shape: LineShape) -> Bool {
    shape.content.count > 2 && shape.content.first == UInt8(ascii: ":") && shape.content.last == UInt8(ascii: ":")
      && !shape.content.contains { $0.isBlank } && !shape.beginsIgnoringCase(with: ":end:")
  }
}
