/// The abbreviations and terms that an author of LaTeX defines with the packages glossaries, acro or acronym.
struct LaTeXGlossary {
  private struct Entry {
    var short, long: String
    /// The plural of the short form, if it is not that with an `s`.
    var plural: String?
  }

  private var entries: [String: Entry] = [:]
  /// The keys of those that were spelled out.
  private var written: Set<String> = []
  /// What a list of them says, in the order of their definitions.
  private var lines: [String] = []

  /// Reads the definition that a command begins, and returns whether it does begin one.
  mutating func define(by command: String, from reader: inout LaTeXReader) -> Bool {
    switch command {
    case "newacronym", "newabbreviation":
      _ = reader.option()
      add(reader.argument(), short: reader.argument(), long: reader.argument())
    case "acrodef":
      let key = reader.argument()
      add(key, short: reader.option() ?? key, long: reader.argument())
    case "DeclareAcronym", "newglossaryentry":
      let key = reader.argument()
      let fields = LaTeXReader.fields(of: reader.argument())
      guard let short = fields["short"] ?? fields["name"] else { return true }
      let (long, description) = (fields["long"] ?? "", fields["description"] ?? "")
      let plural = fields["short-plural-form"] ?? fields["plural"]
      add(key, Entry(short: short, long: long, plural: plural), description: description)
    default: return false
    }
    return true
  }

  /// Adds an abbreviation.
  mutating func add(_ key: String, short: String, long: String) { add(key, Entry(short: short, long: long)) }

  private mutating func add(_ key: String, _ entry: Entry, description: String = "") {
    entries[key] = entry
    let text = [entry.long, description].filter { !$0.isEmpty }.joined(separator: " – ")
    if !text.isEmpty { lines.append("\(entry.short): \(text)") }
  }

  /// Returns an abbreviation or term as a command writes it; `nil` if it is no such command or the key is not defined.
  mutating func text(by command: String, key: String) -> String? {
    guard let form = LaTeXCommands.abbreviations[command.lowercased()], let entry = entries[key] else { return nil }
    let isPlural = command.hasSuffix("pl") || command.hasSuffix("p") && command.lowercased().hasPrefix("ac")
    let isFull = form == .full || form == .usual && !written.contains(key)
    if form == .usual || form == .full { written.insert(key) }
    let short = isPlural ? entry.plural ?? entry.short + "s" : entry.short
    let long = isPlural ? entry.long + "s" : entry.long
    if entry.long.isEmpty || form != .long && !isFull { return short }
    return form == .long ? long : "\(long) (\(short))"
  }

  /// Returns the list if it was not written yet.
  mutating func takeList() -> [String] {
    defer { lines = [] }
    return lines
  }
}
