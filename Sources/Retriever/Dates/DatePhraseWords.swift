/// The words that dates of a query are made of, in lower case and without accents.
enum DatePhraseWords {
  enum Unit: Sendable {
    case day, week, month, quarter, year
  }

  static let units: [String: Unit] = table([
    .day: "day days tag tage tagen jour jours dia dias 天 日",
    .week: "week weeks woche wochen semaine semaines semana semanas 周 週",
    .month: "month months monat monate monaten monats mois mes meses 月",
    .quarter: "quarter quarters quartal quartale quartalen quartals",
    .year: "year years jahr jahre jahren jahres an ans annee annees ano anos 年",
  ])

  static let numbers: [String: Int] = table([
    1: "a an one ein eine einem einer einen eines un une uno una 一", 2: "two couple zwei deux dos 二 两 兩",
    3: "three few drei trois tres 三", 4: "four vier quatre cuatro 四", 5: "five funf cinq cinco 五",
    6: "six sechs seis 六", 7: "seven sieben sept siete 七", 8: "eight acht huit ocho 八",
    9: "nine neun neuf nueve 九", 10: "ten zehn dix diez 十", 11: "eleven elf onze once", 12: "twelve zwolf douze doce",
  ])

  /// Words for a third of a time, and whether it must say of what: the start of March, but late March.
  static let edges: [String: (third: Int, needsOf: Bool)] = [
    "beginning": (1, true), "start": (1, true), "middle": (2, true), "end": (3, true), "early": (1, false),
    "mid": (2, false), "late": (3, false), "anfang": (1, false), "mitte": (2, false), "ende": (3, false),
  ]
  /// Words for one of several, from 1; −1 for the last.
  static let places: [String: Int] = table([
    1: "first erste ersten erster erstes erstem", 2: "second zweite zweiten zweiter zweites zweitem",
    3: "third dritte dritten dritter drittes drittem", 4: "fourth vierte vierten vierter viertes viertem",
    5: "fifth funfte funften funfter funftes funftem", -1: "last letzte letzten letzter letztes letztem",
  ])
  /// Words for the parts of a year or another time, and how many there are.
  static let portions: [String: Int] = table([
    4: "quarter quartal quartals", 2: "half halbjahr halbjahrs halbjahres halfte",
  ])
  /// The same as one letter: Q2, H1.
  static let letters = ["q": 4, "h": 2]
  static let weekends: Set = ["weekend", "wochenende"]
  /// Words between a part and its time: the first Monday in March.
  static let ofPeriod: Set = ["of", "in", "im", "des", "der", "vom", "von", "during"]

  /// Words before what is over: last week.
  static let last = words(
    """
    last past previous letzte letzten letzter letztes letztem vergangene vergangenen vergangener vergangenes vorige \
    vorigen voriger voriges vorigem
    """)
  /// Words before what is to come: next week.
  static let next = words("next kommende kommenden kommender kommendes nachste nachsten nachster nachstes nachstem")
  /// Words before what is now: this week.
  static let this = words("this diese diesen dieser dieses diesem cette ce cet esta este")
  /// Words after what is over: la semaine dernière, el mes pasado.
  static let behind = words("dernier derniere passe passee pasado pasada")

  /// The days from today that a word stands for.
  static let days: [String: Int] = [
    "today": 0, "yesterday": -1, "tomorrow": 1, "heute": 0, "gestern": -1, "vorgestern": -2, "hoy": 0, "ayer": -1,
    "anteayer": -2, "antier": -2, "tonight": 0, "ubermorgen": 2, "demain": 1,
  ]
  /// The same of two characters.
  static let chineseDays: [String: Int] = [
    "今天": 0, "昨天": -1, "前天": -2, "明天": 1, "今日": 0, "昨日": -1,
  ]
  /// German words before a "morgen" that is the morning.
  static let beforeMorning: Set = ["am", "vom", "jeden", "guten", "heute", "gestern"]
  /// The years from this one.
  static let chineseYears: [String: Int] = ["今年": 0, "去年": -1, "前年": -2, "明年": 1]

  /// Words before a year or a month: in 2025, im März.
  static let prepositions = words(
    """
    in of during since from by early late mid until before after year im vom seit jahr ende anfang mitte en de depuis \
    desde durante annee ano nel since 在 于
    """)

  /// Signs and words between the two ends of a span: 11 to 15 August.
  static let spans: Set = ["to", "until", "till", "bis", "-", "–", "到", "至", "au", "hasta"]
  /// Words before an end of a span: between the 14th and the 20th.
  static let articles: Set = ["the", "dem", "den", "der", "zum"]
  /// Words before a day of the month that has a dot: am 14.
  static let beforeOrdinals: Set = ["am", "vom", "dem", "den", "der", "zum", "bis", "und"]
  /// Words that may stand after a day of the month.
  static let afterOrdinals: Set = ["and", "und", "to", "bis", "until", "till", "at", "in"]
  /// Words between the two ends of a span that a word before it announces: between March and May.
  static let spanConjunctions: Set = ["and", "und", "et", "y", "和"]
  /// Words before a span whose ends a conjunction joins.
  static let between: Set = ["between", "zwischen", "entre"]
  /// Words before days of a month that a dash joins: on 3 - 5 August.
  static let beforeDays = spanStarts.union(["on", "am", "im", "in", "the", "den", "der"])
  /// Words between a week and one of its days: the week of 7 December.
  static let ofDate: Set = ["of", "vom", "du", "del"]
  /// Words between a week and its first day.
  static let startingOn: Set = ["starting", "beginning", "ab"]
  /// Signs after the number of a day: 7th, 7.
  static let ordinals: Set = ["st", "nd", "rd", "th", "er", "."]
  /// Words before a span.
  static let spanStarts: Set = ["between", "zwischen", "entre", "from", "von", "vom", "du", "de", "desde", "从", "從"]

  private static func words(_ text: String) -> Set<String> { Set(text.split { $0.isWhitespace }.map(String.init)) }

  private static func table<Value>(_ words: [Value: String]) -> [String: Value] {
    var table: [String: Value] = [:]
    for (value, names) in words {
      for name in names.split(separator: " ") { table[String(name)] = value }
    }
    return table
  }
}
