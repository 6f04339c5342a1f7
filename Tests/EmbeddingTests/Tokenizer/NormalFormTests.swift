import Embedding
import Foundation
import TestSupport
import Testing

/// Foundation is the oracle: it normalizes a text as a whole.
struct NormalFormTests {
  private static let forms: [any KeyPath<String, String> & Sendable] = [
    \.decomposedStringWithCanonicalMapping, \.precomposedStringWithCanonicalMapping,
    \.decomposedStringWithCompatibilityMapping, \.precomposedStringWithCompatibilityMapping,
  ]

  /// Letters, marks that join them or are put in order, half-width kana, and letters and parts of Korean syllables.
  private static let parts = [
    "a", "é", "Ł", "ǿ", "ﬁ", "１", "鍵", "ｶ", "ﾞ", "か", "\u{3099}", "\u{301}", "\u{323}", "\u{307}", "\u{1100}",
    "\u{1161}", "\u{11A8}", "각", "가", "\u{9C7}", "\u{9BE}", "\u{1025}", "\u{102E}", "\u{344}", " ", "\n", "😀", "ﷺ",
  ]

  @Test(arguments: forms.indices, [1, 2, 3, 4])
  func theFormOfPiecesIsThatOfTheText(form: Int, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let text = (0..<4000).map { _ in Self.parts.randomElement(using: &generator) ?? "" }.joined()
    let found = text.inNormalForm(Self.forms[form])
    #expect(found.unicodeScalars.elementsEqual(text[keyPath: Self.forms[form]].unicodeScalars))
  }

  @Test func marksWithoutLettersEnd() {
    let found = String(repeating: "\u{344}", count: 20_000).inNormalForm(\.decomposedStringWithCanonicalMapping)
    #expect(found.utf8.elementsEqual(String(repeating: "\u{308}\u{301}", count: 20_000).utf8))
  }
}
