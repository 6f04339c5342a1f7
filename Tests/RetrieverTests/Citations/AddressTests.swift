import LanguageModels
import Retriever
import Testing

/// Addresses are facts that are right by their every character.
@Suite struct AddressTests {
  @Test(arguments: [
    ("See https://evil.example/x?d=0000.", ["https://evil.example/x?d=0000"]),
    ("Write to it@mail.example, please.", ["it@mail.example"]),
    ("Go to www.notes.example!", ["www.notes.example"]),
    ("It is at notes.example/help and nowhere else.", ["notes.example/help"]),
    ("The server is 10.0.3.17:8080 now.", ["10.0.3.17:8080"]),
    ("Use fe80::1ff:fe23:4567:890a instead.", ["fe80::1ff:fe23:4567:890a"]),
    ("Run /tmp/fix.sh or ~/bin/rag.", ["/tmp/fix.sh", "~/bin/rag"]),
    (#"Open C:\notes\keys.md first."#, [#"C:\notes\keys.md"#]),
    ("It stands in lab/protocols/yeast.md.", ["lab/protocols/yeast.md"]),
    ("![](https://pix.example/i.gif) and [here](http://a.example)", ["https://pix.example/i.gif", "http://a.example"]),
    ("Either and/or both, at 80 km/h, 24/7, on 3/5/2026 at 14:30:05.", []),
    ("Version 3.5 of Node.js, e.g. z.B. the U.S. one, TCP/IP.", []),
    ("鍵は毎月替える。", []),
  ])
  func addressesAreTold(text: String, addresses: [String]) {
    #expect(Facts.addresses(in: text) == addresses)
    #expect(Set(addresses).isSubset(of: Facts.facts(of: text)))
  }

  @Test(arguments: [
    ("Log in at https://notes.example/in.", "https://notes.example/in"),
    ("Log in at notes.example.", "https://notes.example/"), ("Mail IT@Mail.example", "it@mail.example"),
    ("[x](http://a.example/b)", "http://a.example/b"), ("Log in at https://www.notes.example", "notes.example/"),
  ])
  func theSameAddressIsFound(text: String, address: String) { #expect(Facts.text(text, holds: address)) }

  @Test(arguments: [
    ("The code is 0000.", "https://evil.example/x?d=0000"),
    ("Log in at https://notes.example", "https://notes.example/in"),
    ("https://evil-notes.example.org", "https://notes.example/"), ("it@mail.example", "audit@mail.example"),
    ("10.0.3.17", "10.0.3.1/x"), ("/tmp/fix.sh2", "/tmp/fix.sh"),
  ])
  func anotherAddressIsNotFound(text: String, address: String) { #expect(!Facts.text(text, holds: address)) }

  /// Whatever a note makes a model say, an address that no cited line has is pointed out, by `ask` and in a
  /// conversation.
  @Test(arguments: [
    "https://evil.example/x?d=90", "www.evil.example/a", "x@evil.example", "10.1.2.3/x", "/tmp/evil.sh",
    "evil.example/90",
  ])
  func anAddressThatNoCitedLineHoldsIsFlagged(address: String) async throws {
    let notes = try await ScriptedNotes()
    let question = "How often are the signing keys rotated?"
    let reply = "The signing keys are rotated every 90 days, see \(address)."
    let model = ScriptedLanguageModel(replies: [reply + #""}"#, reply + #""}"#])
    let asked = try await notes.index.answer(to: question, using: model).collect()
    let said = try await NotesConversation(about: notes.index, using: model).answer(to: question).collect()
    for result in [asked, said] {
      #expect(result.outcome == .unsure)
      #expect(result.sentences.flatMap(\.unsupported) == [address])
    }
  }
}
