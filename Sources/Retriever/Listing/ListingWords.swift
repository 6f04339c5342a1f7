/// The words by which a question asks for all of something, in one language.
///
/// Only these forms are recognized; any other question is answered from the best passages. Each is a regular expression
/// for the beginning of the question in lower case.
struct ListingWords: Sendable {
  /// Words for notes: a question for them asks for notes, not for lines in them.
  var notes: Set<String>
  /// Those of them that mean nothing else: a table has entries, too.
  var plainNotes: Set<String>
  /// "list all", "show me every".
  var lists: [String]
  /// "how many", "how often".
  var counts: [String]
  /// "when did we last", "what is the latest".
  var latest: [String]
  /// "when did we first".
  var earliest: [String]
  /// "when is the next".
  var next: [String]
  /// "when is": asks for the next if it is of an event in a calendar.
  var soon: [String]
  /// "which": asks for all only if a noun in the plural follows.
  var which: String
  /// Whether a noun that follows "which" is a plural.
  var isPlural: @Sendable (_ noun: Substring, _ which: Substring) -> Bool
  /// Words that say how notes and things are related, not which.
  var relations: Set<String>
  /// Words that say that a note mentions something.
  var mentions: Set<String>
  /// Words that say that a note has a tag.
  var tags: Set<String>
  /// "Everything" and the like: not a list of one kind of thing.
  var everything: Set<String>
  /// Words for tasks.
  var tasks: Set<String>
  /// Words after which only unfinished tasks are meant.
  var unfinished: Set<String>

  /// The words of a language; `nil` if its questions are not recognized.
  static func of(_ language: Language) -> ListingWords? {
    switch language {
    case .english: english
    case .german: german
    default: nil
    }
  }

  private static let english = ListingWords(
    notes: words("notes entries pages files documents"), plainNotes: words("notes"),
    lists: [
      "(?:please )?(?:can you |could you )?(?:list|enumerate)(?: me)?(?: all| every| each| everything)?(?: of)?",
      "(?:please )?(?:can you |could you )?(?:show|give|tell|name|find|get)(?: me)?(?: a list of)?(?: all| every| each)(?: of)?",
      "(?:please )?(?:show|give)(?: me)? a list of", "(?:what|which|who) (?:are|were|is) (?:all|every)(?: of)?",
      "(?:what|which) all", "all(?: of)?",
      "what(?: else)? (?:is|are|do|must|should|have|has)\\b.* (?:still|left|open|unfinished|undone)",
    ],
    counts: ["how many", "how often", "count(?: all)?", "(?:what is|what's) the number of"],
    latest: [
      "when (?:was|were|is|are|did|has|have|had)\\b.* (?:last|latest|lately|recently|newest)(?: time)?\\b",
      "(?:what|which|who) (?:is|was|were|are) (?:the|our|my) (?:last|latest|most recent|newest)",
    ],
    earliest: [
      "when (?:was|were|is|are|did|has|have|had)\\b.* (?:first|earliest)(?: time)?\\b",
      "(?:what|which|who) (?:is|was|were|are) (?:the|our|my) (?:first|earliest|oldest)",
    ],
    next: [
      "when(?:'s|’s|(?: is| are| do| does| will)\\b.*?) (?:the |our |my )?(?:next|upcoming)\\b",
      "(?:what|which|who) (?:is|are) (?:the|our|my) (?:next|upcoming)",
    ],
    soon: ["when(?:'s|’s| is| are| does| do)"],
    which: "(?:in )?(?:which|what)",
    isPlural: { noun, _ in
      noun.hasSuffix("s") && !noun.hasSuffix("ss") && !noun.hasSuffix("us") && !noun.hasSuffix("is")
        || ["people", "children", "men", "women"].contains(noun)
    },
    relations: words(
      """
      all and another appear appears came come comes concern concerns contain contained containing contains cover covers deal deals \
      describe describes different discuss discusses do done each else ever every everything exist explain explains far first found from get gets give gives go \
      goes going gone got had happen happened has have include includes including item items keep keeps kept last \
      lately latest list listed made make makes mention mentioned mentioning mentions most names need needed needs \
      newest next note notes occur occurred of often oldest other people recent recently refer refers said say says show shows so \
      something speak speaks still talk talked talks take takes taken tell tells thing things time times took total \
      upcoming use used uses various want went with work works write
      """),
    mentions: words("about mention mentions mentioned mentioning refer refers speak speaks talk talks talked"),
    tags: words("tag tagged tags"),
    everything: words("everything anything"),
    tasks: words("task tasks todo todos to-do to-dos"),
    unfinished: words("still open unfinished pending undone left"))

  private static let german = ListingWords(
    notes: words("notizen einträge einträgen seiten dateien dokumente dokumenten"), plainNotes: words("notizen"),
    lists: [
      "(?:bitte )?(?:liste|zähle|zeige|zeig|nenne|nenn|gib|finde|such|suche)(?: mir| uns)?(?: bitte)? (?:alle[ns]?|jede[nrs]?)",
      "(?:was|welche|wer) (?:sind|waren) alle", "alle", "was\\b.* (?:noch|offen)",
    ],
    counts: ["wie ?viele?", "wie oft", "wie häufig"],
    latest: [
      "wann\\b.* (?:zuletzt|letzte[nrsm]?|neueste[nrsm]?|jüngste[nrsm]?)\\b",
      "(?:was|welche[rs]?|wer|wie) (?:ist|war|waren|sind|hieß|lautete)\\b.* (?:letzte[nrsm]?|neueste[nrsm]?|jüngste[nrsm]?)\\b",
    ],
    earliest: [
      "wann\\b.* (?:zuerst|erste[nrsm]?|erstmals|älteste[nrsm]?)\\b"
    ],
    next: [
      "wann\\b.* (?:nächste[nrsm]?|kommende[nrsm]?)\\b",
      "(?:was|welche[rs]?|wer) ist (?:die|der|das|mein|meine) nächste[rs]?",
    ],
    soon: ["wann (?:ist|sind|habe|haben|muss|müssen|findet|beginnt)"],
    which: "(?:in )?welche[nrs]?",
    isPlural: { _, which in which.hasSuffix("welche") || which.hasSuffix("welchen") },
    relations: words(
      """
      alle allem allen aller alles andere anderen aufgezählt auf brauche brauchen braucht dort enthalten enthält \
      erste ersten erster erwähne erwähnen erwähnt es gab gehen geht genannt genutzt gesagt ging gingen handeln \
      handelt häufig hier insgesamt jede jeden jeder jedes jüngste kam kamen komme kommen kommt letzte letzten \
      kommende letzter letztes mal nenne nennen nennt neueste nächste nächsten nächster nächstes notiz notizen nutzt oft sache sachen sagen sagt sprechen spricht stehen \
      verschiedene vor vorkommen vorkommt zuerst zuletzt älteste
      """),
    mentions: words("erwähnt erwähnen erwähne kommt kommen steht stehen handelt handeln spricht sprechen vor über"),
    tags: words("tag tags markiert getaggt schlagwort"),
    everything: words("alles"),
    tasks: words("aufgabe aufgaben todo todos to-do to-dos"),
    unfinished: words("noch offen offene offenen unerledigt unerledigte"))

  private static func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }
}
