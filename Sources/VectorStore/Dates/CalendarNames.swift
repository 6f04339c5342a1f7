/// The names of months and weekdays in English, German, French, Spanish, Italian and Dutch, without accents.
package enum CalendarNames {
  /// Returns the number of a month, 1 to 12; `nil` if the word names none.
  package static func month(_ word: String) -> Int? { months[word] }

  /// Returns the number of a weekday, 1 for Monday to 7 for Sunday; `nil` if the word names none.
  package static func weekday(_ word: String) -> Int? { weekdays[word] }

  /// Whether a month's name is also an ordinary word: it needs more than itself to be a month.
  package static func isOrdinary(_ word: String) -> Bool {
    ["may", "march", "mars", "mar", "marzo", "mei"].contains(word)
  }

  private static let months = numbers([
    "january jan januar janner januari janvier janv enero gennaio gen",
    "february feb februar februari fevrier fevr febrero febbraio",
    "march mar marz maerz maart mars marzo mrz", "april apr avril avr abril aprile",
    "may mai mei mayo maggio", "june jun juni juin junio giugno", "july jul juli juillet juil julio luglio",
    "august aug augustus aout agosto ago", "september sep sept septembre septiembre settembre",
    "october oct oktober okt octobre octubre ottobre", "november nov novembre noviembre",
    "december dec dezember dez decembre diciembre dicembre",
  ])

  private static let weekdays = numbers([
    "monday montag lundi lunes lunedi maandag", "tuesday dienstag mardi martes martedi dinsdag",
    "wednesday mittwoch mercredi miercoles mercoledi woensdag", "thursday donnerstag jeudi jueves giovedi donderdag",
    "friday freitag vendredi viernes venerdi vrijdag", "saturday samstag sonnabend samedi sabado sabato zaterdag",
    "sunday sonntag dimanche domingo domenica zondag",
  ])

  private static func numbers(_ names: [String]) -> [String: Int] {
    var numbers: [String: Int] = [:]
    for (index, line) in names.enumerated() {
      for name in line.split(separator: " ") { numbers[String(name)] = index + 1 }
    }
    return numbers
  }
}
