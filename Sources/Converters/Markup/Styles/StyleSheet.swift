/// The rules of a page that can hide text.
struct StyleSheet {
  private struct Rule {
    var selector: StyleSelector
    var declarations: StyleDeclarations
    var order: Int
  }
  private var rules: [String: [Rule]] = [:]
  private var count = 0
  /// How many more rules are compared with elements: enough for any page, and an end for one that has no other.
  private var left = 3_000_000

  /// More rules are not read.
  private static let mostRules = 20_000
  /// Media queries are answered as on a screen of so many pixels.
  private static let screen = 1200.0

  var isEmpty: Bool { count == 0 }

  /// Reads the text of a `style` element.
  mutating func add(_ text: String) {
    var rest = Self.withoutComments(Array(text.utf8))[...]
    read(&rest, depth: 0)
  }

  /// Returns what the rules say of the last of these elements, each inside the one before.
  mutating func declarations(for elements: [StyledElement]) -> StyleDeclarations {
    var declarations = StyleDeclarations()
    guard count > 0, let own = elements.last else { return declarations }
    let keys = ["*", own.name] + own.classes.map { "." + $0 } + (own.id.map { ["#" + $0] } ?? [])
    var found: [Rule] = []
    for key in keys {
      guard let rules = rules[key] else { continue }
      guard left > 0 else { break }
      left -= rules.count
      found += rules.filter { $0.selector.matches(elements) }
    }
    found.sort { ($0.selector.specificity, $0.order) < ($1.selector.specificity, $1.order) }
    for rule in found { declarations.add(rule.declarations) }
    return declarations
  }

  // MARK: Reading

  private mutating func read(_ rest: inout ArraySlice<UInt8>, depth: Int) {
    while count < Self.mostRules {
      rest = rest.drop { $0 <= 0x20 || $0 == UInt8(ascii: ";") }
      guard let first = rest.first else { return }
      if first == UInt8(ascii: "}") {
        rest = rest.dropFirst()
        if depth > 0 { return }
        continue
      }
      let end = rest.firstIndex { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: ";") && first == UInt8(ascii: "@") }
      guard let end else { return }
      let head = rest[..<end]
      let isBlock = rest[end] == UInt8(ascii: "{")
      rest = rest[(end + 1)...]
      guard isBlock else { continue }
      if first == UInt8(ascii: "@"), depth < 4, Self.applies(StyleText.string(head)) {
        read(&rest, depth: depth + 1)
      } else {
        let block = Self.block(&rest)
        if first != UInt8(ascii: "@") { add(head, block) }
      }
    }
  }

  private mutating func add(_ head: ArraySlice<UInt8>, _ block: ArraySlice<UInt8>) {
    let declarations = StyleDeclarations(String(decoding: block, as: UTF8.self))
    guard !declarations.isEmpty else { return }
    for part in StyleText.split(Array(head), at: UInt8(ascii: ",")) where count < Self.mostRules {
      guard let selector = StyleSelector(part) else { continue }
      count += 1
      rules[selector.key, default: []].append(Rule(selector: selector, declarations: declarations, order: count))
    }
  }

  /// Takes what stands before the closing brace, without blocks inside.
  private static func block(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var depth = 1
    var end = rest.startIndex
    while end < rest.endIndex {
      if rest[end] == UInt8(ascii: "{") { depth += 1 }
      if rest[end] == UInt8(ascii: "}") { depth -= 1 }
      if depth == 0 { break }
      end += 1
    }
    defer { rest = rest[min(end + 1, rest.endIndex)...] }
    return rest[..<end].prefix { $0 != UInt8(ascii: "{") }
  }

  /// Whether the rules in a block such as `@media screen` count for one who reads the page.
  private static func applies(_ head: String) -> Bool {
    if head.hasPrefix("@layer") || head.hasPrefix("@supports") { return true }
    guard head.hasPrefix("@media") else { return false }
    return head.dropFirst(6).split(separator: ",").contains { query in
      let words = query.split { $0 == " " || $0 == "(" || $0 == ")" || $0 == ":" }
      guard !words.contains("print"), !words.contains("not"), !words.contains("speech") else { return false }
      let features = query.split(separator: "(").dropFirst()
      return features.allSatisfy { feature in
        let sides = feature.split(separator: ")").first?.split(separator: ":") ?? []
        guard sides.count == 2, let width = StyleText.length(sides[1].drop { $0 == " " }) else { return false }
        return sides[0].contains("min-width") ? width <= screen : sides[0].contains("max-width") && width >= screen
      }
    }
  }

  private static func withoutComments(_ text: [UInt8]) -> [UInt8] {
    var (kept, place): ([UInt8], Int) = ([], 0)
    kept.reserveCapacity(text.count)
    while place < text.count {
      if text[place] == UInt8(ascii: "/"), place + 1 < text.count, text[place + 1] == UInt8(ascii: "*") {
        place += 2
        while place < text.count, text[place] != UInt8(ascii: "/") || text[place - 1] != UInt8(ascii: "*") {
          place += 1
        }
        place += 1
      } else {
        kept.append(text[place])
        place += 1
      }
    }
    return kept
  }
}
