/// The words that begin the headlines of tasks in an Org file: `* NEXT Water the roses` (the Org manual, section 5).
///
/// A file may name its own at its beginning, as `DRAFT REVIEW | PUBLISHED`. Those after the bar, or else the last, are
/// for tasks that are finished.
struct OrgKeywords {
  /// What the words stand for, as the mark of a `NoteTask`.
  private var marks: [String: String] = [:]

  /// Those of a file that names none: Org's own, and those that its manual's examples add.
  private static let usual = [
    "TODO": " ", "NEXT": " ", "WAITING": " ", "STARTED": " ", "DONE": "x", "CANCELLED": "-", "CANCELED": "-",
  ]
  private static let settings = ["#+todo:", "#+seq_todo:", "#+typ_todo:"]
  /// The number of lines of a file in which its settings are looked for.
  private static let linesOfSettings = 100

  init(of text: DocumentText) throws(CancellationError) {
    for line in 0..<min(text.lineCount, Self.linesOfSettings) {
      let shape = try text.nextShape(line)
      guard let setting = Self.settings.first(where: { shape.beginsIgnoringCase(with: $0) }) else { continue }
      let words = shape.content.dropFirst(setting.utf8.count).split(whereSeparator: \.isBlank)
        // A key and what is logged may follow: WAIT(w@/!).
        .map { String(decoding: $0.prefix { $0 != UInt8(ascii: "(") }, as: UTF8.self) }
      let firstFinished = words.firstIndex(of: "|") ?? words.count - 1
      for (place, word) in words.enumerated() where word != "|" {
        marks[word] = place < firstFinished ? " " : word.uppercased().hasPrefix("CANCEL") ? "-" : "x"
      }
    }
    if marks.isEmpty { marks = Self.usual }
  }

  /// Returns the mark that a word stands for; `nil` if it is another word.
  func mark(of word: ArraySlice<UInt8>) -> String? { marks[String(decoding: word, as: UTF8.self)] }
}
