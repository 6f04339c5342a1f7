/// Says how an event repeats (RFC 5545, 3.3.10).
enum RecurrenceText {
  private static let units = [
    "SECONDLY": "second", "MINUTELY": "minute", "HOURLY": "hour", "DAILY": "day", "WEEKLY": "week", "MONTHLY": "month",
    "YEARLY": "year",
  ]
  private static let weekdays = [
    "MO": "Monday", "TU": "Tuesday", "WE": "Wednesday", "TH": "Thursday", "FR": "Friday", "SA": "Saturday",
    "SU": "Sunday",
  ]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// Returns a rule in words, as in `every 2 weeks on Monday and Friday until 2027-03-01`; one it cannot say, as it is.
  static func text(of rule: String) -> String {
    let parts = rule.split(separator: ";").compactMap { part -> (String, String)? in
      let sides = part.split(separator: "=", maxSplits: 1)
      return sides.count == 2 ? (sides[0].uppercased(), String(sides[1])) : nil
    }
    let values = Dictionary(parts, uniquingKeysWith: { first, _ in first })
    guard let unit = values["FREQ"].flatMap({ units[$0.uppercased()] }) else { return rule }
    let interval = values["INTERVAL"].flatMap(Int.init) ?? 1
    var text = interval > 1 ? "every \(interval) \(unit)s" : "every \(unit)"
    for (key, value) in parts {
      let list = value.split(separator: ",").map(String.init)
      switch key {
      case "BYDAY": text += " on " + joined(list.map(weekday))
      case "BYMONTHDAY":
        text += " on " + joined(list.map { $0 == "-1" ? "the last day" : "day \($0)" }) + " of the month"
      case "BYMONTH":
        text += " in " + joined(list.map { Int($0).flatMap { (1...12).contains($0) ? months[$0 - 1] : nil } ?? $0 })
      case "COUNT": text += Int(value).map { $0 > 0 ? ", \($0) times" : "" } ?? ""
      case "UNTIL": text += " until " + until(value)
      case "FREQ", "INTERVAL", "WKST": continue
      default: text += ", \(key) \(value)"
      }
    }
    return text
  }

  private static func until(_ value: String) -> String {
    guard let time = ClockTime(value) else { return value }
    return time.text + (!time.isWholeDay && value.hasSuffix("Z") ? " UTC" : "")
  }

  /// Returns a day of the week: of `-1FR`, `the last Friday`.
  private static func weekday(_ code: String) -> String {
    guard let name = weekdays[code.suffix(2).uppercased()] else { return code }
    switch code.dropLast(2) {
    case "": return name
    case "1", "+1": return "the first \(name)"
    case "2", "+2": return "the second \(name)"
    case "3", "+3": return "the third \(name)"
    case "-1": return "the last \(name)"
    case let place: return "\(name) number \(place)"
    }
  }

  private static func joined(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}
