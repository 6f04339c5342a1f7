/// A format whose files become text by conversion.
public enum ForeignFormat: String, Sendable, CaseIterable {
  /// A format, or a family of them with one converter.
  case pdf, html, epub, docx, odt, pptx, xlsx, csv, notebook, subtitles
  /// Others of these.
  case rtf, mail, mailbox, calendar, contacts, chat, latex, asciidoc

  /// The file extensions, in lower case.
  public var extensions: [String] {
    switch self {
    case .pdf: ["pdf"]
    case .html: ["html", "htm", "xhtml"]
    case .epub: ["epub"]
    case .docx: ["docx"]
    case .odt: ["odt", "ods", "odp"]
    case .pptx: ["pptx"]
    case .xlsx: ["xlsx"]
    case .csv: ["csv", "tsv"]
    case .notebook: ["ipynb"]
    case .subtitles: ["srt", "vtt"]
    case .rtf: ["rtf"]
    case .mail: ["eml"]
    case .mailbox: ["mbox"]
    case .calendar: ["ics"]
    case .contacts: ["vcf"]
    case .chat: ["jsonl"]
    case .latex: ["tex"]
    case .asciidoc: ["adoc", "asciidoc"]
    }
  }

  /// Finds the format of a file by its name, or, of a message in a Maildir, by its folder; `nil` if it is none of
  /// these.
  public init?(path: String) {
    if Maildir.isMessage(path) {
      self = .mail
      return
    }
    guard let dot = path.lastIndex(of: "."), dot != path.startIndex,
      let format = Self.byExtension[path[path.index(after: dot)...].lowercased()]
    else { return nil }
    self = format
  }

  private static let byExtension = Dictionary(
    uniqueKeysWithValues: allCases.flatMap { format in format.extensions.map { ($0, format) } })
}
