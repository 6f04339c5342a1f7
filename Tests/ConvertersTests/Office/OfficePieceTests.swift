import Converters
import ForeignFormats
import Foundation
import Testing

/// What Office programs draw, raise, put into each other or hide.
struct OfficePieceTests {
  @Test(arguments: [
    (
      "raised-docx",
      "Add 10^6 cells to 5 m^2 at 10^-3.\n\nH2O in the base 10_2 on the 1st of May, v_max and e^(2x).\n"
    ),
    ("raised-odt", "Add 10^6 cells, 10^-3 of H2O.\n"), ("raised-pptx", "- About 10^6 jars of H2O\n"),
    ("raised-xlsx", "- Area in m^2\n"),
  ])
  func raisedAndLoweredTextIsMarked(kind: String, text: String) throws {
    #expect(try Documents.conversion(ofPiece: kind).text == text)
  }

  @Test func raisedAndLoweredTextOfRTFIsMarked() throws {
    let text = #"{\rtf1 Add 10{\super 6} cells to 5 m\super 2\nosupersub , H{\sub 2}O at 10{\up6 -3}.}"#
    #expect(try Documents.conversion(of: text, named: "a.rtf").text == "Add 10^6 cells to 5 m^2, H2O at 10^-3.\n")
  }

  @Test(arguments: ["docx", "pptx"])
  func formulasOfOfficeAreLinear(kind: String) throws {
    let lines = try Documents.conversion(ofPiece: "formula-\(kind)").text.split(separator: "\n")
    let formulas = [
      "3/4", "(a+b)/(x^2)", "√(x+1)=³√(8)", "sum_(i=1)^n x_i", "∫_0^1 f(x)dx", "lim_(x→0) (1+x)", "a_1^2",
      "(n choose k)", "|x|", "[1, 2; 3, 4]",
    ]
    #expect(lines.map { $0.drop { $0 == "-" || $0 == " " } }.count == formulas.count)
    for (line, formula) in zip(lines, formulas) { #expect(line.contains("Take \(formula)")) }
  }

  private static let mathML = """
    <mfrac><mn>3</mn><mn>4</mn></mfrac><mo>+</mo><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo>\
    <msqrt><mi>y</mi></msqrt><mo>+</mo><mroot><mi>z</mi><mn>3</mn></mroot>
    """

  @Test func formulasOfLibreOfficeAreLinear() throws {
    let text = try Documents.conversion(ofPiece: "formula-odt").text
    #expect(text == "Take 3/4+x^2+√(y+1)=sum_(i=1)^n a_i of it.\n")
  }

  @Test func formulasOfWebPagesAreLinear() throws {
    let page = "<p>Take <math>\(Self.mathML)</math> of it."
    #expect(try Documents.conversion(of: page, named: "a.html").text == "Take 3/4+x^2+√(y)+³√(z) of it.\n")
  }

  @Test(arguments: ["docx", "odt"])
  func aTableInACellStandsInItsCell(kind: String) throws {
    let text = try Documents.conversion(ofPiece: "nested-\(kind)").text
    #expect(
      text == """
        | Shop | Hours |
        | --- | --- |
        | Bakery | Open: Monday, 9; Friday, 10 |
        | Mill | closed |

        """)
  }

  @Test func aTableInACellOfRTFStandsInItsCell() throws {
    let rows = #"""
      {\rtf1 \trowd\pard\intbl Shop\cell Hours\cell\row
      \pard\intbl Bakery\cell Open:\par\pard\intbl\itap2 Monday\nestcell 9\nestcell
      {\*\nesttableprops\trowd\nestrow}{\nonesttables\par}Friday\nestcell 10\nestcell
      {\*\nesttableprops\trowd\nestrow}{\nonesttables\par}\pard\intbl\cell\row
      \pard\intbl Mill\cell closed\cell\row\pard Bye.\par}
      """#
    #expect(
      try Documents.conversion(of: rows, named: "a.rtf").text == """
        | Shop | Hours |
        | --- | --- |
        | Bakery | Open: Monday, 9; Friday, 10 |
        | Mill | closed |

        Bye.

        """)
  }

  @Test(arguments: ["docx", "pptx", "xlsx", "odt", "odp", "ods"])
  func aChartIsATable(kind: String) throws {
    let text = try Documents.conversion(ofPiece: "chart-\(kind)").text
    #expect(text.contains("Jam by year\n\n|"))
    #expect(text.contains("| 2024 | 41 |"))
    #expect(text.contains("| 2025 | 57 |"))
    if !kind.hasPrefix("od") {
      #expect(text.contains("| Year | Plum | Share |\n| --- | --- | --- |\n| 2024 | 41 | 25% |"))
    }
  }

  @Test(arguments: [
    ("comment-pptx", "- Boats\n\n> Comment (Ida): Ask the harbour first.\n"),
    ("thread-pptx", "- Boats\n\n> Comment (Ben): Are the boats insured?\n\n> Comment (Cleo): Until June.\n"),
    ("comment-xlsx", "- Jar (comment: Ida: Plums only?) (comment: Ben: And figs.)\n\n> Comment (D9): Nothing yet\n"),
  ])
  func commentsHaveTheirAuthors(kind: String, text: String) throws {
    #expect(try Documents.conversion(ofPiece: kind).text == text)
  }

  @Test func aSlideOfLibreOfficeHasItsComments() throws {
    #expect(try Documents.conversion(ofPiece: "chart-odp").text.hasSuffix("> Comment (Ida): Too small?\n"))
  }

  @Test func aBookNamesThoseWhoMadeIt() throws {
    let book = try Documents.conversion(ofPiece: "author-epub")
    #expect(book.text == "By Mira Holt, Jon Reed, Ana Silva (translator)\n\n# Fog\n\nA bell rang.\n")
    #expect(book.place(of: "Mira Holt") == "1")
  }

  @Test(arguments: [("docx", 8), ("odt", 4)])
  func textThatNobodySeesIsLeftOut(kind: String, seen: Int) throws {
    let text = try Documents.conversion(ofPiece: "hidden-\(kind)")
    #expect(!text.text.contains("Secret"))
    #expect(text.text.components(separatedBy: "Seen ").count == seen + 1)
    #expect(text.remarks == ["hidden text was left out"])
  }

  @Test func textOfSlidesThatNobodySeesIsLeftOut() throws {
    #expect(try Documents.conversion(ofPiece: "hidden-pptx").text == "- Seen words\n\n- White on a dark slide\n")
  }

  @Test(arguments: ["xlsx", "ods"])
  func cellsThatNobodySeesAreMarked(kind: String) throws {
    let text = try Documents.conversion(ofPiece: "hidden-\(kind)").text
    #expect(
      text.split(separator: "\n").suffix(4) == [
        "- Jar; Count; Cost (hidden)", "- Jar: Plum; Count: 12; Cost (hidden): 3 (hidden)",
        "- Jar: Fig (hidden); Count: 9 (hidden)", "- Jar: Pear (hidden); Count: 7",
      ])
  }

  @Test func textOfRTFThatNobodySeesIsLeftOut() throws {
    let text = #"""
      {\rtf1{\colortbl;\red255\green255\blue255;\red32\green56\blue100;}
      Seen one. {\v Secret.}{\cf1 Secret.}{\fs2 Secret.}{\cf2\cb2 Secret.}\par
      \pard\cbpat2 {\cf1 Seen two.}\par\pard {\cf2 Seen three.}\par
      \trowd\clcbpat2\pard\intbl\cf1 Seen four\cell\row\trowd\pard\intbl\cf1 Secret\cell\row}
      """#
    let conversion = try Documents.conversion(of: text, named: "a.rtf")
    #expect(conversion.text.components(separatedBy: "Seen ").count == 5)
    #expect(!conversion.text.contains("Secret"))
    #expect(conversion.remarks == ["hidden text was left out"])
  }
}
