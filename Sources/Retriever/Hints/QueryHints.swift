import Foundation
import VectorStore

/// What a query says of the notes that it is about, besides its words: their names, and their days.
struct QueryHints: Sendable {
  /// The days that the query names.
  var spans: [ClosedRange<Day>] = []
  /// The documents that it names, by id, and whether there can be no doubt.
  var named: [Int64: Bool] = [:]

  var isEmpty: Bool { spans.isEmpty && named.isEmpty }

  /// A name that more notes have names none of them, as "Index" and "README".
  private static let mostOfOneName = 3
  /// The most notes that a query can name.
  static let mostNamed = 4
  /// A shorter name of one word is too often a word of any text.
  private static let shortestName = 4
  /// How many days after a day people still write of it.
  private static let afterwards = 7

  /// Of the distance between a passage's score and 1, the share that is added for a note that the query names: without
  /// doubt, or perhaps; and for one that is about its days, or about days soon after them. A note about other days
  /// loses a share of its score. LoCoMo's questions with a date gain 3 points of nDCG@10 with these shares for dates, 2
  /// with half of them, and no more with larger ones.
  private static let bonus = (named: 0.2, maybeNamed: 0.05, dated: 0.5, datedLater: 0.15, elsewhen: -0.1)
  /// The share from which a passage is found for its name or its days, even if it has no word of the query.
  static let sure = 0.2
  /// The most days of a span whose notes are found without a word of the query.
  static let shortSpan = 31

  /// Finds the names and days of a query.
  static func read(_ query: String, in index: SearchIndex, where filter: SearchFilter) async throws -> QueryHints {
    var hints = QueryHints()
    hints.spans = DatePhrase.all(in: query, today: filter.today ?? Day(of: Date())).map(\.days)
    let candidates = NoteName.candidates(in: query)
    let byName = Dictionary(grouping: candidates, by: \.folded)
    let found = try await index.documents(called: Set(byName.keys))
    let holders = Dictionary(grouping: found, by: \.folded).mapValues { Set($0.map(\.document)).count }
    let words = NoteName.words(of: query)
    for name in found where holders[name.folded, default: 0] <= mostOfOneName {
      for candidate in byName[name.folded] ?? [] {
        guard let isSure = isNamed(name.written, by: candidate, in: words, query) else { continue }
        hints.named[name.document] = hints.named[name.document] == true || isSure
      }
    }
    // Where it names many, it is a text that happens to have their words.
    if hints.named.count > mostNamed { hints.named = hints.named.filter(\.value) }
    if hints.named.count > mostNamed { hints.named = [:] }
    return hints
  }

  /// Returns whether there can be no doubt that words of a query name a note; `nil` if they do not seem to.
  ///
  /// A name of several words does, one of a single word only if the query writes it as the note does, with a capital
  /// letter or a digit, or says that it is a note: the boiler note, die Notiz Heizung.
  private static func isNamed(
    _ name: String, by candidate: NoteName.Candidate, in words: [String], _ query: String
  ) -> Bool? {
    guard let place = candidate.words else { return candidate.folded.count > 2 }
    let beside =
      words[max(0, place.lowerBound - 2)..<place.lowerBound]
      + words[place.upperBound..<min(words.count, place.upperBound + 1)]
    let saysNote = beside.contains { noteWords.contains($0.lowercased()) } || query.contains("[[\(name)")
    if saysNote, place.count > 1 || !functionWords.contains(candidate.folded) { return true }
    if place.count > 1 {
      let own = candidate.folded.split(separator: " ").filter { !functionWords.contains(String($0)) && $0.count > 1 }
      return own.count > 1 ? true : own.contains { $0.count >= shortestName } ? false : nil
    }
    guard name.count >= shortestName, name.contains(where: { $0.isUppercase || $0.isNumber }),
      candidate.written == NoteName.words(of: name).joined(separator: " ")
    else { return nil }
    // The first word of a sentence has a capital letter anyway, and a year is a date.
    return place.lowerBound == 0 || name.allSatisfy(\.isNumber) ? nil : false
  }

  private static let noteWords: Set = [
    "note", "notes", "page", "pages", "file", "document", "notiz", "notizen", "seite", "datei", "dokument", "nota",
    "notas", "fichier", "fiche",
  ]
  private static let functionWords = Language.allCases.reduce(into: Set<String>()) { $0.formUnion($1.functionWords) }

  /// Whether passages were found for a query's names or days, and so need not have its words: what was asked for by its
  /// day, or by the name of its note, is in the notes.
  static func lead(to passages: [Passage], _ query: String, today: Day?) -> Bool {
    guard let most = passages.map(\.scoreParts.bonus).max(), most >= sure else { return false }
    let days = DatePhrase.all(in: query, today: today ?? Day(of: Date())).map(\.days)
    // Of the notes of a whole year, most are about something else.
    return days.isEmpty || days.contains { $0.upperBound.number - $0.lowerBound.number < shortSpan }
  }

  /// The days of notes that may get a bonus.
  var widened: [ClosedRange<Day>] { spans.map { $0.lowerBound...$0.upperBound.adding(days: Self.afterwards) } }

  /// Returns the share of the distance to 1 that a passage of a document gains.
  func bonus(of document: Int64, about days: ClosedRange<Day>?) -> Double {
    var bonus = 0.0
    if let isSure = named[document] { bonus = isSure ? Self.bonus.named : Self.bonus.maybeNamed }
    guard let days, !spans.isEmpty else { return bonus }
    if bonus == 0 { bonus = Self.bonus.elsewhen }
    for span in spans {
      if days.overlaps(span) {
        bonus = max(bonus, Self.bonus.dated)
      } else if days.lowerBound > span.upperBound,
        days.lowerBound <= span.upperBound.adding(days: Self.afterwards)
      {
        bonus = max(bonus, Self.bonus.datedLater)
      }
    }
    return bonus
  }
}
