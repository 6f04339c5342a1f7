import VectorStore

/// A number with a unit of measure, as a note writes it: `20 min`, `4.5 bar`, `121 °C`, `€ 35`.
package struct Quantity: Sendable, Hashable {
  /// The number in digits, with a decimal point.
  package var number: String
  /// The unit in one spelling: `min` for minutes.
  package var unit: String

  /// Returns the quantities in a text, in order. A number with another word after it, as in 14 March, is none.
  package static func all(in text: String) -> [Quantity] {
    // A currency's sign may precede the number.
    text.matches(of: /([€$£¥])?\s?([0-9]+(?:[.,][0-9]+)*)(?:[\s-]?([%€$£¥]|°\s?[CF]?|\p{L}+))?/).compactMap { match in
      // The 12 in A-12 and the 03 in 2026-03-01 have no unit.
      let before = text[..<match.2.startIndex].last ?? " "
      let isOfWord = before.isLetter && !before.unicodeScalars.contains(where: KeywordText.isUnspaced)
      let isPart = isOfWord || before.isNumber || ".,-/:".contains(before)
      guard !isPart, let unit = match.1.map(String.init) ?? match.3.flatMap(Self.unit) else { return nil }
      return Quantity(number: plain(match.2), unit: unit)
    }
  }

  private static func unit(_ word: Substring) -> String? {
    let word = word.lowercased().filter { !$0.isWhitespace }
    return spellings[word] ?? unspaced.first { word.hasPrefix($0.key) }?.value
  }

  private static let unspaced = ["分钟": "min", "分間": "min", "小时": "h", "時間": "h", "公斤": "kg", "元": "¥", "円": "¥"]

  /// The unit of each spelling.
  private static let spellings: [String: String] = {
    let units = [
      "%": ["percent", "prozent"], "€": ["euro", "euros", "eur"], "$": ["dollar", "dollars", "usd"], "£": [], "¥": [],
      "°c": [], "°f": [], "°": ["degrees", "grad"], "s": ["sec", "secs", "second", "seconds", "sekunde", "sekunden"],
      "min": ["mins", "minute", "minutes", "minuten"],
      "h": ["hr", "hrs", "hour", "hours", "std", "stunde", "stunden"], "day": ["days", "tag", "tage", "tagen"],
      "week": ["weeks", "woche", "wochen"], "month": ["months", "monat", "monate", "monaten"],
      "year": ["years", "jahr", "jahre", "jahren"], "mg": ["milligram", "milligrams", "milligramm"],
      "g": ["gram", "grams", "gramm"], "kg": ["kilo", "kilos", "kilogram", "kilograms", "kilogramm"],
      "ml": ["millilitre", "millilitres", "milliliter", "milliliters"],
      "l": ["litre", "litres", "liter", "liters", "litern"], "mm": ["millimetre", "millimetres", "millimeter"],
      "cm": ["centimetre", "centimetres", "centimeter", "zentimeter"], "m": ["metre", "metres", "meter", "meters"],
      "km": ["kilometre", "kilometres", "kilometer", "kilometers"], "mile": ["miles"], "bar": [], "psi": [],
      "rpm": [], "v": ["volt", "volts"], "w": ["watt", "watts"], "kw": [], "kwh": [], "hz": [], "ppm": [],
    ]
    return units.reduce(into: [:]) { spellings, unit in
      for spelling in [unit.key] + unit.value { spellings[spelling] = unit.key }
    }
  }()

  /// Returns a number without thousands separators, with a decimal point and without zeros at its end.
  private static func plain(_ number: Substring) -> String {
    // 1,200 or 1.200,50: of two kinds of separators, the last is the decimal one. 0.125 has none for thousands.
    let isGrouped = number.first != "0" && number.wholeMatch(of: /[0-9]{1,3}(?:[.,][0-9]{3})+/) != nil
    guard !isGrouped, let point = number.lastIndex(where: { !$0.isNumber }) else { return number.filter(\.isNumber) }
    let whole = number[..<point].filter(\.isNumber)
    var fraction = number[point...].dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    return fraction.isEmpty ? whole : "\(whole).\(fraction)"
  }
}
