/// Splits source code into blocks, in one pass over the lines: each begins at a definition, with the comment and the
/// attributes above it.
///
/// It knows the words by which many languages define something, and finds what is inside of what by indentation. Code
/// that it misreads is still kept, whole and in order.
struct CodeBlocks {
  private struct Open {
    var indent: Int
    var holdsDefinitions: Bool
  }

  private let text: DocumentText
  private var blocks: [Block] = []
  /// The definitions that the line may be inside of.
  private var open: [Open] = []
  /// Where the block begins that is not added yet, and what it is.
  private var begin: (line: Int, kind: Block.Kind)?
  /// Where the comments and attributes begin that end above the line.
  private var comment: Int?
  /// What ends the comment that the line is in.
  private var commentEnd: String?

  static func blocks(of text: DocumentText) throws(CancellationError) -> [Block] {
    var parser = CodeBlocks(text: text)
    for line in 0..<text.lineCount { try parser.read(line) }
    try parser.add(before: text.lineCount)
    return parser.blocks
  }

  private init(text: DocumentText) { self.text = text }

  private mutating func add(before end: Int) throws(CancellationError) {
    guard let begin, begin.line < end else { return }
    let lines = try text.withoutBlankEnd(begin.line..<end)
    if !lines.isEmpty { blocks.append(Block(kind: begin.kind, lines: lines)) }
    self.begin = nil
  }

  private mutating func read(_ line: Int) throws(CancellationError) {
    let shape = try text.nextShape(line)
    if let end = commentEnd {
      if shape.contains(end) { commentEnd = nil }
      return
    }
    if shape.isBlank {
      comment = nil
      return
    }
    if begin == nil { begin = (line, .code) }
    if let isOpen = CodeLine.comment(shape) {
      comment = comment ?? line
      commentEnd = isOpen
      if commentEnd?.isEmpty == true { commentEnd = nil }
      return
    }
    let start = comment ?? line
    comment = nil
    guard !CodeLine.closes(shape) else { return }
    while let last = open.last, last.indent >= shape.indent { open.removeLast() }
    // What a function defines for itself is a part of it.
    guard open.last?.holdsDefinitions ?? true else { return }
    guard let definition = CodeLine.definition(shape, isInside: !open.isEmpty, next: try following(line)) else {
      return
    }
    try add(before: start)
    begin = (start, .definition(level: open.count + 1, title: definition.title))
    open.append(Open(indent: shape.indent, holdsDefinitions: definition.holdsDefinitions))
  }

  private func following(_ line: Int) throws(CancellationError) -> LineShape? {
    line + 1 < text.lineCount ? try text.nextShape(line + 1) : nil
  }
}
