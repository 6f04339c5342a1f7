import VectorStore

/// A question that only names other days than the one before it: "What do I have tomorrow?", then "And next week?".
enum DayFollowUp {
  /// Words beside the days.
  private static let words = Set(
    """
    and or but what about how then now the on in at for from to of s is was und oder was ist mit wie dann am im fur von \
    vom zum den dem der
    """
    .split { $0.isWhitespace }.map(String.init))

  /// Returns the earlier question with the days of the new one; `nil` if either is of another kind.
  static func question(_ text: String, after earlier: String, today: Day) -> String? {
    guard DayQuestion(text, today: today) == nil, let asked = DayQuestion(earlier, today: today) else { return nil }
    func phrases(_ tokens: [DateToken]) -> [DatePhrase] {
      DatePhrase.all(in: tokens, today: today, isFrench: false, tense: asked.isAhead ? .ahead : .past)
    }
    let (new, old) = (DateToken.tokens(of: text), DateToken.tokens(of: earlier))
    let named = phrases(new)
    guard named.count == 1, let days = named.first?.tokens,
      new.indices.allSatisfy({
        days.contains($0) || !new[$0].isWord && new[$0].number == nil || words.contains(new[$0].text)
      })
    else { return nil }
    var tokens = old
    tokens.replaceSubrange(phrases(old).first?.tokens ?? old.endIndex..<old.endIndex, with: new[days])
    let question = tokens.map(\.text).joined(separator: " ")
    return DayQuestion(question, today: today) == nil ? nil : question
  }
}
