import Converters
import ForeignFormats
import Foundation
import Testing

/// What of a page is read: what is seen on it, and as it is meant.
struct PrintedTextTests {
  @Test func whatNobodySeesIsLeftOut() throws {
    let text = try Documents.conversion("pages/seen/unseen.pdf").text
    let hidden = ["Forward", "keys", "moon"].filter { text.contains($0) }
    #expect(hidden == [], "\(text)")
    #expect(text.split(separator: "\n").count { $0 == "What stays is here." } == 15)
    for kind in ["Pale", "Small", "White", "Struck", "Yellow", "Upright"] { #expect(text.contains("\(kind) words")) }
  }

  @Test func raisedTextIsAPowerOrTheMarkOfANote() throws {
    #expect(
      try Documents.conversion("pages/seen/raised.pdf").text == """
        A flask holds 10^6 cells in 3 m^2 of dough.
        It lost 10^-3 grams of H2O on the 1st of May.
        The mill was built in 1834 [2] by monks. [3]
        The well [4] is older.

        2 The deed says so.

        """)
  }

  @Test func anArabicLigatureIsReadInOrder() throws {
    #expect(try Documents.conversion("pages/seen/arabic.pdf").text == "\u{627}\u{644}\u{633}\u{644}\u{627}\u{645}\n")
  }

  @Test func whatReadersWroteOnAPageIsReadWithIt() throws {
    let text = try Documents.conversion("pages/seen/annotated.pdf").text
    #expect(text.hasPrefix("The mill costs 70 a month.\n\n"))
    #expect(text.contains("> Comment (Ida): Ask the miller about the wheel\n"))
    #expect(text.contains("> Comment: too much for us\n"))
    #expect(text.components(separatedBy: "Paid in June").count == 2)
    #expect(text.components(separatedBy: "costs 70").count == 2)
    #expect(!text.contains("Nobody"))
  }

  @Test func lettersOfACharacterSetAreMappedByItsTable() throws {
    #expect(try Documents.conversion("pages/seen/japanese.pdf").text == "\u{732B}は庭で寝る。\n")
  }

  @Test func lettersThatCannotBeMappedAreSaid() throws {
    let document = try Documents.conversion("pages/seen/unmapped.pdf")
    #expect(document.text == "The other page is Latin.\n")
    #expect(document.remarks.contains("letters of page 1 cannot be mapped to text: install poppler-data"))
    #expect(throws: ConversionError.unmapped) { try Documents.conversion("pages/seen/runes.pdf") }
  }
}
