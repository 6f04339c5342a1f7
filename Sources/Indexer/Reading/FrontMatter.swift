import VectorStore
import Yams

/// The YAML between two lines of dashes, or the TOML between two lines of plus signs, at the beginning of a document.
struct FrontMatter: Sendable, Equatable {
  /// Its lines, including the marks, from the document's first.
  var lines: Range<Int>
  /// Those of its lines that are indexed: the first ones, if there are too many.
  var indexedLines: Range<Int>
  /// The document's title, if it has one.
  var title: String?
  /// The document's tags, as written.
  var tags: [String]
  /// The document's other names.
  var aliases: [String] = []
  /// All keys but those of tags and aliases.
  var properties: [NoteProperty] = []
  /// What is wrong with it; `nil` if it was read.
  var problem: String?

  /// The maximum number of bytes read as YAML or TOML.
  private static let largest = 1 << 16
  /// The number of bytes that are indexed of larger front matter: all of it would be encoded for a minute.
  private static let largestIndexed = 1 << 13
  /// How far the end of larger front matter is looked for, in bytes.
  private static let farthest = 1 << 24

  /// Finds the front matter of a document.
  ///
  /// If it cannot be read, it is still front matter if its first line begins with a key: what stands on lines of its
  /// own is found even there, and `problem` says what is wrong. Valid YAML that is not a mapping is treated as ordinary
  /// text.
  init?(in text: DocumentText) {
    guard text.lineCount > 2,
      let mark = ["---", "+++"].first(where: { FrontMatter.isMark(text.bytes[text.line(0)], $0) })
    else { return nil }
    let isTOML = mark == "+++"
    let start = text.lineStarts[1]
    var (end, last) = (1, 1)
    while true {
      guard end < text.lineCount, text.lineStarts[end] - start <= FrontMatter.farthest else { return nil }
      let line = text.bytes[text.line(end)]
      if FrontMatter.isMark(line, mark) || !isTOML && FrontMatter.isMark(line, "...") { break }
      if text.lineStarts[end] - start <= FrontMatter.largest { last = end }
      end += 1
    }
    let isTooLarge = text.lineStarts[end] - start > FrontMatter.largest
    // So far from the first line, the mark may be a rule between paragraphs.
    if isTooLarge, !(1..<end).allSatisfy({ FrontMatter.mayBeData(text.shape($0), isTOML: isTOML) }) { return nil }
    lines = 0..<end + 1
    indexedLines = isTooLarge ? 0..<text.lineNumber(ofByte: start + FrontMatter.largestIndexed) : lines
    text.meter.count(text.lineStarts[end])
    let content = text.string(start..<text.lineStarts[isTooLarge ? last : end])
    var keys = (1..<(isTooLarge ? last : end)).map { String(decoding: text.shape($0).bytes, as: UTF8.self) }
    tags = []
    if isTooLarge {
      problem =
        "the front matter has \(end - 1) lines, more than \(FrontMatter.largest / 1024) KiB: at most "
        + "\(FrontMatter.most) of its keys are read, and the first \(indexedLines.count - 1) lines are searched"
    } else if isTOML {
      do {
        let entries = try TOMLReader(content).entries
        read(entries.map { ($0.key, $0.value, $0.isItem) })
        tags = FrontMatter.tags(in: entries)
        return
      } catch {
        problem = "the front matter is not valid TOML (line \(error.line + 1): \(error.reason))"
      }
    } else {
      do {
        // Aliases can expand a short text to a tree of any size.
        if FrontMatter.hasMark("&", content), FrontMatter.hasMark("*", content) {
          problem = "the front matter has anchors and aliases of YAML, which are not followed"
        } else {
          if let node = try Yams.compose(yaml: content) {
            guard let mapping = node.mapping else { return nil }
            tags = FrontMatter.tags(in: mapping) ?? FrontMatter.tags(inLines: keys)
            read(FrontMatter.entries(of: node))
            return
          }
          return nil
        }
      } catch {
        problem = "the front matter is not valid YAML (\(FrontMatter.reason(of: error, in: keys)))"
      }
    }
    let sign = isTOML ? /[\p{L}_\["'][^=]*(=|\])/ : /[\p{L}_][\p{L}\d_ -]*:(\s|$)/
    // A tab before the first key is a slip, as is a comment above it.
    guard let first = keys.first(where: { !$0.hasPrefix("#") }) else { return nil }
    let indent = first.prefix { $0 == " " || $0 == "\t" }
    guard first.dropFirst(indent.count).prefixMatch(of: sign) != nil else { return nil }
    if !indent.isEmpty { keys = keys.map { $0.hasPrefix(indent) ? String($0.dropFirst(indent.count)) : $0 } }
    read(FrontMatter.entries(ofLines: keys, separator: isTOML ? "=" : ":"))
    tags = FrontMatter.tags(inLines: isTOML ? keys.map { $0.replacing("=", with: ":", maxReplacements: 1) } : keys)
  }

  private static func isMark(_ line: ArraySlice<UInt8>, _ mark: String) -> Bool {
    line.starts(with: mark.utf8) && line.dropFirst(mark.utf8.count).allSatisfy { $0.isBlank }
  }

  /// Whether a line may be one of YAML or TOML: empty, a comment, a key, or what belongs to one.
  private static func mayBeData(_ line: LineShape, isTOML: Bool) -> Bool {
    guard let first = line.content.first else { return true }
    if line.indent > 0 || "#-[]{}\"'".utf8.contains(first) { return true }
    if isTOML { return line.contains("=") }
    return line.contains(": ") || line.content.last == UInt8(ascii: ":")
  }

  /// Whether a text may have an anchor or an alias of YAML: a mark at the beginning of a word.
  private static func hasMark(_ mark: Character, _ text: String) -> Bool {
    var before: Character = " "
    for (sign, next) in zip(text, text.dropFirst()) {
      if sign == mark, !next.isWhitespace, before.isWhitespace || "[]{},:-?!".contains(before) { return true }
      before = sign
    }
    return false
  }

  /// Returns a title on one line, without white space and one pair of quotes at its ends; `nil` if nothing is left.
  private static func trimmed(_ title: String?) -> String? {
    guard let title else { return nil }
    var words = title.split { $0.isWhitespace }.joined(separator: " ")
    if let quote = words.first, quote == "\"" || quote == "'", words.last == quote, words.count > 1 {
      words = String(words.dropFirst().dropLast())
    }
    return words.isEmpty ? nil : words
  }

  /// Takes the title, the aliases and the properties from keys and their values.
  private mutating func read(_ entries: [FrontMatter.Entry]) {
    title =
      FrontMatter.trimmed(entries.first { $0.key == "title" && !$0.isItem }?.value)
      ?? FrontMatter.trimmed(entries.first { $0.key.lowercased() == "title" && !$0.isItem }?.value)
    for entry in entries {
      switch entry.key.lowercased() {
      case "tags", "tag", "taxonomies.tags": continue
      case "aliases", "alias":
        let names = entry.isItem ? [entry.value[...]] : entry.value.split(separator: ",")
        aliases += names.compactMap { FrontMatter.trimmed(String($0)) }
      default:
        guard properties.count < FrontMatter.most else {
          problem = problem ?? "the front matter has many keys: the first \(FrontMatter.most) are read"
          continue
        }
        properties.append(
          NoteProperty(key: entry.key, value: NoteName.trimmed(entry.value).cut(toBytes: FrontMatter.longestValue)))
      }
    }
    if aliases.count > FrontMatter.most { aliases.removeSubrange(FrontMatter.most...) }
  }
}
