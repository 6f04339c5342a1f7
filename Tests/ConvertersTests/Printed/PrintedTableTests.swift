import Converters
import ForeignFormats
import Foundation
import Testing

/// Tables on printed pages.
struct PrintedTableTests {
  @Test func rowsBetweenDrawnLinesStayRows() throws {
    #expect(
      try Documents.conversion("pages/tables/drawn.pdf").text == """
        The stores of the boat were counted in spring, and what was bought is in this list, shelf by shelf.

        | Stores | Days | Rate | Sum |
        | --- | --- | --- | --- |
        | Oak boards |  |  | 1,310 |
        | Hull paint | 3.5 | 120 | 420 |
        | Rope | 2 | 45 | 90 |

        | Work | Hours | Pay |
        | --- | --- | --- |
        | Both masts are oiled and stand again before May | 12 | 480 |
        | The hull gets two coats | 31 | 1,240 |

        """)
  }

  @Test func numbersBelowOneAnotherAreColumns() throws {
    #expect(
      try Documents.conversion("pages/tables/apart.pdf").text == """
        The stores of the boat were counted in spring, and what was bought is in this list, shelf by shelf.

        | Month | Rain | Snow |
        | --- | --- | --- |
        | May | 41 | - |
        | June | 158 | - |
        | January | 12 | 134 |

        Rain and snow in millimetres, by the old gauge behind the shed.

        |  | Spring |  | Autumn |  |
        | --- | --- | --- | --- | --- |
        | Shelf | Count | Price | Count | Price |
        | Lamps | 4 | 20.50 | 6 | 22.25 |
        | Nets | 7 | 3.10 | 1 | 4.80 |

        """)
  }

  @Test func contentsStepsAndListsSideBySideAreNoTables() throws {
    #expect(try !Documents.conversion("pages/tables/others.pdf").text.contains("|"))
  }
}
