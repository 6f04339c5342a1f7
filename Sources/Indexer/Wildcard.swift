/// Shell patterns as git's `wildmatch.c` reads them with `WM_PATHNAME`: `*` and `?` do not match `/`, `**` between
/// slashes does, `[…]` takes ranges, negation by `!` or `^` and the names of POSIX.
enum Wildcard {
  /// How a match ended.
  ///
  /// The two that abort tell outer loops that trying further to the right is in vain, which keeps the time polynomial.
  enum Outcome {
    case match, noMatch, abortAll, abortToDoubleStar
  }

  private static let slash = UInt8(ascii: "/")
  private static let backslash = UInt8(ascii: "\\")
  private static let star = UInt8(ascii: "*")

  static func matches(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Outcome {
    var pattern = pattern
    var text = text
    var previous: UInt8?
    while let sign = pattern.first {
      guard let byte = text.first ?? (sign == star ? 0 : nil) else { return .abortAll }
      switch sign {
      case UInt8(ascii: "?"):
        guard byte != slash else { return .noMatch }
        pattern = pattern.dropFirst()
      case UInt8(ascii: "["):
        guard let (isMatch, rest) = CharacterClass.match(pattern.dropFirst(), byte) else { return .abortAll }
        guard isMatch, byte != slash else { return .noMatch }
        pattern = rest
      case star:
        return matchStars(pattern, text, previous: previous)
      case backslash:
        guard pattern.dropFirst().first == byte else { return .noMatch }
        pattern = pattern.dropFirst(2)
      default:
        guard sign == byte else { return .noMatch }
        pattern = pattern.dropFirst()
      }
      previous = byte
      text = text.dropFirst()
    }
    return text.isEmpty ? .match : .noMatch
  }

  /// Matches a pattern that begins with stars; `previous` is what stands before them.
  private static func matchStars(
    _ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>, previous: UInt8?
  ) -> Outcome {
    let rest = pattern.drop { $0 == star }
    let isBounded =
      (previous ?? slash) == slash
      && (rest.isEmpty || rest.first == slash || rest.starts(with: [backslash, slash]))
    let crossesSlashes = pattern.count - rest.count > 1 && isBounded
    if crossesSlashes, rest.first == slash, matches(rest.dropFirst(), text) == .match { return .match }
    if rest.isEmpty { return !crossesSlashes && text.contains(slash) ? .abortToDoubleStar : .match }
    if !crossesSlashes, rest.first == slash {
      guard let next = text.firstIndex(of: slash) else { return .abortAll }
      return matches(rest, text[next...])
    }
    var text = text
    while let byte = text.first {
      let outcome = matches(rest, text)
      if outcome != .noMatch {
        if !crossesSlashes || outcome != .abortToDoubleStar { return outcome }
      } else if !crossesSlashes, byte == slash {
        return .abortToDoubleStar
      }
      text = text.dropFirst()
    }
    return .abortAll
  }
}
