/// A shell pattern as git's `wildmatch.c` reads it with `WM_PATHNAME`: `*` and `?` do not match `/`, `**` between
/// slashes does, `[…]` supports ranges, negation with `!` or `^`, and POSIX class names.
///
/// Matched as a nondeterministic automaton that tracks all reachable steps for each byte of a path (Thompson 1968). So
/// the time is at most the product of both lengths, for any pattern.
struct Wildcard: Sendable {
  private enum Step: Sendable {
    /// One byte of the set.
    case one(ByteSet)
    /// Any bytes but `/`.
    case star
    /// Any bytes.
    case doubleStar
    /// The beginning of `**/`, all of which may be skipped.
    case folders
    /// The end of `**/`: any bytes, then a `/`.
    case upToSlash
  }

  private static let slash = UInt8(ascii: "/")
  private static let backslash = UInt8(ascii: "\\")
  private static let asterisk = UInt8(ascii: "*")

  private var steps: [Step] = []
  /// The minimum number of bytes in a matching path.
  private var shortest = 0
  /// The literal bytes at the end of the pattern.
  private var ending: [UInt8] = []

  /// Compiles a pattern; returns `nil` if it matches nothing.
  ///
  /// The beginning of the pattern counts as after a slash.
  init?(_ pattern: ArraySlice<UInt8>) {
    var rest = pattern
    var isAfterSlash = true
    while let sign = rest.popFirst() {
      let isBounded = isAfterSlash
      isAfterSlash = false
      var literal: UInt8?
      switch sign {
      case UInt8(ascii: "?"):
        var bytes = ByteSet()
        bytes.invert()
        add(bytes)
      case UInt8(ascii: "["):
        guard let (bytes, behind) = CharacterClass.read(rest) else { return nil }
        add(bytes)
        rest = behind
      case Wildcard.asterisk:
        let stars = rest
        rest = rest.drop { $0 == Wildcard.asterisk }
        let endsFolder =
          rest.isEmpty || rest.first == Wildcard.slash || rest.starts(with: [Wildcard.backslash, Wildcard.slash])
        if rest.count == stars.count || !isBounded || !endsFolder {
          steps.append(.star)
        } else if rest.first == Wildcard.slash {
          rest = rest.dropFirst()
          isAfterSlash = true
          // A repetition adds nothing.
          if case .upToSlash = steps.last { continue }
          steps += [.folders, .upToSlash]
        } else {
          steps.append(.doubleStar)
        }
      case Wildcard.backslash:
        guard let escaped = rest.popFirst() else { return nil }
        literal = escaped
      default:
        literal = sign
      }
      guard let literal else {
        ending.removeAll()
        continue
      }
      var bytes = ByteSet()
      bytes.insert(literal)
      steps.append(.one(bytes))
      shortest += 1
      ending.append(literal)
      isAfterSlash = literal == Wildcard.slash
    }
  }

  /// Adds a step for one byte that is not a slash.
  private mutating func add(_ bytes: ByteSet) {
    var bytes = bytes
    bytes.remove(Wildcard.slash)
    steps.append(.one(bytes))
    shortest += 1
  }

  /// Whether the pattern matches the whole path.
  func matches(_ text: ArraySlice<UInt8>, _ meter: WorkMeter) throws(CancellationError) -> Bool {
    guard text.count >= shortest, text.suffix(ending.count) == ending[...] else { return false }
    // Whether each step, and the end, has been reached.
    var isReached = [Bool](repeating: false, count: steps.count + 1)
    isReached[0] = true
    skip(&isReached)
    for byte in text {
      try meter.add(steps.count + 1)
      guard read(byte, &isReached) else { return false }
      skip(&isReached)
    }
    return isReached[steps.count]
  }

  /// Reads a byte in each of the reached steps; returns whether any step is still reached.
  private func read(_ byte: UInt8, _ isReached: inout [Bool]) -> Bool {
    var isAny = false
    isReached[steps.count] = false
    for place in steps.indices.reversed() where isReached[place] {
      let (stays, goesOn) =
        switch steps[place] {
        case .one(let bytes): (false, bytes.contains(byte))
        case .star: (byte != Wildcard.slash, false)
        case .doubleStar: (true, false)
        case .folders: (false, false)
        case .upToSlash: (true, byte == Wildcard.slash)
        }
      isReached[place] = stays
      if goesOn { isReached[place + 1] = true }
      isAny = isAny || stays || goesOn
    }
    return isAny
  }

  /// Reaches the steps that need no further byte.
  private func skip(_ isReached: inout [Bool]) {
    for place in steps.indices where isReached[place] {
      switch steps[place] {
      case .one, .upToSlash: break
      case .star, .doubleStar: isReached[place + 1] = true
      case .folders:
        isReached[place + 1] = true
        isReached[place + 2] = true
      }
    }
  }
}
