import Converters
import ForeignFormats
import Testing

struct MarkupTests {
  @Test func aSavedPageKeepsItsTextAlone() throws {
    let page = try Documents.conversion("markup/saved.html")
    #expect(
      page.text == """
        # Storing carrots

        Keep them at 2 °C in sand [1];
        never wash them. The line goes on.

        Why sand?

        It keeps them damp.

        3. Dig
        4. Sort
          by size
          - big ones

        - Nantes: sweet

        Chantenay

        short

        and broad

        Yield

        | Bed | Kilos | Year |
        | --- | --- | --- |
        | north | 12 | 2025 |
        | north | 14 | 2026 |
        | none \\| lost |  | 2027 |

        ## Left box

        Layout words.

        | a | b |
        | --- | --- |
        | c | d |

        > Carrots keep until March.

        ```
        sand: 2 buckets
          # wet
        ```

        \\# not a heading

        Form text stays.

        The price is 8 euros, H2O, 10^3.

        - one
        - two

        """)
    #expect(page.title == "How to store carrots & beets")
  }

  @Test(arguments: [
    ("windows", "Maße", "Größe – 12 cm € 5\n"), ("shift-jis", "猫", "猫は庭にいる。①\n"),
    ("utf-16", "Wide", "Zwölf Eier kaufen\n"),
  ])
  func encodingsAreReadAsBrowsersReadThem(name: String, title: String, text: String) throws {
    let page = try Documents.conversion("markup/\(name).html")
    #expect(page.title == title)
    #expect(page.text == text)
  }

  @Test func aWrongByteEndsNothing() throws {
    var page = Array(try Documents.bytes("markup/shift-jis.html"))
    page += Array("<p>\u{1}".utf8) + [0x82, 0xFF, 0x20] + Array("<p>The end.".utf8)
    #expect(try ForeignFormat.html.conversion(of: page, named: "a.html").text.hasSuffix("\n\nThe end.\n"))
    let broken = Array("<p>Caf\u{E9}<p>".utf8) + [0xC3, 0x20] + Array("<p>The end.".utf8)
    let text = try ForeignFormat.html.conversion(of: broken, named: "a.html").text
    #expect(text.hasPrefix("Caf") && text.hasSuffix("The end.\n"))
  }

  @Test(arguments: [
    "<a epub:type=noteref href=#f>1</a>", "<a role=doc-noteref href=#f><sup>1</sup></a>",
    "<sup><a class=footnote-ref href=#f>1</a></sup>", "<sup><a href=#f>[1]</a></sup>",
  ])
  func theMarkOfAFootnoteIsNoDigitOfTheNumberBeforeIt(mark: String) throws {
    let page = try Documents.conversion(of: "<p>Built in 1834\(mark), 12 m<sup>2</sup>.", named: "a.html")
    #expect(page.text == "Built in 1834 [1], 12 m^2.\n")
  }

  @Test func aPageOfLinksIsNotEmpty() throws {
    let page = try Documents.conversion(of: "<div class=toc><ul><li><a href=a>Soups</a></ul></div>", named: "a.html")
    #expect(page.text == "- Soups\n")
  }

  @Test func linesThatLookLikeMarkdownAreEscaped() throws {
    let lines = ["# a", "> b", "---", "```", "<b>", "=", "<!-- c"].map { "<p>\($0.replacing("<", with: "&lt;"))</p>" }
    let page = try Documents.conversion(of: lines.joined(), named: "a.html")
    #expect(page.text == "\\# a\n\n\\> b\n\n\\---\n\n\\```\n\n\\<b>\n\n\\=\n\n\\<!-- c\n")
  }
}
