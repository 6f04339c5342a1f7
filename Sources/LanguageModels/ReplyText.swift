/// Joins the bytes of a reply into text that can be shown, and ends it at a stop sequence.
///
/// Tokens of a model are byte strings: a token may end inside a character, and a stop sequence may span tokens. Bytes
/// that could still become either are held back until the next ones decide.
package struct ReplyText: Sendable {
  private let stopSequences: [[UInt8]]
  private var pending: [UInt8] = []
  /// Whether a stop sequence ended the text.
  package private(set) var isStopped = false

  /// Empty stop sequences are ignored.
  package init(stopSequences: [String] = []) {
    self.stopSequences = stopSequences.filter { !$0.isEmpty }.map { Array($0.utf8) }
  }

  /// Takes the bytes of one token and returns the text that they complete.
  package mutating func append(_ bytes: some Sequence<UInt8>) -> String {
    guard !isStopped else { return "" }
    pending.append(contentsOf: bytes)
    if let stop = firstStop() {
      isStopped = true
      pending.removeSubrange(stop...)
      return finish()
    }
    return take(min(stopFreeCount, completeCount))
  }

  /// Returns what was held back; bytes that never became a character are shown as U+FFFD.
  package mutating func finish() -> String {
    take(pending.count)
  }

  private mutating func take(_ count: Int) -> String {
    let text = String(decoding: pending[..<count], as: UTF8.self)
    pending.removeSubrange(..<count)
    return text
  }

  /// Returns where the earliest stop sequence begins, if there is one.
  private func firstStop() -> Int? {
    pending.indices.first { start in
      stopSequences.contains { pending[start...].starts(with: $0) }
    }
  }

  /// The number of bytes before a possible beginning of a stop sequence.
  private var stopFreeCount: Int {
    pending.indices.first { start in
      stopSequences.contains { $0.starts(with: pending[start...]) }
    } ?? pending.count
  }

  /// The number of bytes that form complete characters.
  ///
  /// A last character beyond ASCII is held back as well, since what follows may belong to it: a joiner, a skin tone, a
  /// flag's second half, a vowel sign.
  private var completeCount: Int {
    let scalars = pending.count - unfinishedScalarCount
    guard scalars > 0, pending[scalars - 1] >= 0x80 || pending[scalars - 1] == UInt8(ascii: "\r") else {
      return scalars
    }
    let last = String(decoding: pending[..<scalars], as: UTF8.self).last
    // Bytes decoded as U+FFFD may be shorter than its encoding, and nothing will complete them.
    guard let last, !last.unicodeScalars.contains("\u{FFFD}") else { return scalars }
    return scalars - last.utf8.count
  }

  /// The length of the unfinished scalar at the end, 0 to 3 bytes.
  ///
  /// Bytes that cannot begin a scalar are not held back.
  private var unfinishedScalarCount: Int {
    for length in 1...3 where length <= pending.count {
      let byte = pending[pending.count - length]
      switch byte {
      case 0x80...0xBF: continue
      case 0xC2...0xDF: return length < 2 ? length : 0
      case 0xE0...0xEF: return length < 3 ? length : 0
      case 0xF0...0xF4: return length < 4 ? length : 0
      default: return 0
      }
    }
    return 0
  }
}
