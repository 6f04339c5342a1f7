import Foundation
import Yams

extension FrontMatter {
  /// Returns the tags in a mapping: a list, or words separated by commas or spaces; `nil` if YAML takes them for a
  /// comment, as in `tags: #work`.
  static func tags(in mapping: Node.Mapping) -> [String]? {
    var tags: [String] = []
    for (key, value) in mapping where isTagKey(key.scalar?.string ?? "") {
      for item in value.sequence.map(Array.init) ?? [value] {
        guard let text = item.scalar?.string else { continue }
        if item.null != nil {
          if text.isEmpty { return nil }
          continue
        }
        tags += value.sequence == nil ? words(of: text[...]) : items(of: text)
      }
    }
    return tags
  }

  /// Returns the tags of front matter that is not YAML, or in which YAML takes them for a comment.
  static func tags(inLines lines: [String]) -> [String] {
    var tags: [String] = []
    var isList = false
    for line in lines {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if isList, trimmed.hasPrefix("-") {
        tags += items(of: String(trimmed.dropFirst()))
      } else if let colon = line.firstIndex(of: ":"), isTagKey(String(line[..<colon])) {
        let rest = line[line.index(after: colon)...]
        // A `#` by itself begins a comment.
        tags += words(of: rest.filter { !"[]\"'".contains($0) }[...]).prefix { $0 != "#" }
        isList = rest.allSatisfy(\.isWhitespace)
      } else if !trimmed.isEmpty {
        isList = false
      }
    }
    return tags
  }

  private static func isTagKey(_ key: String) -> Bool {
    ["tags", "tag"].contains(key.lowercased())
  }

  private static func words(of text: Substring) -> [String] {
    text.split { $0 == "," || $0.isWhitespace }.map(String.init)
  }

  /// Returns the tags of a list item, which may contain spaces.
  private static func items(of text: String) -> [String] {
    text.split(separator: ",").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " \t\r\"'")) }
  }
}
