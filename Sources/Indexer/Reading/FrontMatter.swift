import Yams

/// The YAML between two lines of dashes at the beginning of a document.
struct FrontMatter: Sendable, Equatable {
  /// Its lines, including the dashes, from the document's first.
  var lines: Range<Int>
  /// The document's title, if it has one.
  var title: String?
  /// The document's tags, as written.
  var tags: [String]

  /// The maximum number of bytes read as YAML.
  private static let largest = 1 << 16

  /// Finds the front matter of a document.
  ///
  /// Invalid YAML is still front matter if its first line begins with a key; a title on a line of its own is found even
  /// there. Valid YAML that is not a mapping is treated as ordinary text.
  init?(in text: DocumentText) {
    guard text.lineCount > 2, FrontMatter.isMark(text.bytes[text.line(0)], "---") else { return nil }
    let start = text.lineStarts[1]
    var end = 1
    while true {
      guard end < text.lineCount, text.lineStarts[end] - start <= FrontMatter.largest else { return nil }
      let line = text.bytes[text.line(end)]
      if FrontMatter.isMark(line, "---") || FrontMatter.isMark(line, "...") { break }
      end += 1
    }
    lines = 0..<end + 1
    text.meter.count(text.lineStarts[end])
    let yaml = text.string(start..<text.lineStarts[end])
    let keys = (1..<end).map { String(decoding: text.shape($0).bytes, as: UTF8.self) }
    // Aliases can expand a short text to a tree of any size.
    let isPlain = !yaml.contains("&") || !yaml.contains("*")
    if isPlain, let node = try? Yams.compose(yaml: yaml) {
      guard let mapping = node.mapping else { return nil }
      title = FrontMatter.trimmed(mapping["title"]?.scalar?.string)
      tags = FrontMatter.tags(in: mapping) ?? FrontMatter.tags(inLines: keys)
      return
    }
    guard let first = keys.first, first.prefixMatch(of: /[\p{L}_][\p{L}\d_ -]*:(\s|$)/) != nil else { return nil }
    let line = keys.first { $0.lowercased().hasPrefix("title:") }
    title = FrontMatter.trimmed(line.map { String($0.dropFirst("title:".count)) })
    tags = FrontMatter.tags(inLines: keys)
  }

  private static func isMark(_ line: ArraySlice<UInt8>, _ mark: String) -> Bool {
    line.starts(with: mark.utf8) && line.dropFirst(mark.utf8.count).allSatisfy { $0.isBlank }
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
}
