import Converters
import ForeignFormats
import Testing

/// Tables of values, and what is said in them of their columns.
struct TableTests {
  private func lines(_ table: String) throws -> [Substring] {
    try Documents.conversion(of: table, named: "a.csv").text.split(separator: "\n")
  }

  @Test(arguments: [
    "2025-03-01,Paint,-80.00\n2025-03-09,Rope,-3.10\n", "Oats,120\nRye,80\nBarley,75\n", "1,Ida\n2,Ben\n3,Eva\n",
    "Ida,ida@club.example\nBen,ben@club.example\n", "yes,Wash\nno,Iron\nyes,Cook\n", "0.1,0.2\n0.3,0.4\n0.5,0.6\n",
    "03.11.2026;Miete;-800,00\n04.11.2026;Brot;-3,20\n", "XR-12,Red lamp\nXR-34,Blue lamp\nQQ-5,Old lamp\n",
    "07:30,12.5\n08:00,13.0\n", "Ida,1984\nBen,n/a\nEva,1990\n", "2024,12\n2025,13\n2026,14\n",
    "EUR 12.50,Ida\nEUR 3.00,Ben\n", "3 Jan 2026,Dentist\n14 Feb 2026,Choir\n", "2026-01-01,N/A\n2026-01-02,3\n",
    "https://a.example/x,One\nhttps://b.example/y,Two\n", "+41 44 000 00 00,Ida\n+41 44 000 00 01,Ben\n",
  ])
  func aTableWithoutAHeaderHasNoNamesOfColumns(table: String) throws {
    let separator: Character = table.contains(";") ? ";" : ","
    let rows = table.split(separator: "\n").map { row in
      "- " + row.split(separator: separator).joined(separator: "; ")
    }
    #expect(try lines(table).map(String.init) == rows)
  }

  @Test(arguments: [
    ("day,amount\n2026-01-01,-5.00\n2026-01-02,-6\n", "- day: 2026-01-02; amount: -6"),
    ("Region,2023,2024\nNorth,12,13\nSouth,9,8\n", "- Region: South; 2023: 9; 2024: 8"),
    (",Jan,Feb\nIda,1,2\nBen,3,0\n", "- Ben; Jan: 3; Feb: 0"),
    ("Sales 2026,Sales 2025\n12,13\n14,15\n", "- Sales 2026: 14; Sales 2025: 15"),
    ("Question,Answer\nWho?,Me\nWhy?,Because\n", "- Question: Why?; Answer: Because"),
    ("Code,Title\nAB-12,Red lamp\nCD-34,Blue lamp\n", "- Code: CD-34; Title: Blue lamp"),
    ("Budget\nMonth,Rent\nJan,800\nFeb,810\n", "- Month: Feb; Rent: 810"),
    ("name,born\nIda,1984\nBen,n/a\n", "- name: Ben; born: n/a"),
    ("sep=|\nname|kilos\nplums, dried|3\n", "- name: plums, dried; kilos: 3"),
    ("Quarter,Q1 2026,Q2 2026\nNorth,5,6\nSouth,7,8\n", "- Quarter: South; Q1 2026: 7; Q2 2026: 8"),
  ])
  func aTableWithAHeaderHasTheNamesOfItsColumns(table: String, last: String) throws {
    #expect(try lines(table).last.map(String.init) == last)
  }

  /// Letters of another encoding would be wrong ones, so all files are decoded as notes are.
  @Test(arguments: ["a.csv", "a.tsv", "a.srt", "a.vtt", "a.adoc", "a.tex", "a.vcf"])
  func aFileInAnotherEncodingIsReportedAsANoteIs(name: String) throws {
    let bytes: [UInt8] = Array("1,".utf8) + [0x83, 0x89, 0x81, 0x5B, 0x83, 0x81, 0x83, 0x93] + Array("\n".utf8)
    let format = try #require(ForeignFormat(path: name))
    let failure = #expect(throws: ConversionError.self) { try format.conversion(of: bytes, named: name) }
    let reason = try #require(failure?.errorDescription)
    #expect(
      reason.hasPrefix("not UTF-8 text (or UTF-16 with a byte-order mark): 0x83 at byte 2. If it is Windows-1252"))
  }

  @Test func aTableInUTF16IsRead() throws {
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in "Ware;Größe\nHut;58\n".utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    #expect(
      try ForeignFormat.csv.conversion(of: bytes, named: "a.csv").text == "- Ware; Größe\n- Ware: Hut; Größe: 58\n")
  }

  @Test(arguments: [
    ("a.tex", "\\usepackage[latin1]{inputenc}\n\\begin{document}\nGr", "n\n\\end{document}\n"),
    ("a.adoc", ":encoding: iso-8859-1\n\nGr", "n\n"),
    ("a.vcf", "BEGIN:VCARD\nVERSION:2.1\nFN;CHARSET=ISO-8859-1:Gr", "n\nEND:VCARD\n"),
    (
      "b.vcf", "BEGIN:VCARD\nFN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Gr=FCn\nNOTE;CHARSET=ISO-8859-1:",
      "\nEND:VCARD\n"
    ),
  ])
  func aFileIsReadInTheEncodingThatItDeclares(name: String, before: String, after: String) throws {
    let bytes = Array(before.utf8) + [0xFC] + Array(after.utf8)
    let format = try #require(ForeignFormat(path: name))
    #expect(try format.conversion(of: bytes, named: name).text.contains("Grün"))
  }

  @Test func whoSpeaksIsNamed() throws {
    let captions = """
      WEBVTT

      00:01.000 --> 00:02.000
      <v Hanne Vik>The lock opens at six, &lt;not&gt; later.</v>

      00:03.000 --> 00:04.000
      <v.loud.far Ole>Six &amp;amp; a half!</v> <v Hanne Vik>No.

      00:05.000 --> 00:06.000
      <c.yellow>Bells</c> <00:05.500><i>ring</i>&nbsp;twice &#8211; 3 < 5
      """
    #expect(
      try Documents.conversion(of: captions, named: "a.vtt").text == """
        Hanne Vik: The lock opens at six, <not> later.
        Ole: Six &amp; a half! Hanne Vik: No.
        Bells ring twice – 3 < 5

        """)
    let spoken = "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<font color=\"red\">Ole: Look!</font>\n"
    #expect(try Documents.conversion(of: spoken, named: "a.srt").text == "Ole: Look!\n")
  }
}
