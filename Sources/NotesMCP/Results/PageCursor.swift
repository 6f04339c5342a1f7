import JSONSchema

/// A place at which a list or a text goes on, as the client gets it back: `120-3f9a2c01`.
///
/// The stamp tells of what it is a place: with another query, or after the note has changed, it is refused.
struct PageCursor: Equatable {
  /// The first element, or byte, of the next page.
  var offset: Int
  var stamp: String

  /// No list and no text is longer.
  private static let largestOffset = 1 << 40

  /// - Parameter subject: What is paged through.
  init(_ offset: Int, of subject: String) {
    self.offset = offset
    stamp = Self.stamp(of: subject)
  }

  /// Reads a cursor.
  ///
  /// - Throws: `ToolFailure` if it is not one of this subject.
  init(_ text: String, of subject: String) throws(ToolFailure) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let offset = Int(parts[0]), 0...Self.largestOffset ~= offset,
      parts[1] == Self.stamp(of: subject)
    else {
      throw ToolFailure(
        "The cursor does not continue this: the arguments or the notes have changed. Call again without it.")
    }
    (self.offset, stamp) = (offset, String(parts[1]))
  }

  var text: String { "\(offset)-\(stamp)" }

  /// FNV-1a in 32 bits: it tells subjects apart and need not resist anybody.
  static func stamp(of subject: String) -> String {
    let hash = subject.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return String(hash, radix: 16)
  }
}
