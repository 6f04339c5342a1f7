import Foundation
import LanguageModels
import Retriever

/// Formats counts and scores for printing.
enum Numbers {
  private static let plain = Locale(identifier: "en_US_POSIX")

  /// Returns a number with two decimal places, independent of the user's locale.
  static func short(_ value: Double) -> String {
    value.formatted(.number.precision(.fractionLength(2)).grouping(.never).locale(plain))
  }

  /// Returns a count with thousands separators.
  static func count(_ value: Int) -> String { value.formatted(.number.locale(Locale(identifier: "en_US"))) }

  /// `1 chunk`, `2,140 chunks`.
  static func count(_ value: Int, of thing: String) -> String { "\(count(value)) \(thing)\(value == 1 ? "" : "s")" }

  /// Returns a time to the minute, where the user is: `2026-03-14 09:05`.
  static func minute(_ date: Date) -> String {
    date.formatted(
      .verbatim(
        """
        \(year: .defaultDigits)-\(month: .twoDigits)-\(day: .twoDigits) \
        \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)
        """,
        locale: plain, timeZone: .current, calendar: Calendar(identifier: .gregorian)))
  }

  /// Returns the parts of a passage's score.
  static func parts(_ passage: Passage, ranking: Ranking) -> String {
    let parts = passage.scoreParts
    let cosine = parts.cosine.map { "cosine \(short($0))" } ?? "no cosine"
    let keyword =
      "keyword \(short(parts.keyword)) (bm25 stemmed \(short(parts.stemmed)), exact \(short(parts.exact)))"
    let sum =
      switch (ranking, parts.lead) {
      case (.vector, _): cosine
      case (.keyword, _), (.fused, nil): keyword
      case (.fused, let lead?):
        "\(ScoreFusion.cosineWeight) x lead \(short(lead)) (\(cosine)) + \(1 - ScoreFusion.cosineWeight) x \(keyword)"
      }
    let prose = parts.prose < 1 ? "\(short(parts.prose)) x (\(sum)), because footers or links contain the words" : sum
    let bonus =
      parts.bonus > 0
      ? ", raised by \(short(parts.bonus)) of the distance to 1 for its name or date"
      : parts.bonus < 0 ? ", lowered by \(short(-parts.bonus)) of it for its date" : ""
    let reranker = parts.reranker.map { "reranker \(short(Double($0)))  " } ?? ""
    return "\(reranker)score \(short(passage.score)) = \(prose)\(bonus)"
  }
}
