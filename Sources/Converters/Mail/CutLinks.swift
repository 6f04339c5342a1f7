/// Links that a mail program broke into lines.
enum CutLinks {
  private static let schemes = ["http://", "https://", "ftp://", "ftps://", "www."]
  /// Programs break lines at 72 to 78 signs; shorter ones end where their author ended them.
  private static let shortestBroken = 65
  /// Of a link between angle brackets (RFC 3986, appendix C), at most so many lines are joined.
  private static let mostLines = 40

  /// Returns a text with them whole again, if it is certain what belongs to them.
  static func joined(_ text: String) -> String {
    guard schemes.contains(where: text.contains) else { return text }
    var rest = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    var lines: [String] = []
    while let line = rest.popFirst() {
      let count = bracketed(line, rest) ?? bare(line, rest)
      let more = rest.prefix(count).map { bareText($0) }
      rest = rest.dropFirst(count)
      lines.append(trimmedEnd(line, count > 0) + more.joined())
    }
    return lines.joined(separator: "\n")
  }

  /// How many lines a link goes on for that begins with an angle bracket in this one; `nil` if there is none.
  private static func bracketed(_ line: Substring, _ rest: ArraySlice<Substring>) -> Int? {
    guard let open = line.lastIndex(of: "<"), !line[open...].contains(">") else { return nil }
    let link = line[line.index(after: open)...].dropSpaces
    guard schemes.contains(where: link.hasPrefix), !link.contains(" ") else { return nil }
    for (number, next) in rest.prefix(mostLines).enumerated() {
      let part = bareText(next)
      guard !part.isEmpty, depth(of: next) == depth(of: line) else { return nil }
      if let close = part.firstIndex(of: ">") { return part[..<close].contains(" ") ? nil : number + 1 }
      if part.contains(" ") { return nil }
    }
    return nil
  }

  /// How many lines a link without brackets goes on for.
  private static func bare(_ line: Substring, _ rest: ArraySlice<Substring>) -> Int {
    var count = 0
    var last = line
    // The line's last word is a link, or what a link goes on with.
    guard let word = bareText(line).split(separator: " ").last, schemes.contains(where: word.hasPrefix) else {
      return 0
    }
    while last.utf8.count >= shortestBroken, let next = rest.dropFirst(count).first, depth(of: next) == depth(of: line),
      let first = bareText(next).split(separator: " ", maxSplits: 1).first,
      goesOn(first, isAlone: first.count == bareText(next).count, after: bareText(last))
    {
      count += 1
      guard first.count == bareText(next).count else { break }
      last = next
    }
    return count
  }

  /// Whether a word goes on with the link above it.
  private static func goesOn(_ word: Substring, isAlone: Bool, after link: Substring) -> Bool {
    guard !schemes.contains(where: word.hasPrefix),
      word.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"<>\"{}|\\^`".utf8.contains($0) })
    else { return false }
    // A sentence has none of these within a word.
    let inner = word.utf8.dropLast()
    if inner.contains(where: { "/=&%?#_~+".utf8.contains($0) }) { return true }
    let isCutAtSign = link.last.map { "=&%_?-".contains($0) } ?? false
    let isMixed = word.contains(where: \.isNumber) && word.contains(where: \.isLetter)
    return isAlone && (isMixed || isCutAtSign)
  }

  private static func depth(of line: Substring) -> Int {
    line.prefix { $0 == ">" || $0 == " " }.count { $0 == ">" }
  }

  /// A line without the marks of its quotation and the spaces around it.
  private static func bareText(_ line: Substring) -> Substring { trimmedEnd(line.drop { $0 == ">" || $0 == " " }) }

  private static func trimmedEnd(_ line: Substring) -> Substring {
    var line = line
    while let last = line.last, last.isWhitespace { line.removeLast() }
    return line
  }

  private static func trimmedEnd(_ line: Substring, _ isCut: Bool) -> String { String(isCut ? trimmedEnd(line) : line) }
}

extension Substring {
  fileprivate var dropSpaces: Substring { drop { $0 == " " } }
}
