/// Removes a code fence around JSON.
package struct FenceFilter {
  private var held = ""
  private var isFenced: Bool?

  package init() {}

  /// Returns what one more piece of the reply adds to the JSON.
  package mutating func append(_ piece: String) -> String {
    held += piece
    if isFenced == nil {
      let text = held.drop(while: \.isWhitespace)
      if text.hasPrefix("```") {
        guard let end = text.firstIndex(where: \.isNewline) else { return "" }
        held = String(text[text.index(after: end)...])
        isFenced = true
      } else if "```".hasPrefix(text) {
        return ""
      } else {
        isFenced = false
      }
    }
    guard isFenced == true else {
      defer { held = "" }
      return held
    }
    // Whether backticks close the fence is known when text follows them, or none.
    let end = held.lastIndex { !$0.isWhitespace && $0 != "`" }.map { held.index(after: $0) } ?? held.startIndex
    defer { held = String(held[end...]) }
    return String(held[..<end])
  }

  /// Returns what was held back and is no fence.
  package mutating func finish() -> String {
    defer { held = "" }
    return isFenced == true || held.contains("`") ? "" : held
  }
}
