import VectorStore
import Yams

extension FrontMatter {
  /// Returns what is wrong with YAML, and in which line of the file, as `line 3: a value with a colon needs quotes`.
  ///
  /// - Parameter lines: The lines of the front matter without the marks; the first is the file's second.
  static func reason(of error: any Error, in lines: [String]) -> String {
    switch error as? YamlError {
    case .scanner(let context, _, let mark, _), .parser(let context, _, let mark, _),
      .composer(let context, _, let mark, _):
      // The fault may be before the place at which nothing fits any more.
      let places = [mark.line, context?.mark.line, mark.line - 1].compactMap { $0 }.filter {
        lines.indices.contains($0 - 1)
      }
      for place in places {
        if let fault = fault(in: lines[place - 1]) { return "line \(place + 1): \(fault)" }
      }
      return "line \(min(mark.line, lines.count) + 1): \(expectation)"
    case .duplicatedKeysInMapping(let keys, _):
      guard let key = keys.min() else { return "a key is there twice" }
      let places = lines.indices.filter { Self.key(of: lines[$0]) == key }
      return (places.count > 1 ? "line \(places[1] + 2): " : "") + "the key \(key) is there twice"
    case .reader(_, let offset?, _, let yaml):
      return "line \(yaml.prefix(offset).count(where: \.isNewline) + 2): a character that YAML does not allow"
    default: return "it cannot be read"
    }
  }

  private static let expectation = "expected a key and its value, as in status: done"

  /// Returns the key that a line begins with, without quotes.
  private static func key(of line: String) -> String? {
    line.firstIndex(of: ":").map { NoteName.trimmed(line[..<$0]).trimmingQuotes }
  }

  /// Returns what is wrong with a line that YAML does not understand; `nil` if nothing is by itself.
  private static func fault(in line: String) -> String? {
    if line.prefix(while: \.isWhitespace).contains("\t") { return "it is indented with a tab; YAML needs spaces" }
    var rest = NoteName.trimmed(line)[...]
    guard !rest.isEmpty, rest.first != "#" else { return nil }
    let isItem = rest == "-" || rest.hasPrefix("- ")
    if isItem { rest = NoteName.trimmed(rest.dropFirst())[...] }
    if let end = rest.firstIndex(of: ":"), !["\"", "'", "[", "{"].contains(rest.first) {
      let after = rest[rest.index(after: end)...]
      guard after.isEmpty || after.first?.isWhitespace == true else { return "a space is missing after the colon" }
      rest = NoteName.trimmed(after)[...]
    } else if !isItem, !line.contains(":") {
      return expectation
    }
    guard let first = rest.first else { return nil }
    switch first {
    case "\"", "'":
      let marks = rest.count { $0 == first }
      return marks % 2 == 1 ? "a quote is not closed" : rest.last == first ? nil : "text follows a value in quotes"
    case "[", "{":
      let close: Character = first == "[" ? "]" : "}"
      if rest.count(where: { $0 == first }) != rest.count(where: { $0 == close }) { return "a bracket is not closed" }
      return "a value that begins with \(first) and is no list needs quotes"
    case "@", "`", "%", "*", "&", "!", "|", ">": return "a value that begins with \(first) needs quotes"
    default: return rest.contains(": ") || rest.last == ":" ? "a value with a colon needs quotes" : nil
    }
  }
}

extension String {
  /// The text without one pair of quotes around it.
  fileprivate var trimmingQuotes: String {
    guard let quote = first, "\"'".contains(quote), count > 1, last == quote else { return self }
    return String(dropFirst().dropLast())
  }
}
