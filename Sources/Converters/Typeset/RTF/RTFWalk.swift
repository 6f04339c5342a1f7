import ForeignFormats

/// Follows the groups of an RTF file and writes its paragraphs, lists and tables.
struct RTFWalk {
  enum Destination {
    case text, skipped, fonts, colours, styles, title, listMark, note, comment, author
    /// Words about a shape or a list; text stands only in the groups of text boxes in it.
    case properties
  }

  private struct Group {
    var destination = Destination.text
    /// Whether the text of the destination is complete at the end of the group.
    var isWhole = false
    /// Where the text belongs whose Unicode follows a form of it for older programs.
    var unicodeDestination: Destination?
    /// How many text boxes are open.
    var depth = 0
    /// How many text boxes with text came before the shape.
    var boxesBefore = 0
    var isHidden = false
    var format = RunFormat()
    /// How many characters stand for `\u` in programs without Unicode.
    var fallback = 1
    var encoding: String?
  }

  var isOptional = false
  private var writer = MarkdownWriter()
  private var group = Group()
  private var groups: [Group] = []
  private var story = RTFStory()
  /// Those that the text box stands in.
  private var stories: [RTFStory] = []
  private var boxes = 0
  private var title: String?
  private var author: String?
  /// Bytes of text in the encoding of the group.
  private var pending: [UInt8] = []
  private var left = 0
  private var highSurrogate: UInt16?
  private var documentEncoding = "WINDOWS-1252"
  private var encodings: [Int: String] = [:]
  private var font = 0
  private var styles: [Int: Int] = [:]
  private var style = 0
  private var colours = RTFColours()
  /// The colour that the paragraph stands on; `nil` if it is not known.
  private var background: RunFormat.Colour? = .white
  /// Whether cells of the row have a colour.
  private var isInColouredRow = false
  private var hasHiddenText = false

  private static let deepest = 10_000
  /// How deep text boxes may stand in each other.
  private static let deepestBox = 8
  private static let skipped: Set<String> = [
    "nonesttables", "pict", "objdata", "header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr",
    "footerf",
    "xe", "tc", "atnid", "pntxta", "pntxtb", "fldinst", "info", "listtable", "listoverridetable", "revtbl",
    "filetbl", "themedata", "datastore", "latentstyles", "rsidtbl", "generator", "nonshppict", "sp", "bkmkstart",
    "bkmkend", "ftnsep", "ftnsepc", "ftncn", "aftnsep", "aftnsepc", "aftncn", "stylesheet", "fonttbl",
  ]
  /// Windows' code pages by a font's character set.
  private static let charsets = [
    0: "WINDOWS-1252", 128: "CP932", 129: "CP949", 134: "GB18030", 136: "BIG5", 161: "WINDOWS-1253",
    162: "WINDOWS-1254", 163: "WINDOWS-1258", 177: "WINDOWS-1255", 178: "WINDOWS-1256", 186: "WINDOWS-1257",
    204: "WINDOWS-1251", 222: "CP874", 238: "WINDOWS-1250",
  ]
  private static let symbols = [
    "~": "\u{A0}", "_": "-", "emdash": "—", "endash": "–", "bullet": "•", "lquote": "‘", "rquote": "’",
    "ldblquote": "“", "rdblquote": "”", "tab": "\t", "line": "\n", "emspace": " ", "enspace": " ", "qmspace": " ",
  ]

  mutating func open() {
    flush()
    if groups.count < Self.deepest {
      groups.append(group)
      group.isWhole = false
    }
    isOptional = false
  }

  mutating func close() {
    flush()
    isOptional = false
    let ended = group
    if let outer = groups.popLast() { group = outer }
    if ended.isWhole, let text = story.texts.removeValue(forKey: ended.destination)?.text {
      switch ended.destination {
      case .title: title = text
      case .listMark: story.mark = text
      case .note: story.below.append(.paragraph(text))
      case .author: author = text
      case .comment:
        story.below.append(.comment(text, author: author))
        author = nil
      default: break
      }
    }
    endBoxes(to: group.depth)
  }

  mutating func add(_ byte: UInt8) {
    isOptional = false
    if left > 0 {
      left -= 1
      return
    }
    guard group.destination != .skipped, !group.isHidden else { return }
    pending.append(byte)
  }

  private mutating func flush() {
    guard !pending.isEmpty else { return }
    let encoding = group.encoding ?? documentEncoding
    let text = Charset.string(of: pending, in: encoding) ?? Charset.string(of: pending, in: "WINDOWS-1252") ?? ""
    pending.removeAll(keepingCapacity: true)
    append(text)
  }

  private mutating func append(_ text: String) {
    guard !group.isHidden else { return }
    // What a box is filled with may be anything.
    guard !group.format.isHidden(on: stories.isEmpty ? background : nil) else {
      hasHiddenText = hasHiddenText || MarkdownWriter.oneLine(text) != nil
      return
    }
    switch group.destination {
    case .skipped, .fonts, .properties: return
    case .colours: for character in text where character == ";" { colours.end() }
    case .styles:
      // A style's name ends with a semicolon.
      let name = text.lowercased().filter { $0 != ";" }
      if name.hasPrefix("heading "), let level = Int(name.dropFirst(8)) { styles[style] = level }
      if name == "title" { styles[style] = 1 }
    default: story.texts[group.destination, default: ShiftedText()].add(text, group.format.shift ?? .onLine)
    }
  }

  mutating func apply(_ word: String, _ number: Int?) {
    flush()
    if word != "u" { left = 0 }
    // The result of a field is text, even where it is optional.
    let isUnknown = isOptional && word != "result"
    isOptional = false
    switch word {
    case "fonttbl": group.destination = .fonts
    case "colortbl": group.destination = .colours
    case "nesttableprops": return
    case "stylesheet": group.destination = .styles
    case "title" where groups.count > 1 && group.destination == .skipped: begin(.title)
    case "listtext", "pntext": if group.destination == .text { begin(.listMark) }
    case "footnote": if group.destination == .text { begin(.note) }
    case "annotation", "atnauthor": beginComment(word == "annotation" ? .comment : .author)
    case "upr":
      group.unicodeDestination = group.destination
      group.destination = .skipped
    case "ud":
      group.destination = group.unicodeDestination ?? group.destination
      group.unicodeDestination = nil
    case "pn": group.destination = group.destination == .text ? .properties : .skipped
    case "shp", "shpgrp": group.boxesBefore = boxes
    case "shpinst", "do": if mayHaveBoxes { group.destination = .properties }
    case "shptxt", "dptxbxtext": beginBox()
    case "shprslt":
      // For older programs; most often it repeats the text.
      if boxes > group.boxesBefore { group.destination = .skipped } else { beginBox() }
    case _ where isUnknown || Self.skipped.contains(word):
      if group.destination != .styles || isUnknown && word != "cs" && word != "ts" { group.destination = .skipped }
    case "uc": group.fallback = max(0, min(number ?? 1, 16))
    case "u": unicode(number ?? 0)
    case "ansicpg":
      documentEncoding = number.map { $0 == 65001 ? "UTF-8" : $0 == 932 ? "CP932" : "CP\($0)" } ?? documentEncoding
    case "mac": documentEncoding = "MACINTOSH"
    case "f":
      font = number ?? 0
      if group.destination != .fonts { group.encoding = encodings[font] }
    case "fcharset": encodings[font] = Self.charsets[number ?? 0]
    case "v": group.format.isVanished = number != 0
    case "deleted": group.isHidden = number != 0
    case "plain":
      group.isHidden = false
      group.format = RunFormat()
      group.encoding = nil
    case _ where group.destination == .colours: colours.add(word, number)
    case _ where colours.apply(word, number, to: &group.format): return
    default: layout(word, number)
    }
  }

  private mutating func layout(_ word: String, _ number: Int?) {
    if let symbol = Self.symbols[word] { return append(symbol) }
    switch word {
    case "s" where group.destination == .styles: style = number ?? 0
    case "pnlvlblt", "pnlvlbody": if group.destination == .properties { story.paragraph.isItem = true }
    case _ where group.destination == .note || group.destination == .comment: layoutNote(word)
    case _ where group.destination != .text: return
    case "pard":
      story.paragraph = RTFStory.Paragraph()
      if !isInColouredRow { background = .white }
    case "cbpat": background = colours[number]
    case "trowd":
      isInColouredRow = false
      background = .white
    case "clcbpat":
      isInColouredRow = true
      background = nil
    case "itap": story.enterTables(number ?? 1)
    case "s": story.paragraph.style = number
    case "outlinelevel": story.paragraph.level = number.map { $0 + 1 }
    case "ilvl": story.paragraph.depth = max(0, number ?? 0)
    case "ls": story.paragraph.isItem = (number ?? 0) > 0
    case "intbl": story.paragraph.isInTable = true
    case "cell", "nestcell": story.endCell(nested: word == "nestcell")
    case "row", "nestrow": story.endRow(nested: word == "nestrow")
    case "par", "sect", "page", "column": if story.paragraph.isInTable { append("\n") } else { endParagraph() }
    default: return
    }
  }

  /// The paragraphs of notes and comments are lines, and change none of the text.
  private mutating func layoutNote(_ word: String) {
    switch word {
    case "cell", "nestcell": append("\t")
    case "par", "sect", "page", "column", "row", "nestrow": append("\n")
    default: return
    }
  }

  private mutating func unicode(_ number: Int) {
    left = group.fallback
    guard let unit = UInt16(exactly: number < 0 ? number + 65_536 : number) else { return }
    if UTF16.isLeadSurrogate(unit) {
      highSurrogate = unit
    } else {
      let units = UTF16.isTrailSurrogate(unit) ? [highSurrogate ?? 0xFFFD, unit] : [unit]
      highSurrogate = nil
      append(String(decoding: units, as: UTF16.self))
    }
  }

  /// Collects the text of the group.
  private mutating func begin(_ destination: Destination) {
    group.destination = destination
    group.isWhole = true
  }

  private mutating func beginComment(_ destination: Destination) {
    guard [.text, .note, .comment].contains(group.destination), group.destination != destination else {
      group.destination = .skipped
      return
    }
    begin(destination)
    // The comment's mark in the text is hidden, and the comment stands beside it.
    group.isHidden = false
    group.format.isVanished = nil
  }

  private var mayHaveBoxes: Bool { [.text, .note, .comment, .properties].contains(group.destination) }

  /// The paragraphs of the group are those of a text box.
  private mutating func beginBox() {
    guard mayHaveBoxes else { return }
    group.destination = .text
    // A group has one text box at most.
    guard stories.count < Self.deepestBox, group.depth == groups.last?.depth else { return }
    group.isWhole = false
    stories.append(story)
    story = RTFStory()
    group.depth = stories.count
  }

  private mutating func endBoxes(to depth: Int) {
    while stories.count > depth {
      endParagraph()
      let blocks = story.blocks
      guard let outer = stories.popLast() else { return }
      if !blocks.isEmpty { boxes += 1 }
      story = outer
      story.below += blocks
    }
  }

  private mutating func endParagraph() {
    let ended = story.endParagraph(levels: styles)
    if stories.isEmpty {
      for block in ended { writer.write(block) }
    } else {
      story.blocks += ended
    }
  }

  consuming func conversion() -> Conversion {
    flush()
    endBoxes(to: 0)
    endParagraph()
    return writer.conversion(title: title, remarks: hasHiddenText ? [MarkdownWriter.hiddenText] : [])
  }
}
