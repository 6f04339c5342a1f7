/// Removes a thought, `<think>…</think>`, from the beginning of a reply.
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

  /// Returns what one more piece of the reply adds to the answer.
  package mutating func append(_ piece: String) -> String {
    held += piece
    while true {
      switch place {
      case .beginning:
        let text = held.drop(while: \.isWhitespace)
        if text.hasPrefix(Self.opening) {
          (place, held) = (.thought, String(text.dropFirst(Self.opening.count)))
        } else if Self.opening.hasPrefix(text) {
          return ""
        } else {
          place = .answer
        }
      case .thought:
        guard let end = held.firstRange(of: Self.closing) else {
          held = String(held.suffix(Self.closing.count - 1))
          return ""
        }
        (place, held) = (.afterThought, String(held[end.upperBound...]))
      case .afterThought:
        held = String(held.drop(while: \.isWhitespace))
        guard !held.isEmpty else { return "" }
        place = .answer
      case .answer:
        defer { held = "" }
        return held
      }
    }
  }

  /// Returns what was held back because it might have begun a thought.
  package mutating func finish() -> String {
    defer { held = "" }
    return place == .beginning ? held : ""
  }
}
