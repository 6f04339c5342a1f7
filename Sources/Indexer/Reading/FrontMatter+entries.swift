import VectorStore
import Yams

extension FrontMatter {
  /// A key, one of its values, and whether it is an item of a list.
  typealias Entry = (key: String, value: String, isItem: Bool)

  /// The most properties and the most aliases of a note. More are data, not front matter.
  static let most = 1000
  /// The longest value kept of a property, in bytes.
  static let longestValue = 2000
  /// The longest key in bytes. Longer ones are data, and each value below has them all.
  private static let longestKey = 500
  /// How deep keys may be nested.
  private static let deepest = 8

  /// Returns the keys and values of a mapping; those of nested mappings under all keys that lead to them. A key without
  /// a value has an empty one.
  static func entries(of node: Node) -> [Entry] {
    var entries: [Entry] = []
    func add(_ node: Node, _ key: String, isItem: Bool, _ depth: Int) {
      guard depth < deepest, entries.count < 2 * most else { return }
      switch node {
      case .scalar(let scalar): entries.append((key, node.null != nil ? "" : scalar.string, isItem))
      case .sequence(let items):
        if items.isEmpty { entries.append((key, "", true)) }
        for item in items { add(item, key, isItem: true, depth + 1) }
      case .mapping(let pairs):
        for (name, value) in pairs {
          guard let name = name.scalar?.string, name.utf8.count <= longestKey else { continue }
          add(value, key.isEmpty ? name : "\(key).\(name)", isItem: isItem, depth + 1)
        }
      case .alias: break
      }
    }
    add(node, "", isItem: false, 0)
    return entries
  }

  /// Returns the keys and values of lines that could not be read otherwise: `status: done`.
  static func entries(ofLines lines: [String], separator: Character) -> [Entry] {
    var entries: [Entry] = []
    for line in lines where line.first.map({ $0.isLetter || $0 == "_" }) ?? false {
      guard let end = line.firstIndex(of: separator) else { continue }
      let rest = line[line.index(after: end)...]
      guard separator != ":" || rest.isEmpty || rest.first?.isWhitespace == true else { continue }
      var value = NoteName.trimmed(rest)
      if let quote = value.first, "\"'".contains(quote), value.last == quote, value.count > 1 {
        value = String(value.dropFirst().dropLast())
      }
      entries.append((NoteName.trimmed(line[..<end]), value, false))
    }
    return entries
  }

  /// Returns the tags of TOML, in `tags` or where Zola has them.
  static func tags(in entries: [TOMLReader.Entry]) -> [String] {
    entries.filter { ["tags", "tag", "taxonomies.tags"].contains($0.key.lowercased()) }.flatMap { entry in
      entry.isItem ? [entry.value] : entry.value.split { $0 == "," || $0.isWhitespace }.map(String.init)
    }
  }
}
