extension Facts {
  /// Returns the addresses in a text as written: URLs, email addresses, IP addresses and file paths.
  ///
  /// A note can make a model send the reader somewhere, so every character of an address must be right.
  package static func addresses(in text: String) -> [String] {
    text.split { $0.isWhitespace || separators.contains($0) }
      .map { word in
        var word = word.drop(while: marks.contains)
        while let last = word.last, marks.contains(last) { word.removeLast() }
        return String(word)
      }
      .filter(isAddress)
  }

  private static let separators: Set<Character> = Set("<>\"'`“”‘’()[]{}|,;")
  private static let marks: Set<Character> = Set(".:!?*_…")

  /// Whether a text contains an address, ignoring case and the scheme.
  static func text(_ text: String, holdsAddress address: String) -> Bool {
    func plain(_ text: String) -> String {
      text.lowercased().replacing(/[a-z][a-z0-9+.-]{0,31}:\/\/|www\.|mailto:/, with: "")
    }
    // A host name continues after a hyphen.
    func isWord(_ sign: Character?) -> Bool { sign.map { $0.isLetter || $0.isNumber || $0 == "-" } ?? false }
    let text = plain(text)
    var wanted = plain(address)
    while wanted.count > 1, wanted.hasSuffix("/") { wanted.removeLast() }
    return text.ranges(of: wanted).contains { range in
      !isWord(text[..<range.lowerBound].last) && !isWord(text[range.upperBound...].first)
    }
  }

  static func isAddress(_ word: String) -> Bool {
    // Most words are ruled out by their characters, without trying every form.
    let signs = word.utf8.reduce(into: (strong: 0, weak: 0)) { signs, byte in
      switch byte {
      case UInt8(ascii: "/"), UInt8(ascii: "@"), UInt8(ascii: "\\"): signs.strong += 1
      case UInt8(ascii: "."), UInt8(ascii: ":"): signs.weak += 1
      default: break
      }
    }
    guard signs.strong > 0 || signs.weak > 1 else { return false }
    return addressForms.contains { word.wholeMatch(of: $0) != nil }
  }

  /// Pages by scheme or `www`, or a host with a path; mail; IPv4 and IPv6; files from the root, the home or current
  /// folder, on a drive, or in a folder with an extension.
  private static var addressForms: [Regex<Substring>] {
    [
      /(?i)(?:[a-z][a-z0-9+.-]*:\/\/|www\.|mailto:)\S+/,
      /(?i)(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?\/\S*/,
      /(?i)[a-z0-9._%+-]+@(?:[a-z0-9-]+\.)+[a-z]{2,}/,
      /\d{1,3}(?:\.\d{1,3}){3}(?:[:\/]\S*)?/,
      /(?i)(?=.*[a-f].*|.*::.*)(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}/,
      /(?:~|\.{1,2})?\/[^\s\/]+\/\S+|~\/\S+|\.{1,2}\/\S+/,
      /(?i)[a-z]:\\\S+|\\\\\S+/,
      /(?i)[^\s\/]+(?:\/[^\s\/]+)*\/[^\s\/]+\.[a-z][a-z0-9]{0,4}/,
    ]
  }
}
