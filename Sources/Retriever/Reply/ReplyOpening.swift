/// How a reply begins that the model writes from the start.
enum ReplyOpening: Sendable, Hashable {
  /// It is not known yet.
  case open
  /// With `{"answer": "`, which was removed.
  case json
  /// With anything else.
  case text

  /// Finds out how a reply begins, and removes what is not part of the answer from it: white space, a code fence and
  /// the beginning of the object.
  mutating func read(_ reply: inout String, atEnd: Bool) {
    guard self == .open else { return }
    let trimmed = reply.drop(while: \.isWhitespace)
    switch Self.object(in: trimmed) {
    case .found(let rest): (self, reply) = (.json, String(rest))
    case .undecided where !atEnd: return
    case .undecided, .none: (self, reply) = (.text, String(trimmed))
    }
  }

  private enum Match {
    case found(rest: Substring)
    case undecided
    case none
  }

  private static func object(in reply: Substring) -> Match {
    var rest = reply
    if "```".hasPrefix(rest) { return .undecided }
    if rest.hasPrefix("```") {
      guard let end = rest.firstIndex(where: \.isNewline) else { return rest.count < 16 ? .undecided : .none }
      rest = rest[rest.index(after: end)...]
    }
    for sign in ["{", #""answer""#, ":", "\""] {
      rest = rest.drop(while: \.isWhitespace)
      guard rest.hasPrefix(sign) else { return sign.hasPrefix(rest) ? .undecided : .none }
      rest = rest.dropFirst(sign.count)
    }
    return .found(rest: rest)
  }
}
