import ForeignFormats

/// Converts contacts (vCard 2.1 to 4.0): a section for each.
enum ContactConverter {
  private static let labels = [
    "TEL": "Phone", "EMAIL": "Mail", "BDAY": "Birthday", "ANNIVERSARY": "Anniversary", "TITLE": "Title", "ROLE": "Role",
    "URL": "Web", "NICKNAME": "Nickname", "NOTE": "Note", "CATEGORIES": "Categories", "ORG": "Organization",
    "ADR": "Address", "IMPP": "Chat", "RELATED": "Related", "LANG": "Language",
  ]
  /// Parameters that say nothing to a person.
  private static let silentTypes: Set<String> = ["internet", "pref", "voice", "x-internet", "utf-8", "text", "uri"]

  /// How many years before the last day of a view birthdays are on days: forty, of which ten are to come.
  private static let years = 40

  static func conversion(of bytes: [UInt8], _ view: CalendarView) throws -> Conversion {
    var writer = MarkdownWriter()
    var contact: [ContentLine] = []
    var count = 0
    var isOpen = false
    for line in ContentLine.lines(of: try DecodedText.string(of: bytes, declaredBy: /(?i);CHARSET=([\w-]+)/)) {
      if line.name == "BEGIN" {
        contact = []
        isOpen = true
      } else if line.name == "END" {
        if line.value.uppercased().hasPrefix("VCARD") {
          write(contact, view, to: &writer)
          count += 1
        }
        contact = []
        isOpen = false
      } else {
        contact.append(line)
      }
    }
    if isOpen, !contact.isEmpty {
      write(contact, view, to: &writer)
      count += 1
    }
    guard count > 0 else { throw ConversionError.damaged("it has no contacts") }
    writer.hasLaterOccurrences = !writer.occurrences.isEmpty
    return writer.conversion(remarks: isOpen ? ["the file is cut off"] : [])
  }

  private static func write(_ contact: [ContentLine], _ view: CalendarView, to writer: inout MarkdownWriter) {
    func first(_ name: String) -> ContentLine? { contact.first { $0.name == name } }
    let parts = first("N")?.parts ?? []
    // Family name, given name, additional names, title, suffix.
    let ordered = [3, 1, 2, 0, 4].compactMap { $0 < parts.count && !parts[$0].isEmpty ? parts[$0] : nil }
    let names: [String?] = [
      first("FN")?.text, ordered.joined(separator: " "), first("ORG")?.parts.first, first("EMAIL")?.text,
    ]
    let name = names.compactMap { $0.flatMap(MarkdownWriter.oneLine) }.first
    writer.heading(name ?? "(no name)", level: 1)
    for line in contact {
      guard let label = labels[line.name] else { continue }
      let isInParts = ["ADR", "ORG"].contains(line.name)
      let text = isInParts ? line.parts.filter { !$0.isEmpty }.joined(separator: ", ") : line.text
      guard let value = MarkdownWriter.oneLine(text) else { continue }
      var day = ["BDAY", "ANNIVERSARY"].contains(line.name) ? day(value) : nil
      // Apple's programs write some year if it is not known.
      if let known = day, let year = line.parameters["X-APPLE-OMIT-YEAR"], known.hasPrefix(year + "-") {
        day = String(known.dropFirst(year.count + 1))
      }
      let types = (line.parameters["TYPE"] ?? "").lowercased().split(separator: ",").filter {
        !silentTypes.contains(String($0))
      }
      let kind = types.isEmpty ? "" : " (\(types.joined(separator: ", ")))"
      writer.item("\(label)\(kind): \(day ?? String(withoutScheme(value)))")
      for day in day.map({ days(of: $0, view) }) ?? [] {
        writer.add(Occurrence(line: 0, days: day...day, kind: .anniversary), after: writer.lines.count)
      }
    }
    writer.endBlock()
  }

  /// Returns a birthday as in `1984-02-16`, or `02-16` if its year is not known: `19840216`, `1984-02-16`, `--0216`.
  private static func day(_ value: String) -> String? {
    guard value.prefix(while: { $0 != "T" }).allSatisfy({ $0.isASCII && $0.isNumber || $0 == "-" }) else { return nil }
    let hasYear = !value.hasPrefix("--")
    // A leap year has every day.
    let day = ClockTime(hasYear ? value : "1604" + value)?.day.description
    return hasYear ? day : day.map { String($0.dropFirst(5)) }
  }

  /// Returns the days of each year on which a birthday is.
  private static func days(of text: String, _ view: CalendarView) -> [Day] {
    guard let (year, month, day) = Day(text.count > 5 ? text : "1604-" + text)?.parts else { return [] }
    let last = view.lastDay.parts.year
    // Who was born on 29 February has birthday on the day before 1 March.
    return (max(year, last - years)...max(year, last)).map { Day(year: $0, month: month, day: day) ?? Day($0, 2, 28) }
  }

  private static func withoutScheme(_ value: String) -> Substring {
    for scheme in ["tel:", "mailto:"] where value.lowercased().hasPrefix(scheme) {
      return value.dropFirst(scheme.count)
    }
    return value[...]
  }
}
