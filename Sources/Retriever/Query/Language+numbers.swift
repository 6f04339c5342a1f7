import Foundation

extension Language {
  /// The digits of each number from two to a hundred that is one word. "One" means other things too often.
  ///
  /// The words are those of Unicode's spell-out rules. Chinese and Japanese write numbers without separating words.
  var numberWords: [String: String] { Self.numberWords[self] ?? [:] }

  private static let numberWords: [Language: [String: String]] = {
    var numbers: [Language: [String: String]] = [:]
    for language in allCases where !language.functionWords.isEmpty {
      let formatter = NumberFormatter()
      formatter.locale = Locale(identifier: language.rawValue)
      formatter.numberStyle = .spellOut
      for number in 2...100 {
        // Unicode marks where a long word may be divided.
        let word = formatter.string(from: number as NSNumber)?.replacing("\u{AD}", with: "").lowercased()
        guard let word, !word.contains(" "), !language.functionWords.contains(word) else { continue }
        numbers[language, default: [:]][word] = String(number)
      }
    }
    return numbers
  }()
}
