/// Folders of mail with a file for each message (Maildir, cr.yp.to/proto/maildir.html).
///
/// A message has no file extension: its name begins with the time of its delivery, as in
/// `1700000000.M20046P2137.host:2,S`, where the letters after `:2,` say whether it was read or answered. It is in the
/// folder `new` until it was seen, then in `cur`; what is in `tmp` is not complete.
public enum Maildir {
  /// Whether a path is that of a message: `INBOX/cur/1700000000.M20046P2137.host:2,S`.
  public static func isMessage(_ path: some StringProtocol) -> Bool {
    guard let slash = path.lastIndex(of: "/") else { return false }
    let folder = path[..<slash]
    guard folder.hasSuffix("cur") || folder.hasSuffix("new") else { return false }
    let before = folder.dropLast(3).last
    return (before == nil || before == "/") && hasName(ofMessage: path[path.index(after: slash)...])
  }

  /// Whether the message with this path has the mark `T`: a mail program will delete it.
  public static func isTrashed(_ path: some StringProtocol) -> Bool { marks(of: path)?.contains("T") == true }

  /// Whether a file in `cur` or `new` is a message: `1700000000.M20046P2137.host`, or any name with marks.
  public static func hasName(ofMessage name: some StringProtocol) -> Bool {
    guard name.first != "." else { return false }
    let time = name.prefix { ("0"..."9").contains($0) }
    // After the time come what is unique to the message, and the host.
    let parts = name.dropFirst(time.count)
    if digits.contains(time.count), parts.first == "." || parts.first == "_",
      parts.count(where: { $0 == "." }) > 1
    {
      return true
    }
    return marks(of: name) != nil
  }

  /// Returns the marks of a message if its name has a place for them: `S` if it was read, `T` if it will be deleted.
  private static func marks<Name: StringProtocol>(of name: Name) -> Name.SubSequence? {
    guard let comma = name.lastIndex(of: ",") else { return nil }
    let marks = name[comma...].dropFirst()
    // Where a name may have no colon, programs write another character.
    let isMarked = [":2", "!2", ";2"].contains { name[..<comma].hasSuffix($0) }
    return isMarked && marks.allSatisfy { $0.isASCII && $0.isLetter } ? marks : nil
  }

  /// Seconds since 1970 have nine digits from 1973 on, and ten until 2286.
  private static let digits = 9...10
}
