import ForeignFormats

/// Follows the groups of an RTF file and writes its paragraphs, lists and tables.
struct RTFWalk {
  private enum Destination { case text, skipped, fonts, styles, title, listMark, note }

  private struct Group {
    var destination = Destination.text
    var isHidden = false
    /// How many characters stand for `\u` in programs without Unicode.
    var fallback = 1
    var encoding: String?
  }

  private struct Paragraph {
    var level: Int?
    var style: Int?
    var depth = 0
    var isItem = false
    var isInTable = false
  }

  var isOptional = false
  private var writer = MarkdownWriter()
  private var group = Group()
  private var groups: [Group] = []
  private var paragraph = Paragraph()
  private var texts: [Destination: String] = [:]
  private var title: String?
  /// Bytes of text in the encoding of the group.
  private var pending: [UInt8] = []
  private var left = 0
  private var highSurrogate: UInt16?
  private var documentEncoding = "WINDOWS-1252"
  private var encodings: [Int: String] = [:]
  private var font = 0
  private var styles: [Int: Int] = [:]
  private var style = 0
  private var mark = ""
  private var marks = RTFListMarks()
  private var notes: [String] = []
  private var cells: [String] = []
  private var rows: [[String]] = []

  private static let deepest = 10_000
  private static let skipped: Set<String> = [
    "colortbl", "pict", "objdata", "header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf",
    "fldinst", "xe", "tc", "annotation", "atnid", "atnauthor", "pntxta", "pntxtb", "info",
    "listtable", "listoverridetable", "revtbl",
    "filetbl", "themedata", "datastore", "latentstyles", "rsidtbl", "generator", "nonshppict", "sp", "bkmkstart",
    "bkmkend", "ftnsep", "ftnsepc", "ftncn", "aftnsep", "aftnsepc", "aftncn", "stylesheet", "fonttbl",
  ]
  /// Optional groups with text that is read.
  private static let kept: Set<String> = ["shpinst", "shptxt", "shprslt", "result", "ud", "footnote", "pn"]
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
    if groups.count < Self.deepest { groups.append(group) }
    isOptional = false
  }

  mutating func close() {
    flush()
    isOptional = false
    let ended = group
    if let outer = groups.popLast() { group = outer }
    guard ended.destination != group.destination else { return }
    let text = texts.removeValue(forKey: ended.destination) ?? ""
    switch ended.destination {
    case .title: title = text
    case .listMark: mark = text
    case .note: notes.append(text)
    default: break
    }
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
    switch group.destination {
    case .skipped, .fonts: return
    case .styles:
      // A style's name ends with a semicolon.
      let name = text.lowercased().filter { $0 != ";" }
      if name.hasPrefix("heading "), let level = Int(name.dropFirst(8)) { styles[style] = level }
      if name == "title" { styles[style] = 1 }
    default: texts[group.destination, default: ""] += text
    }
  }

  mutating func apply(_ word: String, _ number: Int?) {
    flush()
    if word != "u" { left = 0 }
    let isUnknown = isOptional && !Self.kept.contains(word)
    isOptional = false
    switch word {
    case "fonttbl": group.destination = .fonts
    case "stylesheet": group.destination = .styles
    case "title" where groups.count > 1 && group.destination == .skipped: group.destination = .title
    case "listtext", "pntext": if group.destination != .skipped { group.destination = .listMark }
    case "footnote": if group.destination != .skipped { group.destination = .note }
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
    case "v": group.isHidden = number != 0
    case "deleted": group.isHidden = number != 0
    case "plain":
      group.isHidden = false
      group.encoding = nil
    default: layout(word, number)
    }
  }

  private mutating func layout(_ word: String, _ number: Int?) {
    if let symbol = Self.symbols[word] { return append(symbol) }
    switch word {
    case "s" where group.destination == .styles: style = number ?? 0
    case _ where group.destination != .text && group.destination != .note: return
    case "pard" where group.destination == .text: paragraph = Paragraph()
    case "s": paragraph.style = number
    case "outlinelevel": paragraph.level = number.map { $0 + 1 }
    case "ilvl": paragraph.depth = max(0, number ?? 0)
    case "ls": paragraph.isItem = (number ?? 0) > 0
    case "intbl": paragraph.isInTable = true
    case "cell", "nestcell":
      cells.append(takeText())
    case "row", "nestrow":
      rows.append(cells)
      cells = []
    case "par", "sect", "page":
      if group.destination == .note || paragraph.isInTable { append("\n") } else { endParagraph() }
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

  private mutating func takeText() -> String { texts.removeValue(forKey: .text) ?? "" }

  private mutating func endParagraph() {
    let text = takeText()
    writeTable()
    let level = paragraph.level ?? paragraph.style.flatMap { styles[$0] }
    if let level, level < 10 {
      writer.heading(text, level: level)
    } else if paragraph.isItem || !mark.isEmpty {
      let marker = marks.marker(of: mark, depth: paragraph.depth)
      writer.item(text, depth: paragraph.depth, marker: marker)
    } else {
      writer.paragraph(text)
    }
    mark = ""
    writeNotes()
  }

  private mutating func writeNotes() {
    for note in notes { writer.paragraph(note) }
    notes = []
  }

  private mutating func writeTable() {
    if !cells.isEmpty { rows.append(cells) }
    cells = []
    writer.table(rows)
    rows = []
  }

  consuming func conversion() -> Conversion {
    flush()
    if paragraph.isInTable { writeTable() }
    endParagraph()
    return writer.conversion(title: title)
  }
}
