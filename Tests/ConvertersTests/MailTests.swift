import Converters
import ForeignFormats
import Testing

/// Messages as mail programs write them, also against the rules.
struct MailTests {
  private func text(_ header: String, _ body: String) throws -> String {
    let mail = "From: ida@example.org\nMIME-Version: 1.0\n\(header)\n\n\(body)"
    let text = try Documents.conversion(of: mail, named: "a.eml").text
    return String(text.drop { $0 != "\n" }.drop { $0 == "\n" }.drop { $0 != "\n" }.drop { $0 == "\n" })
  }

  private static let parts = """
    --=mix
    Content-Type: text/plain; charset=utf-8

    The ferry sails at nine.
    --=mix
    Content-Type: text/html

    <p>The ferry sails at nine.</p>
    --=mix--

    """

  /// Of two types, the first counts, or the one whose parts stand in the message.
  @Test(arguments: [
    ("multipart/alternative; boundary=\"=mix\"", "text/plain"),
    ("text/plain; charset=us-ascii", "multipart/alternative;\n boundary=\"=mix\""),
    ("multipart/mixed; boundary=other", "multipart/alternative; boundary=\"=mix\""),
  ])
  func aMessageWithTwoTypesHasNoSourceInItsText(first: String, second: String) throws {
    let text = try text("Content-Type: \(first)\nX-Between: yes\nContent-type: \(second)", Self.parts)
    #expect(text == "The ferry sails at nine.\n")
  }

  @Test func aPartWithTwoEncodingsIsDecodedByTheFirst() throws {
    let part = "Content-Transfer-Encoding: quoted-printable\nContent-Transfer-Encoding: 7bit"
    #expect(try text("Content-Type: text/plain; charset=utf-8\n\(part)", "Gr=C3=BCn\n") == "Grün\n")
    let mixed = "--m\nContent-Type: text/plain; charset=utf-8\n\(part)\n\nGr=C3=BCn\n--m--\n"
    #expect(try text("Content-Type: multipart/mixed; boundary=m", mixed) == "Grün\n")
  }

  @Test(arguments: [
    "filename*0*=utf-8''tea%20%F0%9F%8D;\n filename*1*=%B5%20list.bin",
    "filename*1*=%B5%20list.bin;\n filename*0*=utf-8''tea%20%F0%9F%8D",
    "filename*0*=utf-8''tea%20%F0%9F%8D%B;\n filename*1*=5%20list.bin",
    "filename*0*=utf-8''tea%20%F0%9F%8D%B5;\n filename*1=\" list.bin\"",
    "filename*0=\"=?UTF-8?Q?tea_=F0=9F=8\";\n filename*1=\"D=B5_list.bin?=\"",
    "filename=\"=?UTF-8?Q?tea_=F0=9F?=\n =?UTF-8?Q?=8D=B5_list.bin?=\"",
    "filename=\"=?UTF-8?Q?tea_=F0=9F=8?=\n =?UTF-8?Q?D=B5_list.bin?=\"",
    "filename=\"=?utf-8?B?dGVhIPCf?=\n =?utf-8?B?jbUgbGlzdC5iaW4=?=\"",
    "filename=\"=?utf-8?B?dGVhIPCfjQ==?=\n =?utf-8?B?tSBsaXN0LmJpbg==?=\"",
    "filename=old.bin;\n filename*=UTF-8'en'tea%20%F0%9F%8D%B5%20list.bin",
    "filename=\"tea 🍵 list.bin\"",
  ])
  func theNameOfAnAttachmentIsWhole(parameter: String) throws {
    let parts =
      "--m\nContent-Type: application/octet-stream\nContent-Disposition: attachment;\n \(parameter)\n\nx\n--m--\n"
    let text = try text("Content-Type: multipart/mixed; boundary=m", parts)
    #expect(text == "## Attachment: tea 🍵 list.bin\n")
  }

  /// A letter that ends in the next word.
  @Test(arguments: [
    "=?utf-8?Q?Caf=C3?= =?utf-8?Q?=A9_menu?=", "=?utf-8?B?Q2Fmww==?=\n =?UTF-8?B?qSBtZW51?=",
    "=?iso-8859-1?Q?Caf=E9_?= =?utf-8?B?bWVudQ==?=", "=?utf-8*fr?Q?Caf=C3=A9_menu?=",
  ])
  func aSubjectIsWhole(subject: String) throws {
    let mail = "From: a@example.org\nSubject: \(subject)\n\nYes.\n"
    #expect(try Documents.conversion(of: mail, named: "a.eml").title == "Café menu")
  }

  @Test func linesThatFlowAreParagraphs() throws {
    let flowed = """
      We meet at the old \nmill and walk \nto the weir.
      The second line ends.

      > Who brings \n> the rope?
      >> I have \n>> none.
      > Me.
       From the mill it is near.
      -- \nIda

      """
    #expect(
      try text("Content-Type: text/plain; format=flowed", flowed) == """
        We meet at the old mill and walk to the weir.
        The second line ends.

        > Who brings the rope?
        > > I have none.
        > Me.
        From the mill it is near.
        \\--
        Ida

        """)
    let link = "See https://club.example/a/ \nb/c and \ncome.\n"
    #expect(
      try text("Content-Type: text/plain; format=Flowed; delsp=yes", link)
        == "See https://club.example/a/b/c andcome.\n")
  }

  @Test(arguments: [
    (
      "Map: <https://club.example/maps/2026/weir?\n x=46.75&y=7.62> and more.",
      "<https://club.example/maps/2026/weir?x=46.75&y=7.62> and more."
    ),
    (
      "https://club.example/minutes/2026/11/03/the-long-walk-along-the-river/\npage?id=7781 has it.",
      "https://club.example/minutes/2026/11/03/the-long-walk-along-the-river/page?id=7781 has it."
    ),
    (
      "> https://club.example/minutes/2026/11/03/the-long-walk-along-the-ri\n> ver-2026/page/with/more",
      "> https://club.example/minutes/2026/11/03/the-long-walk-along-the-river-2026/page/with/more"
    ),
  ])
  func aLinkThatWasCutIsWhole(body: String, expected: String) throws {
    #expect(try text("Content-Type: text/plain", body + "\n").contains(expected))
  }

  @Test(arguments: [
    "https://club.example/minutes/2026/11/03/the-long-walk-along-the-river/\nand then home.",
    "https://club.example/a\nb/c", "Is 3 <https://club.example/a\nno end\n> quoted",
  ])
  func whatStandsBelowALinkIsNotPartOfIt(body: String) throws {
    let text = try text("Content-Type: text/plain", body + "\n")
    #expect(text.split(separator: "\n").count == body.split(separator: "\n").count)
  }

  @Test func anAttachedTextHasTheEncodingOfItsPart() throws {
    var mail = Array("From: a@example.org\nContent-Type: multipart/mixed; boundary=m\n\n".utf8)
    mail +=
      "--m\nContent-Type: text/plain; charset=iso-8859-1\nContent-Disposition: attachment; filename=a.txt\n\n".utf8
    mail += [0x47, 0x72, 0xFC, 0x6E] + "\n--m--\n".utf8
    #expect(try ForeignFormat.mail.conversion(of: mail, named: "a.eml").text.hasSuffix("\n\nGrün\n"))
  }
}
