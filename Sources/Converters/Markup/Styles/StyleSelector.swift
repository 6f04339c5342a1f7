/// Which elements a rule is for: `td.note > #total`.
struct StyleSelector {
  /// What is said of one element.
  struct Part {
    var tag: String?
    var id: String?
    var classes: [String] = []
    var attributes: [(name: String, value: String?)] = []
    /// Whether the next part is for its children, and not for all inside.
    var isParent = false

    func matches(_ element: StyledElement) -> Bool {
      (tag == nil || tag == element.name) && (id == nil || id == element.id)
        && classes.allSatisfy(element.classes.contains)
        && attributes.allSatisfy { attribute in
          element.node.attribute(attribute.name).map { attribute.value == nil || $0 == attribute.value } ?? false
        }
    }
  }

  /// From the outermost to the element itself.
  private(set) var parts: [Part] = []

  var specificity: Int {
    parts.reduce(0) { sum, part in
      sum + (part.id == nil ? 0 : 10_000) + (part.classes.count + part.attributes.count) * 100
        + (part.tag == nil ? 0 : 1)
    }
  }

  /// What an element must have, by which rules are found.
  var key: String {
    guard let last = parts.last else { return "*" }
    return last.id.map { "#" + $0 } ?? last.classes.last.map { "." + $0 } ?? last.tag ?? "*"
  }

  /// Longer selectors, and those that name siblings or states, are not read.
  private static let longest = 300

  init?(_ text: ArraySlice<UInt8>) {
    var rest = text.drop { $0 <= 0x20 }
    while let last = rest.last, last <= 0x20 { rest.removeLast() }
    guard !rest.isEmpty, rest.count < Self.longest else { return nil }
    var part = Part()
    while let first = rest.first {
      switch first {
      case UInt8(ascii: "."), UInt8(ascii: "#"):
        rest = rest.dropFirst()
        let name = Self.name(&rest)
        guard !name.isEmpty else { return nil }
        if first == UInt8(ascii: ".") { part.classes.append(name) } else { part.id = name }
      case UInt8(ascii: "["):
        guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        let sides = rest[(rest.startIndex + 1)..<end].split(separator: UInt8(ascii: "="), maxSplits: 1)
        guard let name = sides.first.map({ StyleText.string($0) }), name.allSatisfy({ $0.isLetter || $0 == "-" }) else {
          return nil
        }
        let value = sides.count > 1 ? String(decoding: sides[1], as: UTF8.self).filter { $0 != "\"" && $0 != "'" } : nil
        part.attributes.append((name, value))
        rest = rest[(end + 1)...]
      case UInt8(ascii: "*"): rest = rest.dropFirst()
      case UInt8(ascii: ">"), 0...0x20:
        let sign = rest.prefix { $0 <= 0x20 || $0 == UInt8(ascii: ">") }
        part.isParent = sign.contains(UInt8(ascii: ">"))
        parts.append(part)
        part = Part()
        rest = rest.dropFirst(sign.count)
      default:
        let name = Self.name(&rest)
        guard !name.isEmpty, part.tag == nil, part.classes.isEmpty, part.id == nil else { return nil }
        part.tag = name.lowercased()
      }
    }
    parts.append(part)
  }

  private static func name(_ rest: inout ArraySlice<UInt8>) -> String {
    let name = rest.prefix { byte in
      byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte >= 0x80
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    rest = rest.dropFirst(name.count)
    return String(decoding: name, as: UTF8.self)
  }

  /// Whether the last of these elements, each inside the one before, is meant.
  func matches(_ elements: [StyledElement]) -> Bool {
    guard let own = elements.last, let last = parts.last, last.matches(own) else { return false }
    var left = parts.dropLast()
    var place = elements.count - 2
    while let part = left.last {
      guard place >= 0 else { return false }
      if part.matches(elements[place]) {
        left.removeLast()
      } else if part.isParent {
        return false
      }
      place -= 1
    }
    return true
  }
}
