/// Separates a thought, `<think>…</think>`, at the beginning of a reply from the rest.
package struct ThoughtFilter {
  private static let opening = "<think>"
  private static let closing = "</think>"

  private enum Place {
    case beginning
    case thought
    case afterThought
    case answer
  }

  private var place = Place.beginning
  private var held = ""

  package init() {}

  /// Returns what one more piece of the reply adds to the thought and to the answer.
  package mutating func append(_ piece: String) -> (thought: String, answer: String) {
    held += piece
    var thought = ""
    while true {
      switch place {
      case .beginning:
        let text = held.drop(while: \.isWhitespace)
        if text.hasPrefix(Self.opening) {
          (place, held) = (.thought, String(text.dropFirst(Self.opening.count)))
        } else if Self.opening.hasPrefix(text) {
          return (thought, "")
        } else {
          place = .answer
        }
      case .thought:
        guard let end = held.firstRange(of: Self.closing) else {
          // The end of the piece may be the beginning of the closing tag.
          let kept = held.suffix(Self.closing.count - 1)
          thought += held.dropLast(kept.count)
          held = String(kept)
          return (thought, "")
        }
        thought += held[..<end.lowerBound]
        (place, held) = (.afterThought, String(held[end.upperBound...]))
      case .afterThought:
        held = String(held.drop(while: \.isWhitespace))
        guard !held.isEmpty else { return (thought, "") }
        place = .answer
      case .answer:
        defer { held = "" }
        return (thought, held)
      }
    }
  }

  /// Returns what was held back because it might have begun a thought, or ended it.
  package mutating func finish() -> (thought: String, answer: String) {
    defer { held = "" }
    return place == .beginning ? ("", held) : (place == .thought ? held : "", "")
  }
}
