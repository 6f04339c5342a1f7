import VectorStore

/// The words of questions for all that notes say of some days, in one language, in lower case without accents.
///
/// A question that has any other word asks for something else, and is answered from the best passages.
struct DayWords: Sendable {
  /// The first word of a question.
  var openings: Set<String>
  /// Words that say what of the days is asked for, of which a question has at least one: did, happened, planned.
  var activities: Set<String>
  /// Words of a question for what is over, among all of these. Without one, it is about what is to come.
  var past: Set<String>
  /// Words that say that what is to come was planned.
  var plans: Set<String>
  /// Words for what is to come, without days.
  var coming: Set<String>
  /// Words for the next alone.
  var next: Set<String>
  /// Words for appointments.
  var events: Set<String>
  /// Words for birthdays and anniversaries.
  var birthdays: Set<String>
  /// First words of a question about people, which is for their birthdays, or for those who wrote.
  var people: Set<String>
  /// Words that a question for birthdays may have besides, and those that it may not: "my birthday" is no contact's.
  var ofBirthdays, notOfBirthdays: Set<String>
  /// First words of a question that is answered with yes or no, and those of which it needs one: "Am I free?"
  var verbs, free: Set<String>
  /// Words of a question for a number, of which it needs all.
  var counts: Set<String>
  /// Words of a question that only names a longer time, and those of which it needs one unless it is about what is
  /// over: What is in week 49?
  var bare, within: Set<String>
  /// Words for mail.
  var messages: Set<String>
  /// Words of a question for those who wrote, of each of which it needs one: Who wrote to me?
  var writing, recipients: Set<String>
  /// Words of a question for messages that others wrote.
  var received: Set<String>
  /// Words for notes.
  var notes: Set<String>
  /// Words for tasks.
  var tasks: Set<String>
  /// Words after which the days of tasks are those by which they must be done.
  var due: Set<String>
  /// Words for tasks whose day has passed.
  var overdue: Set<String>
  /// All other words that a question may have.
  var common: Set<String>

  /// All words.
  var all: Set<String> {
    [
      activities, past, counts, plans, coming, next, events, birthdays, free, messages, notes, tasks, due, overdue,
      common,
    ]
    .reduce(into: openings) { $0.formUnion($1) }
  }

  /// Whether a text is about a birthday or an anniversary.
  static func areAboutBirthday(_ text: String) -> Bool {
    let words = Set(DateToken.tokens(of: text).map(\.text))
    return Language.allCases.contains { of($0)?.birthdays.isDisjoint(with: words) == false }
  }

  /// The words of a language; `nil` if its questions are not recognized.
  static func of(_ language: Language) -> DayWords? {
    switch language {
    case .english: english
    case .german: german
    default: nil
    }
  }

  private static let english = DayWords(
    openings: words(
      "what whats which show list tell give please anything everything any do did when am are is how who whos whose"),
    activities: words(
      """
      did do done doing happen happened happening happens going have had got been write wrote written planned plan plans \
      scheduled schedule on up coming upcoming finish finished complete completed record recorded log logged agenda \
      free busy get received
      """),
    past: words(
      "did was were had been happened wrote written emailed mailed done finished completed recorded logged went received"
    ),
    plans: words("plan planned scheduled"), coming: words("coming upcoming"), next: words("next"),
    events: words("event events appointment appointments calendar"),
    birthdays: words("birthday birthdays anniversary anniversaries"),
    people: words("who whos whose"), ofBirthdays: words("it"),
    notOfBirthdays: words("my our us need must should plan plans planned for did going"), verbs: words("am are is did"),
    free: words("free busy anything something any"),
    counts: words("how many"), bare: words("what whats is s are was were in the there"),
    within: words("in"),
    messages: words("mail mails email emails e message messages"), writing: words("wrote written emailed mailed"),
    recipients: words("me us"), received: words("get got received receive"),
    notes: words("note notes entry entries journal diary"),
    tasks: words("task tasks todo todos"), due: words("due deadline deadlines"), overdue: words("overdue"),
    common: words(
      """
      i we me us my our you all of the a an any anything some something there that are is be has will would am must \
      should need for at in to from between s else so go
      """))

  private static let german = DayWords(
    openings: words(
      "was welche welches zeig zeige liste nenne nenn gib bitte alles habe wann bin ist sind wie wer wessen"),
    activities: words(
      """
      gemacht getan tat machte mache machen tun passiert passierte geschah geschehen geschrieben schrieb notiert \
      notierte steht stand stehen geplant plane los war habe haben hab hatte hatten gibt gab erledigt erledigen gewesen \
      frei zeit bekommen erhalten
      """),
    past: words(
      """
      gemacht getan tat machte passiert passierte geschah geschehen geschrieben schrieb notiert notierte stand war \
      waren hatte hatten gab erledigt gewesen wurde wurden bekommen erhalten gemailt
      """),
    plans: words("geplant"), coming: words("demnachst"), next: words("nachste nachster nachstes"),
    events: words("termin termine kalender"),
    birthdays: words("geburtstag geburtstage hochzeitstag hochzeitstage jahrestag jahrestage"),
    people: words("wer wessen"), ofBirthdays: [],
    notOfBirthdays: words("mein meine meinen unser unsere uns muss geplant plane fur mache machen gemacht zu"),
    verbs: words("bin ist sind"), free: words("frei zeit etwas"),
    counts: words("wie viele"), bare: words("was ist sind war waren in im der"),
    within: words("in im"),
    messages: words("mail mails email emails e nachricht nachrichten"), writing: words("schrieb geschrieben gemailt"),
    recipients: words("mir uns"), received: words("bekommen erhalten"),
    notes: words("notiz notizen eintrag eintrage tagebuch"),
    tasks: words("aufgabe aufgaben todo todos"), due: words("fallig"), overdue: words("uberfallig"),
    common: words(
      """
      ich wir mir uns mein meine meinen unser unsere bin bist ist sind wird werden muss an vor am im in den dem der die \
      das es alle alles etwas fur zu so noch morgen abend vormittag nachmittag von vom aus zwischen hat
      """))

  /// Words of what only names other days than the question before it, and those of which it needs one.
  static let besideOtherDays = beforeOtherDays.union(
    words("what how the now on in at for from to of was wie am im fur von vom zum den dem der is are ist war"))
  static let beforeOtherDays = words("and or but then about und oder aber dann mit")

  private static func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }
}
