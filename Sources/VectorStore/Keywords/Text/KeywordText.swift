import Embedding
import Foundation

/// Prepares text for SQLite's tokenizers, which split words at white space and punctuation and know nothing of scripts
/// written without spaces.
package enum KeywordText {
  /// Returns the text in NFKC (full-width `Ａ１` matches `A1`), with plain letters for those of `LatinLetters` and
  /// without variation selectors.
  package static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 != 0 && $0 < 0x80 }) { return text }
    var folded = String.UnicodeScalarView()
    // NFKC in two steps: the one-step form does not join half-width kana with their marks on Linux. Between them, ǿ is
    // an ø and an accent.
    for scalar in text.inNormalForm(\.decomposedStringWithCompatibilityMapping).unicodeScalars {
      switch scalar.value {
      case 0: folded.append(" ")
      case 0xFE00...0xFE0F, 0xE0100...0xE01EF: continue
      default:
        if let plain = LatinLetters.plain(scalar) {
          for letter in plain { folded.append(letter) }
        } else {
          folded.append(scalar)
        }
      }
    }
    return String(folded).inNormalForm(\.precomposedStringWithCanonicalMapping)
  }

  /// Returns the text as words of the indexes are compared: folded, in lower case and without accents.
  package static func plain(_ text: some StringProtocol) -> String {
    let folded = folded(String(text)).lowercased()
    if folded.utf8.allSatisfy({ $0 < 0x80 }) { return folded }
    let scalars = folded.inNormalForm(\.decomposedStringWithCanonicalMapping).unicodeScalars.filter {
      !(0x300...0x36F ~= $0.value)
    }
    return String(String.UnicodeScalarView(scalars)).inNormalForm(\.precomposedStringWithCanonicalMapping)
  }

  /// Returns text for the keyword indexes: runs of unspaced scripts become overlapping pairs of characters and the
  /// run's last character, so that each character of the run begins one word.
  ///
  /// `鍵を回す` becomes `鍵を を回 回す す`.
  package static func indexed(_ text: String) -> String {
    spacedOut(text, lastCharacter: true)
  }

  /// Returns the text of a query: as `indexed`, but without a run's last character, except in a run of one, which is a
  /// prefix.
  package static func queried(_ text: String) -> String {
    spacedOut(text, lastCharacter: false)
  }

  private static func spacedOut(_ text: String, lastCharacter: Bool) -> String {
    let text = folded(text)
    guard text.unicodeScalars.contains(where: isUnspaced) else { return text }
    var result = String.UnicodeScalarView()
    var run: [Unicode.Scalar] = []
    func append(_ word: Unicode.Scalar...) {
      for scalar in word { result.append(scalar) }
      result.append(" ")
    }
    func endRun() {
      guard let last = run.last else { return }
      result.append(" ")
      for (first, second) in zip(run, run.dropFirst()) { append(first, second) }
      if lastCharacter || run.count == 1 { append(last) }
      run.removeAll(keepingCapacity: true)
    }
    for scalar in text.unicodeScalars {
      if isUnspaced(scalar) {
        run.append(scalar)
      } else {
        endRun()
        result.append(scalar)
      }
    }
    endRun()
    return String(result)
  }

  /// Whether a token is a single character of an unspaced script, and thus searched as a prefix.
  package static func isSingleUnspaced(_ token: String) -> Bool {
    let scalars = token.unicodeScalars
    guard let first = scalars.first else { return false }
    return scalars.index(after: scalars.startIndex) == scalars.endIndex && isUnspaced(first)
  }

  /// Whether a character belongs to a script that does not separate words with spaces.
  ///
  /// Korean does, but attaches particles to its words, and is treated alike. Blocks of Unicode 15, without punctuation
  /// and digits.
  package static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x0E01 else { return false }
    return switch scalar.value {
    case 0x0E01...0x0E3A, 0x0E40...0x0E4E: true  // Thai
    case 0x0E81...0x0EBD, 0x0EC0...0x0ECE, 0x0EDC...0x0EDF: true  // Lao
    case 0x1000...0x103F, 0x1050...0x108F, 0x109A...0x109D: true  // Myanmar
    case 0x1780...0x17D3, 0x17D7, 0x17DC...0x17DD: true  // Khmer
    case 0x3005...0x3007, 0x3041...0x309F: true  // iteration marks, Hiragana
    case 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF: true  // Katakana
    case 0x3105...0x312F, 0x31A0...0x31BF: true  // Bopomofo
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD: true  // Han
    case 0xA9E0...0xA9EF, 0xA9FA...0xA9FE, 0xAA60...0xAA76, 0xAA7A...0xAA7F: true  // Myanmar, extended
    case 0xAC00...0xD7A3: true  // Hangul
    default: false
    }
  }
}
