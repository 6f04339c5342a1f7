/// The words that begin the headlines of tasks in an Org file: `* NEXT Water the roses` (the Org manual, section 5).
///
/// A file may name its own at its beginning: `#+SEQ_TODO: DRAFT REVIEW | PUBLISHED`. Those after the bar, or else the
/// last, are for tasks that are finished.
struct OrgKeywords {
  /// What the words stand for, as the mark of a `NoteTask`.
  private var marks = [
    "TODO": " ", "NEXT": " ", "WAITING": " ", "STARTED": " ", "DONE": "x", "CANCELLED": "-", "CANCELED": "-",
  ]

  private static let settings = ["#+todo:", "#+seq_todo:", "#+typ_todo:"]

  /// - Parameter lines: The lines of settings at the beginning of the file.
  init(of text: DocumentText, in lines: Range<Int>) throws(CancellationError) {
    for line in lines {
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
  }

  /// Returns the mark that a word stands for; `nil` if it is another word.
  func mark(of word: ArraySlice<UInt8>) -> String? { marks[String(decoding: word, as: UTF8.self)] }
}
