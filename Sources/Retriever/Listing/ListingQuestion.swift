/// A question that the best few passages cannot answer: which notes, which lines in them, how many, or when.
///
///     Which notes mention Petra?    List all orders from Lab Nord.    How many incidents were there in 2026?
///     When was the car last inspected?    In welchen Notizen kommt Fumiko vor?
package struct ListingQuestion: Sendable, Hashable {
  /// What is asked for.
  package var kind: Listing.Kind
  /// Whether notes are asked for, not lines in them.
  package var asksForNotes: Bool
  /// Whether what is counted may be parts of one thing instead: "How many entries has the table?", "How many pages has
  /// the manual?"
  package var mayCountParts: Bool
  /// Whether the question says "all" or asks for notes, so that it can mean nothing else. "Which strings do I need?"
  /// may be answered by one sentence.
  package var isExplicit: Bool
  /// Whether every line with the words is asked for, not a list of one kind of thing: "everything about Brandt".
  package var asksForEverything: Bool
  /// Whether tasks are asked for.
  package var asksForTasks: Bool
  /// Whether only unfinished tasks are asked for.
  package var isAboutUnfinished: Bool
  /// Whether any use of the words counts: "which meetings mention", "talked about".
  package var isMention: Bool
  /// Whether the words are tags: "which notes are tagged".
  package var isAboutTags: Bool
  /// Whether the earliest, latest or next is asked for.
  package var asksForDate: Bool { kind.isForDate }
  /// The words that say of what, in lower case, in order.
  package var words: [String]
  /// Those of them that name the things: "incidents" in "all incidents of Windfang".
  package var nouns: Set<String>

  /// Recognizes a question; `nil` if it is of another kind, or in a language whose forms are not known.
  ///
  /// - Parameters:
  ///   - isForced: Whether the user said that all is meant. Any question is then one for a list.
  ///   - isOfEvent: Whether it is about an event in a calendar, so that "When is the concert?" asks for the next.
  package init?(_ question: String, isForced: Bool = false, isOfEvent: Bool = false) {
    let question = question.drop(while: \.isWhitespace)
    let text = question.lowercased()[...]
    // A few words may not show their language, but the form does.
    let languages = Language.allCases.filter { ListingWords.of($0) != nil }
    let evident = Language.evident(in: String(question))
    guard evident.map(languages.contains) ?? true || isForced else { return nil }
    let readings = (evident.map { [$0] } ?? languages).compactMap { language in
      ListingWords.of(language).map { (language: language, forms: $0, form: Self.form(of: text, $0, isOfEvent)) }
    }
    let fallback = ListingWords.of(.english).map { (language: Language.english, forms: $0, form: Form?.none) }
    guard let (language, forms, found) = readings.first(where: { $0.form != nil }) ?? readings.first ?? fallback,
      let form = found ?? (isForced ? Form(kind: .list, end: text.startIndex) : nil)
    else { return nil }

    let said = Set(text.split { !$0.isLetter }.map(String.init))
    let rest = ListingTerms.words(of: text[form.end...]).map(String.init)
    // "which notes", "in which of my journal entries": before the first verb or preposition.
    let common = language.functionWords.union(forms.relations).subtracting(forms.notes)
    let named = rest.drop(while: common.contains)
    nouns = Set(named.prefix { !common.contains($0) })
    let head = named.prefix(Self.wordsOfHead)
    asksForNotes = !form.kind.isForDate && head.contains(where: forms.notes.contains)
    kind = form.kind
    isExplicit = form.isExplicit || asksForNotes || isForced
    isMention = !said.isDisjoint(with: forms.mentions)
    isAboutTags = asksForNotes && !said.isDisjoint(with: forms.tags)
    mayCountParts =
      kind == .count && asksForNotes && !isMention && !isAboutTags && head.allSatisfy { !forms.plainNotes.contains($0) }
    isAboutUnfinished = !said.isDisjoint(with: forms.unfinished)
    asksForTasks = !nouns.isDisjoint(with: forms.tasks)
    var dropped = isAboutTags ? forms.tags : forms.relations.union(forms.unfinished).union(forms.tasks)
    dropped.formUnion(forms.mentions)
    if asksForNotes { dropped.formUnion(forms.notes) }
    // The next dentist appointment: the entry says "Dentist".
    if kind == .next, let ofDays = DayWords.of(language) { dropped.formUnion(ofDays.events) }
    // A form with a gap, as "when … last", has words of the topic in it.
    let topic = form.hasGap ? question : question.dropFirst(form.length)
    dropped.formUnion(language.functionWords)
    words = ListingTerms.words(of: topic).filter { word in
      // The WHO, an IT budget.
      let isName = word.count > 1 && word.allSatisfy(\.isUppercase) && question.contains(where: \.isLowercase)
      return isName || !dropped.contains(word.lowercased())
    }
    .map { $0.lowercased() }
    let isOfEverything = words.count == 1 && !said.isDisjoint(with: forms.everything)
    asksForEverything = isOfEverything || isForced && found == nil
    guard !words.isEmpty || asksForTasks else { return nil }
  }

  /// The form of a question.
  private struct Form {
    var kind: Listing.Kind
    var end: String.Index
    var length = 0
    var isExplicit = false
    var hasGap = false
  }

  private static func form(of text: Substring, _ forms: ListingWords, _ isOfEvent: Bool) -> Form? {
    func match(_ patterns: [String]) -> Form? {
      for pattern in patterns {
        guard let regex = try? Regex<AnyRegexOutput>("(?:\(pattern))(?![\\p{L}\\p{N}])"),
          let range = text.prefixMatch(of: regex)?.range
        else { continue }
        return Form(
          kind: .list, end: range.upperBound, length: text[range].count, isExplicit: true,
          hasGap: pattern.contains(".*"))
      }
      return nil
    }
    if isOfEvent {
      guard var form = match(forms.soon) else { return nil }
      form.kind = .next
      return form
    }
    let kinds: [(Listing.Kind, [String])] = [
      (.latest, forms.latest), (.earliest, forms.earliest), (.next, forms.next), (.count, forms.counts),
      (.list, forms.lists),
    ]
    for (kind, patterns) in kinds {
      guard var form = match(patterns) else { continue }
      form.kind = kind
      form.isExplicit = kind == .list
      return form
    }
    guard var form = match([forms.which]) else { return nil }
    let which = text[..<form.end]
    form.isExplicit = false
    let common = Language.english.functionWords.union(forms.relations)
    let rest = ListingTerms.words(of: text[form.end...]).drop {
      common.contains(String($0)) && !forms.notes.contains(String($0))
    }
    // "which steps", "which old strains"; a verb ends the search, and "which command restarts the server" has one.
    for (noun, next) in zip(rest, rest.dropFirst() + [""]).prefix(wordsOfHead) {
      if forms.isPlural(noun, which), !["the", "a", "an", "my", "our", "your"].contains(next) { return form }
      if common.contains(String(noun)) { return nil }
    }
    return nil
  }

  /// The number of words after "which" among which the noun is looked for.
  private static let wordsOfHead = 3
}
