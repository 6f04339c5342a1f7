import CPoppler

extension PDFFile {
  /// A line of a page, and how it is printed.
  struct PrintedLine {
    var text: String
    /// The size of most of its letters, in points.
    var size: Double
    /// From the left and the top of the page, in points.
    var left, top, bottom: Double
    /// The part of the page, from 0: a column, or what is above or below columns.
    var part: Int
    /// How many of its letters are bold, from 0 to 1; those of code do not count.
    var boldShare: Double
    var isMonospaced: Bool
    /// Whether words stand apart in it, as in the row of a table.
    var isBroken: Bool

    var isMostlyBold: Bool { boldShare > 0.5 }
  }

  /// A word that ends in a hyphen, without it, and the one behind it.
  struct BrokenWord {
    var start, end: String
  }

  /// What a page says.
  struct PageText {
    /// The text in reading order; `nil` if the page is damaged.
    fileprivate(set) var text: String?
    /// The upright lines, part by part from the top.
    fileprivate(set) var lines: [PrintedLine] = []
    /// Where the text may lack a hyphen, since poppler drops those at the ends of lines.
    fileprivate(set) var brokenWords: [BrokenWord] = []
    /// Whether it has letters of a character set that this machine has no table for.
    fileprivate(set) var lacksLetters = false
  }

  /// Returns the text of a page, from 0, and on demand how its lines are printed.
  ///
  /// - Parameter marks: What poppler draws and nobody means.
  func text(ofPage number: Int, withLines: Bool = false, marks: [pdf_mark] = []) -> PageText {
    let found = Found()
    withExtendedLifetime(found) {
      found.page.lacksLetters = pdf_page_text(
        document, Int32(number), marks, marks.count,
        { text, count, found in
          guard let text, let found else { return }
          let bytes = UnsafeRawBufferPointer(start: text, count: count)
          Unmanaged<Found>.fromOpaque(found).takeUnretainedValue().page.text = String(decoding: bytes, as: UTF8.self)
        },
        Self.addBroken, withLines ? Self.add : nil, Unmanaged.passUnretained(found).toOpaque())
    }
    return found.page
  }

  private static let addBroken:
    @convention(c) (UnsafePointer<CChar>?, Int, UnsafePointer<CChar>?, Int, UnsafeMutableRawPointer?) -> Void = {
      start, startCount, end, endCount, found in
      guard let start, let end, let found else { return }
      let word = BrokenWord(
        start: String(decoding: UnsafeRawBufferPointer(start: start, count: startCount), as: UTF8.self),
        end: String(decoding: UnsafeRawBufferPointer(start: end, count: endCount), as: UTF8.self))
      Unmanaged<Found>.fromOpaque(found).takeUnretainedValue().page.brokenWords.append(word)
    }

  private static let add: @convention(c) (UnsafePointer<pdf_line>?, UnsafeMutableRawPointer?) -> Void = { line, found in
    guard let line = line?.pointee, let found else { return }
    let bytes = UnsafeRawBufferPointer(start: line.text, count: line.count)
    Unmanaged<Found>.fromOpaque(found).takeUnretainedValue().page.lines.append(
      PrintedLine(
        text: String(decoding: bytes, as: UTF8.self), size: line.size, left: line.left, top: line.top,
        bottom: line.bottom, part: Int(line.part), boldShare: line.bold_share, isMonospaced: line.is_monospaced,
        isBroken: line.is_broken))
  }

  /// What poppler calls back with.
  private final class Found {
    var page = PageText()
  }
}
