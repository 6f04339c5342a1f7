public import ForeignFormats

extension ForeignFormat {
  /// Converts a file.
  ///
  /// - Parameters:
  ///   - readsScans: Whether text on pages that are pictures is recognized, if `tesseract` is installed.
  ///   - calendar: In which time zone the days of events are, and up to which day they are looked for.
  ///   - onStep: Called after each page of a format with pages.
  /// - Throws: `ConversionError`.
  public func conversion(
    of bytes: [UInt8], named name: String, readsScans: Bool = false, calendar: CalendarView = CalendarView(),
    onStep: () -> Void = {}
  ) throws -> Conversion {
    guard !bytes.isEmpty else { throw ConversionError.empty }
    let budget = TextBudget(size: bytes.count)
    var conversion = try TextBudget.$current.withValue(budget) {
      try written(from: bytes, named: name, readsScans: readsScans, calendar, onStep: onStep)
    }
    guard conversion.text.contains(where: { !$0.isWhitespace }) else { throw ConversionError.empty }
    budget.remark(on: conversion.text).map { conversion.remarks.append($0) }
    return conversion
  }

  private func written(
    from bytes: [UInt8], named name: String, readsScans: Bool, _ calendar: CalendarView, onStep: () -> Void
  ) throws -> Conversion {
    switch self {
    case .pdf: try PDFConverter.conversion(of: bytes, scans: readsScans ? TextRecognizer() : nil, onPage: onStep)
    case .html: try HTMLConverter.conversion(of: bytes)
    case .epub: try EPUBConverter.conversion(of: bytes)
    case .docx: try WordConverter.conversion(of: bytes)
    case .odt: try OpenDocumentConverter.conversion(of: bytes)
    case .pptx: try SlidesConverter.conversion(of: bytes)
    case .xlsx: try WorkbookConverter.conversion(of: bytes)
    case .csv: try TableConverter.conversion(of: bytes, isTabbed: name.lowercased().hasSuffix(".tsv"))
    case .notebook: try NotebookConverter.conversion(of: bytes)
    case .subtitles: try SubtitleConverter.conversion(of: bytes)
    case .rtf: try RTFConverter.conversion(of: bytes)
    case .mail: try MailConverter.conversion(of: bytes, isMailbox: false, calendar)
    case .mailbox: try MailConverter.conversion(of: bytes, isMailbox: true, calendar)
    case .calendar: try CalendarConverter.conversion(of: bytes, calendar)
    case .contacts: try ContactConverter.conversion(of: bytes, calendar)
    case .chat: try ChatConverter.conversion(of: bytes)
    case .latex: try LaTeXConverter.conversion(of: bytes)
    case .asciidoc: try AsciiDocConverter.conversion(of: bytes)
    }
  }
}
