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

  @Test(arguments: [
    ("See <<weir>> and <<#mill,the mill>>.", "See weir and the mill."), ("Open <<a and <<b>.", "Open <<a and <<b>."),
    ("A footnote:x[the deep one] note", "A  (the deep one) note"),
    ("link:a.html[the page], link:b.html[]", "the page, b.html"),
    ("https://club.example/x[Club,role=a] https://club.example/y", "Club https://club.example/y"),
    ("kbd:[Ctrl+C] icon:x[] stem:[x]", "Ctrl+C  x"), ("indexterm:[a,b]Word(((a, b)))[[id]]s", "Words"),
    ("a [.big]#large# and [.x]##wide## one", "a large and wide one"),
    ("[.x] and [[ and ((( stay", "[.x] and [[ and ((( stay"),
    ("one +\ntwo + three", "one\ntwo + three"), (":who: Ida\n\n{who} and {nobody} {", "Ida and {nobody} {"),
    ("footnote:[open link:[ xref:a[", "footnote:[open link:[ xref:a["), ("*== no heading", "*== no heading"),
  ])
  func macrosBecomeTheirText(source: String, text: String) throws {
    let paragraph = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }.joined(
      separator: "\n")
    #expect(try Documents.conversion(of: source + "\n", named: "a.adoc").text == paragraph + "\n")
  }

  @Test func aHeadingMayBeClosed() throws {
    let text = try Documents.conversion(of: "= Mill =\n\n== a = b ==\n\n=== c =d\n\n#### e\n", named: "a.adoc").text
    #expect(text == "# Mill\n\n## a = b\n\n### c =d\n\n#### e\n")
  }
}
