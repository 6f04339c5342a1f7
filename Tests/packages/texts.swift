import Foundation

// Prints what rag takes from Foundation, in every language. Tests/packages/icu-texts compares the lines.

let numbers = [0, 1, 2, 7, 11, 21, 42, 80, 99, 100, 1_234, 1_234_567]
let fractions = [0.0, 0.5, 0.333, 12.3456, 1234.5]
let sizes: [Int64] = [0, 1, 999, 1_000, 1_500_000, 91_000_000, 1_117_320_736]
let dates = [0.0, 951_782_400, 1_761_444_000, 1_774_746_000].map(Date.init(timeIntervalSince1970:))

for identifier in Locale.availableIdentifiers.sorted() {
  let locale = Locale(identifier: identifier)
  let names = DateFormatter()
  names.locale = locale
  let months = [names.monthSymbols, names.shortMonthSymbols, names.standaloneMonthSymbols, names.weekdaySymbols]
  print(identifier, months.compactMap { $0 })
  let words = NumberFormatter()
  words.locale = locale
  words.numberStyle = .spellOut
  print(identifier, numbers.map { words.string(from: $0 as NSNumber) ?? "-" })
  print(identifier, numbers.map { $0.formatted(.number.locale(locale)) })
  print(identifier, fractions.map { $0.formatted(.number.precision(.fractionLength(0...2)).locale(locale)) })
  print(identifier, fractions.map { $0.formatted(.percent.locale(locale)) })
  print(identifier, sizes.map { $0.formatted(.byteCount(style: .file).locale(locale)) })
  print(identifier, dates.map { $0.formatted(Date.FormatStyle(date: .long, time: .shortened, locale: locale)) })
  print(identifier, "İSTANBUL ΣΊΣΥΦΟΣ ẞ IJssel".lowercased(with: locale), "ıi ß ŉ ijssel".uppercased(with: locale))
}

// As rag does it, in the language that the environment names.
print(sizes.map { $0.formatted(.byteCount(style: .file)) }, fractions.map { $0.formatted() })
let day = Date.ISO8601FormatStyle(timeZone: .current).year().month().day()
print(dates.map { $0.formatted(.iso8601) }, dates.map { $0.formatted(day) })
var calendar = Calendar(identifier: .gregorian)
calendar.timeZone = .current
for date in dates {
  print(calendar.dateComponents([.year, .month, .day, .hour, .weekday], from: date))
  for unit in [Calendar.Component.day, .weekOfYear, .month, .year] {
    print(calendar.date(byAdding: unit, value: -3, to: date) as Any)
  }
}
for text in ["Ångström ﬁne ①", "e\u{301}tude Ⅷ ｶﾞ", "한글 각", "Việt Nam", "ﷺ", "İi̇"] {
  print(text.lowercased(), text.uppercased(), text.capitalized)
  let forms = [
    text.decomposedStringWithCanonicalMapping, text.precomposedStringWithCanonicalMapping,
    text.decomposedStringWithCompatibilityMapping, text.precomposedStringWithCompatibilityMapping,
  ]
  print(forms.map { $0.unicodeScalars.map(\.value) })
}
print(Decimal(string: "1,234.56", locale: Locale(identifier: "en_US_POSIX")) as Any)
