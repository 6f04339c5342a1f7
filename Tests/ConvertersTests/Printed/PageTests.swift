import AirGap
import Converters
import ForeignFormats
import Foundation
import TestSupport
import Testing

struct PageTests {
  @Test func aReportKeepsItsTextAndLosesWhatOnlyPagesNeed() throws {
    let report = try Documents.conversion("pages/report.pdf")
    #expect(
      report.text == """
        Garden report
        Written in autumn.

        Contents
        1 Soil … 2
        2 Water … 3
        3 Light and shade of the greenhouse in the north … 4
        4 Harvest … 5
        5 Seeds … 6

        # 1 Soil

        The soil in bed four is heavy clay; it needs a full barrow of compost before spring.
        - Dig in October.
        - Leave the frost to break it.

        1 The barrow holds eighty litres.

        # 2 Water

        The long-term average is 640 mm. A long-term plan needs a second barrel.

        # 3 Light and shade of the greenhouse in the north

        Tomatoes get six hours.

        # 4 Harvest

        Mostly leeks.

        # 5 Seeds

        None were left.

        Leeks … 3 francs
        Beans … 4 francs
        Chard … 5 francs
        Cress … 6 francs
        Dill … 7 francs

        """)
    #expect(report.title == "Garden report 2026")
    #expect(report.unit == .page)
    #expect(report.place(of: "Written in autumn") == "1")
    #expect(report.place(of: "# 1 Soil") == "3")
    #expect(report.place(of: "Tomatoes") == "5")
    #expect(report.remarks == [])
  }

  @Test func onlyNumbersThatAdvanceWithThePagesAreDropped() throws {
    let text = try Documents.conversion("pages/chapters.pdf").text
    for number in 1...4 { #expect(text.contains("Chapter \(number)\n"), "\(text)") }
    for number in 1...7 { #expect(text.contains("\(3 + number % 2) \(number * 37 % 50) \(number * 71 % 90)\n")) }
    #expect(!text.split(separator: "\n").contains { $0.allSatisfy(\.isNumber) })
  }

  @Test func theOnlyTextOfPagesIsKept() throws {
    #expect(try Documents.conversion("pages/notices.pdf").text == "Notice 1\n\nNotice 2\n\nNotice 3\n\nNotice 4\n")
  }

  @Test func aRunningHeadThatStandsNowhereElseIsKeptOnce() throws {
    let text = try Documents.conversion("pages/figures/form.pdf").text
    #expect(
      text == """
        Agreement No. 2041-77
        Mooring
        Each boat is moored by its owner, who brings two ropes of ten metres.

        The ropes are looked over in spring, and new ones are bought in summer.

        Whoever leaves the place for a week gives the key to the harbour master.

        """)
  }

  @Test func aHeadingIsTheLineBelowItsRunningHead() throws {
    let text = try Documents.conversion("pages/manual.pdf").text
    #expect(text.contains("2.1. READING CHARTS\n\nA chart shows the depth of the water.\n\n# 2.1 Reading charts\n\n"))
    #expect(!text.contains("# 2.1. READING"))
  }

  @Test func hyphensOfCompoundsStayAtTheEndsOfLines() throws {
    let text = try Documents.conversion("pages/manual.pdf").text
    let words = ["The buoys have a top-of-the-line lamp, and the Benutzer- und Hafenordnung", "is in the UTF-Format"]
    #expect(text.contains("\n\(words[0]) \(words[1]) of last year.\n"))
  }

  @Test func pagesOfNumbersHaveText() throws {
    let numbers = try Documents.conversion("pages/figures/numbers.pdf")
    #expect(numbers.text == "12 48\n7 31\n\n8004\n")
    #expect(numbers.remarks == [])
  }

  @Test func rowsOfNumbersAreReadAcross() throws {
    let text = try Documents.conversion("pages/figures/ledger.pdf").text
    #expect(
      text == """
        43 87 17 63 39 83 59 81
        46 94 34 76 58 16 88 22
        49 11 51 89 77 39 27 53
        52 18 68 12 96 62 56 84
        55 25 85 25 25 85 85 25
        58 32 12 38 44 18 24 56

        Depths in metres.

        """)
  }

  @Test func withoutAnOutlineLargeAndBoldLinesAreHeadings() throws {
    let handbook = try Documents.conversion("pages/handbook.pdf")
    #expect(
      handbook.text == """
        # Boat handbook

        Ida Berg
        The boat lies in the north harbour from April to October. It is seven metres
        long, and its engine takes diesel.

        ## 1 Before you leave

        Check the oil, the water in the bilge and the weather, and sign the book in
        the hut. All members know this rule:
        Nobody leaves alone
        when the wind comes from the west.

        ### Engine

        Turn the key to the right, and wait for ten seconds.
        Figure 1: The engine seen from above.
        The lamp goes out.
        Anchor
        The heavy iron thing in the bow.

        Part
        Fuse

        Number
        A12

        ## 2 What to do when you come back

        Wash the deck and close the valve. Write down the hours of the engine, and
        what you noticed.

        Chapter 3

        ## In winter

        The boat stands on its frame in the shed of the Larsson brothers.

        """)
  }

  @Test func shortLinesAboveSmallPrintAreNoHeadings() throws {
    let text = try Documents.conversion("pages/listings.pdf").text
    #expect(text.hasPrefix("This is how the program") && !text.contains("#"))
  }

  @Test func columnsAreReadOneAfterTheOther() throws {
    let lines = try Documents.conversion("pages/columns.pdf").text.split(separator: "\n")
    let left = lines.lastIndex { $0.hasPrefix("Then it ends.") }
    let right = lines.firstIndex { $0.hasPrefix("The right column") }
    #expect(lines.count == 48)
    #expect(try #require(left) < #require(right))
  }

  /// Paragraphs of both columns begin at the same heights.
  @Test func columnsOfParagraphsAreReadOneAfterTheOther() throws {
    let text = try Documents.conversion("pages/leaflet.pdf").text
    let order = [
      "Our spring", "Opening hours", "On Sundays", "in full\nflower, and", "Second column", "It has a price",
      "Both columns",
    ]
    let places = try order.map { try #require(text.range(of: $0), "\($0)").lowerBound }
    #expect(places == places.sorted())
  }

  /// Columns are looked for on the page alone.
  @Test func aLetterFarWiderThanItsPageTakesNoTime() throws {
    #expect(try Documents.conversion("pages/wide.pdf").text.contains("may have columns"))
  }

  @Test func lettersOfOtherScriptsAreReadInTheirOrder() throws {
    let text = try Documents.conversion("pages/unicode.pdf").text
    #expect(
      text == "final office flow\ndefined by office staff\n庭の猫\nגן ירק\nبيت\na radish גן apple\n\nגן ירוק fig ירוק\n")
  }

  @Test(.enabled(if: ScannedPages.recognizer != nil, "tesseract is not installed: 'sudo apt install tesseract-ocr'"))
  func lettersOnPicturesAreRecognizedOnDemand() throws {
    let bytes = Array(try Documents.bytes("pages/scan.pdf"))
    let unread = try ForeignFormat.pdf.conversion(of: bytes, named: "scan.pdf")
    #expect(unread.text == "Papers of the boat, kept in the blue folder.\n")
    #expect(unread.remarks == ["1 of 2 pages have no text"])
    var steps = 0
    let read = try ForeignFormat.pdf.conversion(of: bytes, named: "scan.pdf", readsScans: true) { steps += 1 }
    #expect(read.text.contains("The mooring fee for the boat Ingeborg is 214 crowns."))
    #expect(read.place(of: "3 August 1987") == "2" && steps == 3)
    #expect(read.remarks == ["1 of 2 pages are read by OCR"])
    // Grey squares are no letters.
    let picture = Array(try Documents.bytes("pages/picture.pdf"))
    #expect(throws: ConversionError.unrecognized(pages: 2)) {
      try ForeignFormat.pdf.conversion(of: picture, named: "picture.pdf", readsScans: true)
    }
  }

  /// What a picture took over may start no other program than the one that recognizes letters, and read no note.
  @Test(
    .enabled(if: ScannedPages.recognizer != nil, "tesseract is not installed: 'sudo apt install tesseract-ocr'"),
    .enabled(if: AirGap.available.contains(.writes)))
  func recognizingReachesNothingElse() throws {
    let bytes = try Documents.bytes("pages/scan.pdf")
    let folder = try TemporaryFolder()
    let note = ["USER_FILE": try folder.write("The boat is blue.", to: "note.md")]
    let library = try CompiledLibrary("reader/other-program.c")
    let program = try ReadingProgram(environment: library.environment.merging(note) { $1 })
    guard case .text(let read) = try program.outcome(of: bytes, named: "scan.pdf", readsScans: true) else {
      Issue.record("it has no text")
      return
    }
    #expect(read.text.contains("The mooring fee for the boat Ingeborg is 214 crowns."), "\(read.remarks)")
  }

  @Test func whatCannotBeReadSaysWhy() throws {
    #expect(throws: ConversionError.encrypted) { try Documents.conversion("pages/locked.pdf") }
    #expect(throws: ConversionError.scanned(pages: 2)) { try Documents.conversion("pages/picture.pdf") }
    // Only printing is forbidden.
    #expect(try Documents.conversion("pages/restricted.pdf").text == "Everybody may read this.\n")
  }
}
