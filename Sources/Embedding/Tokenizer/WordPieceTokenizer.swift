import Foundation

/// The tokenizer of BERT. Cleans text, lowercases it and strips accents unless the model is cased, splits at white
/// space and punctuation, and divides each word into the longest pieces in the vocabulary (Devlin et al.,
/// arXiv:1810.04805).
package struct WordPieceTokenizer: Tokenizer {
  /// The maximum number of Unicode scalars in a word. A longer one is one unknown token.
  static let longestWord = 100

  private let vocabulary: WordPieceVocabulary
  private let isCased: Bool

  package var count: Int { vocabulary.count }
  package var begin: Int32 { vocabulary.begin }
  package var end: Int32 { vocabulary.end }
  package var digest: String { vocabulary.digest }

  init(_ vocabulary: WordPieceVocabulary, isCased: Bool = false) {
    self.vocabulary = vocabulary
    self.isCased = isCased
  }

  package func isUnread(_ id: Int32) -> Bool { vocabulary.unread.contains(id) }

  package func ids(of text: String) -> [Int32] {
    var text = text
    return text.withUTF8 { bytes in
      var ids: [Int32] = []
      ids.reserveCapacity(bytes.count / 4 + 2)
      vocabulary.special.split(bytes) {
        append($0, to: &ids)
      } token: {
        ids.append($0)
      }
      return ids
    }
  }

  private func append(_ bytes: UnsafeBufferPointer<UInt8>, to ids: inout [Int32]) {
    var word = Word()
    if bytes.allSatisfy({ $0 < 0x80 }) {
      for byte in bytes { take(ASCIIClass.table[Int(byte)], byte, &word, &ids) }
    } else {
      let text = String(decoding: bytes, as: UTF8.self)
      for scalar in folded(text) { take(scalar, &word, &ids) }
    }
    end(&word, &ids)
  }

  // MARK: words

  /// The word being read.
  private struct Word {
    var bytes: [UInt8] = []
    /// The number of Unicode scalars, which the limit counts.
    var scalars = 0
  }

  private func take(_ kind: ASCIIClass, _ byte: UInt8, _ word: inout Word, _ ids: inout [Int32]) {
    switch kind {
    case .letter:
      word.bytes.append(byte)
      word.scalars += 1
    case .upper:
      word.bytes.append(isCased ? byte : byte | 0x20)
      word.scalars += 1
    case .space: end(&word, &ids)
    case .punctuation:
      end(&word, &ids)
      word.bytes.append(byte)
      word.scalars = 1
      end(&word, &ids)
    case .dropped: break
    }
  }

  private func take(_ scalar: Unicode.Scalar, _ word: inout Word, _ ids: inout [Int32]) {
    if scalar.isASCII { return take(ASCIIClass.table[Int(scalar.value)], UInt8(scalar.value), &word, &ids) }
    if scalar.properties.isWhitespace { return end(&word, &ids) }
    let standsAlone = ScalarClass.isPunctuation(scalar) || ScalarClass.isIdeograph(scalar)
    if standsAlone { end(&word, &ids) }
    word.bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
    word.scalars += 1
    if standsAlone { end(&word, &ids) }
  }

  private func end(_ word: inout Word, _ ids: inout [Int32]) {
    defer {
      word.bytes.removeAll(keepingCapacity: true)
      word.scalars = 0
    }
    guard word.scalars > 0 else { return }
    guard word.scalars <= Self.longestWord else { return ids.append(vocabulary.unknown) }
    let count = ids.count
    word.bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while start < bytes.count {
        guard let piece = vocabulary.longestPiece(in: bytes, from: start, continues: start > 0) else {
          ids.removeSubrange(count...)
          return ids.append(vocabulary.unknown)
        }
        ids.append(piece.id)
        start = piece.end
      }
    }
  }

  // MARK: normal form

  /// Drops control characters and, unless the model is cased, decomposes canonically, strips accents and lowercases, in
  /// the order of the reference.
  private func folded(_ text: String) -> String.UnicodeScalarView {
    var cleaned = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !ScalarClass.isDropped(scalar) { cleaned.append(scalar) }
    if isCased { return cleaned }
    var folded = String.UnicodeScalarView()
    for scalar in String(cleaned).inNormalForm(\.decomposedStringWithCanonicalMapping).unicodeScalars {
      if scalar.properties.generalCategory == .nonspacingMark { continue }
      for lower in scalar.properties.lowercaseMapping.unicodeScalars { folded.append(lower) }
    }
    return folded
  }
}

/// The tokenizer's classes of ASCII characters.
private enum ASCIIClass {
  case letter, upper, space, punctuation, dropped

  static let table: [ASCIIClass] = (0..<128).map { (value: UInt8) in
    switch value {
    case 9, 10, 13, 32: .space
    case 0..<32, 127: .dropped
    case 33...47, 58...64, 91...96, 123...126: .punctuation
    case 65...90: .upper
    default: .letter
    }
  }
}

/// The tokenizer's classes of other characters.
private enum ScalarClass {
  static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\t" || scalar == "\n" || scalar == "\r" { return false }
    if scalar.value == 0 || scalar.value == 0xFFFD { return true }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse: return true
    default: return false
    }
  }

  static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      true
    default: false
    }
  }

  /// Whether a scalar is in a block that the reference splits into single characters; Hangul and kana are not.
  static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0x20000...0x2A6DF, 0x2A700...0x2B73F, 0x2B740...0x2B81F, 0x2B820...0x2CEAF,
      0xF900...0xFAFF, 0x2F800...0x2FA1F:
      true
    default: false
    }
  }
}
