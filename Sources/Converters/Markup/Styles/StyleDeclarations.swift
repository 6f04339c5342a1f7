/// What a rule, or an element's own attribute, says of how text looks (CSS 2.2, 4.1.8).
struct StyleDeclarations {
  struct Value {
    var text: String
    var isImportant: Bool
  }
  private(set) var values: [String: Value] = [:]

  var isEmpty: Bool { values.isEmpty }

  /// The properties that can hide text; others are not kept.
  private static let kept: Set<String> = [
    "display", "visibility", "opacity", "content-visibility", "font-size", "font", "color", "-webkit-text-fill-color",
    "background", "background-color", "background-image", "background-clip", "-webkit-background-clip", "position",
    "left", "right", "top", "bottom", "margin", "margin-left", "margin-top", "text-indent", "width", "height",
    "max-width", "max-height", "overflow", "overflow-x", "overflow-y", "clip", "clip-path", "transform", "scale",
    "translate", "filter", "zoom", "padding", "padding-top", "padding-bottom", "padding-left", "padding-right",
    "line-height",
  ]

  init() {}

  /// Reads `color: red; top: 0`.
  init(_ text: some StringProtocol) {
    for part in StyleText.split(Array(text.utf8), at: UInt8(ascii: ";")) {
      guard let colon = part.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = StyleText.string(part[..<colon])
      guard Self.kept.contains(name) else { continue }
      var value = StyleText.string(part[(colon + 1)...])
      let isImportant = value.hasSuffix("important")
      if isImportant { value = StyleText.string(Array(value.utf8.dropLast(9)).filter { $0 != UInt8(ascii: "!") }[...]) }
      if values[name].map({ isImportant || !$0.isImportant }) ?? true {
        values[name] = Value(text: value, isImportant: isImportant)
      }
    }
  }

  /// Adds what a later or stronger rule says.
  mutating func add(_ other: StyleDeclarations) {
    for (name, value) in other.values where values[name].map({ value.isImportant || !$0.isImportant }) ?? true {
      values[name] = value
    }
  }

  subscript(_ name: String) -> String? { values[name]?.text }

  /// A length in pixels; of parts of the window and of the element, as on a page of 1000 pixels.
  func length(_ name: String) -> Double? { self[name].flatMap { StyleText.length($0[...]) } }
}
