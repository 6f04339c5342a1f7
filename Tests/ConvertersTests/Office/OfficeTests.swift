import Converters
import ForeignFormats
import Testing

struct OfficeTests {
  @Test func aLetterKeepsNotesCommentsBoxesListsAndMergedCells() throws {
    let letter = try Documents.conversion("office/letter.docx")
    #expect(
      letter.text == """
        # Bees of the valley

        # Winter

        Hive seven weighs 31 kg.

        Weighed on 3 December.

        Feed sugar only.

        > Comment (Ida): Why not honey?

        1. Check the roof
        2. Close the gate
          - with wire

        | Hive | Weight | Queen |
        | --- | --- | --- |
        | seven | 31 kg | Ada |
        | seven | none weighed |  |

        Eleven hives are left.

        Counted in March.

        Boxed words.

        Seen words.

        the link

        """)
    #expect(letter.title == "Bees")
    #expect(letter.unit == .section)
    #expect(letter.place(of: "Hive seven") == "Winter")
  }

  @Test func aDocumentWithPartsOfOtherNamesIsReadWithWhatItInserts() throws {
    let minutes = try Documents.conversion("office/minutes.docx")
    #expect(
      minutes.text == """
        ## Harbour

        Harbour 3

        Round

        | Pier | Depth |
        | --- | --- |
        | north closed | 4 m |

        Drawn:

        Ebb

        Flood

        left right

        港

        The crane was sold.

        The end

        - Z) Ropes
        - AA) Nets
          - iii) old
          - iv) new

        ## Tides

        High at noon.

        From a document.

        From a plain text.

        """)
    #expect(minutes.place(of: "High at noon") == "Tides")
    #expect(minutes.remarks == ["2 inserted files were left out"])
  }

  @Test func aWorkbookShowsNumbersAsItsCellsDo() throws {
    let household = try Documents.conversion("office/household.xlsx")
    #expect(
      household.text == """
        # Costs

        - Item; Due; Rise; Sum
        - Item: Rent (comment: until May); Due: 2025-12-09; Rise: 7.5%; Sum: 1234.5 €
        - Item: Secret (hidden)
        - Item: Heat; Sum: 0.3
        - Item: Heat; Due: 12:00
        - Item: Post code; Sum: 01234
        - Item: Phone; Sum: 555-1234
        - Item: Month; Sum: Dec
        - Item: Notice; Sum: 14 days
        - Item: Coal; Sum: 1250.5 kg
        - Item: Debt; Sum: 12345
        - Item: Part; Sum: 7.5

        The boiler is old.

        Ask for a new one.

        # Notes

        - Call the landlord

        """)
    #expect(household.place(of: "Rent") == "Costs 2")
    #expect(household.place(of: "12:00") == "Costs 6")
    #expect(household.place(of: "boiler") == "Costs")
    #expect(household.place(of: "landlord") == "Notes 1")
    #expect(household.remarks == ["1 hidden sheet was left out"])
  }

  @Test func aWorkbookMayCountDaysFrom1904() throws {
    #expect(try Documents.conversion("office/since1904.xlsx").text == "- 1904-01-01; 2026-03-04 06:00; 06:00\n")
  }

  @Test func slidesComeInTheirOrderWithTheirNotes() throws {
    let tour = try Documents.conversion("office/tour.pptx")
    #expect(
      tour.text == """
        # Museum tour

        - Three towns
          - Lund first

        # Numbers

        | Town | Visitors |
        | --- | --- |
        | Lund | 812 |

        - Area πr^2

        - An older shape

        - Paint
          - Walls first
        - Invite
        - Open
        - Egg
          - Hen

        - Next: the garden

        - Mention the fire of 1811.

        """)
    #expect(tour.place(of: "Lund first") == "1")
    #expect(tour.place(of: "fire of 1811") == "2")
    #expect(tour.remarks == ["1 hidden slide was left out", "1 diagram cannot be read"])
  }

  @Test func aTextOfLibreOfficeLosesItsContentsAndDeletions() throws {
    let rivers = try Documents.conversion("office/rivers.odt")
    #expect(
      rivers.text == """
        # All waters

        # Rivers

        The Aare flows north.
        Then west.

        288 km long.

        After the shape.

        Words in a shape

        In a box

        1. Boat
          - with oars
        2. Rope

        | River | km |
        | --- | --- |
        | Reuss | 164 |

        ## Lakes

        Boxed reeds

        ### Ponds

        Still water.

        No heading.

        A remark.

        Plain.

        """)
    #expect(rivers.title == "Waters")
  }

  @Test func emptyRowsOfASheetAreCountedAndHiddenSheetsLeftOut() throws {
    let plants = try Documents.conversion("office/plants.ods")
    #expect(plants.place(of: "Fern") == "Plants 9")
    #expect(plants.text.contains("- Plant: Fern; Price: 3.00 €\n"))
    #expect(plants.text.contains("- Plant: Moss (comment: for Ida); Count: 2025-03-14; Price: 2024-12-01 08:30\n"))
    #expect(!plants.text.contains("Hidden"))
    #expect(plants.remarks == ["1 hidden sheet was left out"])
  }

  @Test func slidesOfLibreOfficeHaveTitlesAndNotes() throws {
    let bread = try Documents.conversion("office/bread.odp")
    #expect(bread.text == "# Bread\n\n- Flour and salt\n\n# Oven\n\nSay how hot.\n")
    #expect(bread.place(of: "how hot") == "2")
  }

  @Test func aBookIsReadInTheOrderOfItsSpine() throws {
    let book = try Documents.conversion("office/lighthouse.epub")
    #expect(
      book.text == """
        # Storm

        The lamp went out at four o’clock.

        # Calm

        1. A kind of boat.

        The sea was flat.

        """)
    #expect(book.title == "The lighthouse")
    #expect(book.place(of: "sea was flat") == "2")
  }
}
