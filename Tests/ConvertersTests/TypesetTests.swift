import Converters
import ForeignFormats
import Testing

struct TypesetTests {
  @Test func aCellOfAsciiDocMayGoOnWhereTheNextBegins() throws {
    let table = "|===\n|Sort |Use\n\n|Boskoop, link:a.adoc[the\nold one] |baking\n|===\n\nSee `[[Note#Place]]`.\n"
    #expect(
      try Documents.conversion(of: table, named: "a.adoc").text == """
        | Sort | Use |
        | --- | --- |
        | Boskoop, the old one | baking |

        See `[[Note#Place]]`.

        """)
  }

  @Test func asciiDocKeepsItsBlocks() throws {
    let brewing = try Documents.conversion("typeset/brewing.adoc")
    #expect(
      brewing.text == """
        # Brewing tea

        Ida Moser <ida@example.org>

        Boil the iron kettle. (It is heavy.) See the steps and
        the tea page.

        ## Steps

        1. Warm the pot
        2. Add leaves
          1. two spoons
        - Milk
          - cold
        - Oolong: steeps for three minutes
        - Sencha: steeps for one minute

        ```sh
        boil --until 80C
        # not a heading
        ```

        NOTE: Green tea needs cooler water.

        Prices

        | Tea | Price |
        | --- | --- |
        | Oolong | 12 EUR |
        | Sencha | 9 EUR |

        > A quoted line.

        A clay pot

        ### Cleaning

        Rinse
        and dry.

        """)
    #expect(brewing.title == "Brewing tea")
  }

  @Test func richTextLosesWhatIsHidden() throws {
    let minutes = try Documents.conversion("typeset/minutes.rtf")
    #expect(
      minutes.text == """
        # Club minutes

        Café on the 3rd – “done”, and ☃snow. Мир.

        Signed by all.

        Seen.

        1. Pay the rent
        2. Buy chairs
        - loose item

        | Who | What |
        | --- | --- |
        | Ida | Chairs |

        the page

        """)
    #expect(minutes.title == "Minutes of May")
  }

  @Test func richTextKeepsItsBoxesAndComments() throws {
    let picnic = try Documents.conversion("typeset/picnic.rtf")
    #expect(
      picnic.text == """
        # Summer picnic

        > Comment (Ida Moser): Too late? Ask Ben.

        Meet at the mill.

        Bring a hat

        Of straw.

        Bring water

        Tickets cost 5 €.

        No dogs

        - Milk
        1. Bake
        - Clean
        1. Boats
          - h) Oars
          - i) Ropes
        2. Games
          - i) Chess
          - ii) Darts
            - Board

        | Who | What |
        | --- | --- |
        | Ben | Cake |

        Call first

        Without nuts.

        Until then!

        """)
  }
}
