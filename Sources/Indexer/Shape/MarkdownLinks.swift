import Foundation
import VectorStore

/// Finds the links of a Markdown document to other notes and files, as Obsidian does: `[[Note#Heading|text]]`,
/// `![[embed]]`, `[text](note.md)`, and `[text][label]` with `[label]: note.md`. Not in code, HTML tags and comments,
/// nor to other places than files, such as `https:`.
struct MarkdownLinks {
  private let text: DocumentText
  private(set) var links: [NoteLink] = []
  private var definitions = LinkDefinitions()
  /// The labels that are used, and the links that their definitions are, which count only where nothing else uses them.
  private var used: Set<String> = []
  private var defining: [(index: Int, label: String)] = []
  /// The places of labels that belong to a text before them.
  private var taken: Set<Int> = []

  /// The longest link that is looked at, in bytes, and the longest text that is kept.
  private static let longest = (looked: LinkDefinitions.longest, kept: 200)

  static func links(of text: DocumentText, _ blocks: [Block]) throws(CancellationError) -> [NoteLink] {
    var finder = MarkdownLinks(text: text)
    finder.definitions = try LinkDefinitions(of: text, blocks)
    for block in blocks {
      switch block.kind {
      case .code, .definition, .markup: continue
      case .frontMatter:
        for line in block.lines { try finder.read(text.line(line), isProperty: true) }
      case .heading, .paragraph, .list, .table, .quote:
        for lines in try MarkdownTags.linesOutsideFences(block.lines, of: text) {
          try finder.read(text.lineStarts[lines.lowerBound]..<text.line(lines.upperBound - 1).upperBound)
        }
      }
    }
    let unneeded = Set(finder.defining.filter { finder.used.contains($0.label) }.map(\.index))
    return finder.links.indices.filter { !unneeded.contains($0) }.map { finder.links[$0] }
  }

  private init(text: DocumentText) { self.text = text }

  private var bytes: [UInt8] { text.bytes }

  /// Reads the links in a range of bytes; of a property, only those in double brackets.
  private mutating func read(_ range: Range<Int>, isProperty: Bool = false) throws(CancellationError) {
    guard bytes[range].contains(UInt8(ascii: "[")) else { return }
    var scan = try LinkScan(text, range)
    var place = range.lowerBound
    while place < range.upperBound {
      let start = place
      switch bytes[place] {
      case UInt8(ascii: "\\"): place += 2
      case UInt8(ascii: "`") where !isProperty: place = try scan.endOfCode(place)
      case UInt8(ascii: "<") where !isProperty: place = try scan.endOfTag(place)
      case UInt8(ascii: "("): place = scan.endOfAddress(place)
      case UInt8(ascii: "["):
        if place + 1 < range.upperBound, bytes[place + 1] == UInt8(ascii: "[") {
          place = readWikilink(place, range)
        } else {
          if !isProperty { try readMarkdownLink(place, &scan) }
          place += 1
        }
      default: place += 1
      }
      try text.meter.add(place - start)
    }
  }

  private mutating func add(_ kind: NoteLink.Kind, at place: Int, _ address: String, text shown: String?) {
    let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let target = NoteName.trimmed(parts[0])
    let heading = parts.count > 1 ? NoteName.trimmed(parts[1]) : ""
    guard !target.isEmpty || !heading.isEmpty else { return }
    let label = shown.map { NoteName.trimmed($0).cut(toBytes: Self.longest.kept) } ?? ""
    links.append(
      NoteLink(
        line: text.lineNumber(ofByte: place) + 1, kind: kind, target: target, place: heading.isEmpty ? nil : heading,
        text: label.isEmpty ? nil : label))
  }

  private func isEmbed(_ place: Int, _ range: Range<Int>) -> Bool {
    place > range.lowerBound && bytes[place - 1] == UInt8(ascii: "!")
  }

  // MARK: Wikilinks

  /// Reads `[[target#heading|text]]`; returns where to go on.
  private mutating func readWikilink(_ start: Int, _ range: Range<Int>) -> Int {
    var place = start + 2
    while place + 1 < range.upperBound, place - start < Self.longest.looked {
      switch (bytes[place], bytes[place + 1]) {
      case (UInt8(ascii: "]"), UInt8(ascii: "]")):
        let inner = text.string(start + 2..<place)
        let parts = inner.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        // In a table, the bar is escaped.
        let target = parts[0].hasSuffix("\\") ? parts[0].dropLast() : parts[0]
        if !target.contains("://") {
          add(
            isEmbed(start, range) ? .embed : .wiki, at: start, String(target),
            text: parts.dropFirst().first.map(String.init))
        }
        return place + 2
      case (UInt8(ascii: "\n"), _), (UInt8(ascii: "\r"), _): return start + 2
      case (UInt8(ascii: "["), UInt8(ascii: "[")): return place
      // Names have no brackets: [[a], [b]] are others.
      case (UInt8(ascii: "["), _), (UInt8(ascii: "]"), _): return start + 1
      default: place += 1
      }
    }
    return start + 2
  }

  // MARK: Markdown's own

  private mutating func readMarkdownLink(_ start: Int, _ scan: inout LinkScan) throws(CancellationError) {
    let range = scan.range
    guard let place = scan.endOfLabel(start) else { return }
    // More than is kept of it is not read, however many labels are in each other.
    let label = text.string(start + 1..<max(start + 1, min(place, start + Self.longest.looked / 4)))
    let next = place + 1 < range.upperBound ? bytes[place + 1] : 0
    if next == UInt8(ascii: ":"), beginsLine(start), !label.hasPrefix("^") {
      defining.append((links.count, LinkDefinitions.key(text.string(start + 1..<place))))
      if !addLink(text.definedAddress(from: place + 2, range.upperBound), at: start, range, label) {
        defining.removeLast()
      }
    } else if next == UInt8(ascii: "(") {
      addLink(try scan.address(place + 1), at: start, range, label)
    } else if !definitions.isEmpty, !taken.contains(start) {
      readReference(label, start..<place, scan)
    }
  }

  /// Reads `[text][label]`, `[label][]` or `[label]`, whose label is defined somewhere. A label has no brackets.
  private mutating func readReference(_ shown: String, _ brackets: Range<Int>, _ scan: LinkScan) {
    var named = brackets
    let next = brackets.upperBound + 1
    if next < scan.range.upperBound, bytes[next] == UInt8(ascii: "[") {
      guard let end = scan.endOfLabel(next) else { return }
      taken.insert(next)
      if end > next + 1 { named = next..<end }
    }
    guard !scan.hasBrackets(named.lowerBound) else { return }
    let key = LinkDefinitions.key(text.string(named.lowerBound + 1..<named.upperBound))
    guard let address = definitions[key], addLink(address, at: brackets.lowerBound, scan.range, shown) else { return }
    used.insert(key)
  }

  /// Adds a link to an address; returns whether it leads to a file.
  @discardableResult
  private mutating func addLink(_ address: String?, at start: Int, _ range: Range<Int>, _ label: String) -> Bool {
    guard let address, !Self.leadsElsewhere(address) else { return false }
    let count = links.count
    let target = address.removingPercentEncoding ?? address
    add(isEmbed(start, range) ? .embed : .markdown, at: start, target, text: label)
    return links.count > count
  }

  /// Whether only white space stands before a byte on its line.
  private func beginsLine(_ place: Int) -> Bool {
    // Backwards, since many brackets may follow long white space.
    let before = bytes[..<place].last { $0 != 0x20 }
    return before == nil || before == 0x0A || before == 0x0D
  }

  /// Whether an address is that of another machine or program: `https://…`, `mailto:…`, `//host`.
  static func leadsElsewhere(_ address: String) -> Bool {
    if address.hasPrefix("//") { return true }
    guard let colon = address.firstIndex(of: ":") else { return false }
    let scheme = address[..<colon]
    return scheme.count > 1 && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+.-".contains($0)) }
  }
}
