extension Substring {
  /// Returns the longest prefix that fits, cut after the last paragraph, line, sentence or word in its second half.
  ///
  /// A prefix of a text that fits must fit too. Calls `fits` about twice for each doubling of the length that fits,
  /// never with much more than that, however long the text is.
  func longestPrefix(where fits: (Substring) async throws -> Bool) async throws -> Substring {
    let count = utf8.count
    var (low, high) = (0, Swift.min(count, 2048))
    while try await fits(prefix(utf8Count: high)) {
      if high == count { return self }
      (low, high) = (high, Swift.min(count, 2 * high))
    }
    while low + 1 < high {
      let middle = (low + high) / 2
      if try await fits(prefix(utf8Count: middle)) { low = middle } else { high = middle }
    }
    let piece = prefix(utf8Count: low)
    let half = piece.utf8.index(piece.startIndex, offsetBy: piece.utf8.count / 2)
    for separator in ["\n\n", "\n", ". ", " "] {
      if let found = piece.ranges(of: separator).last, found.upperBound > half { return self[..<found.upperBound] }
    }
    return piece
  }

  /// Returns the longest prefix of whole characters with at most this many bytes.
  func prefix(utf8Count: Int) -> Substring {
    var end = utf8.index(startIndex, offsetBy: utf8Count)
    while end > startIndex, String.Index(end, within: self) == nil { end = utf8.index(before: end) }
    return self[..<end]
  }
}

extension StringProtocol {
  /// The text without whitespace at either end.
  var trimmed: String {
    var text = drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
