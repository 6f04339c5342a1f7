import LanguageModels
import Retriever
import Testing
import VectorStore

@Suite struct NoteMentionsTests {
  private func mentions(_ text: String, _ title: String, path: String = "other/x.md") -> Bool {
    NoteMentions(in: text).contains(title: title, path: path)
  }

  @Test(arguments: [
    ("The film was directed by Ruth Imhoff, in 2019.", "Ruth Imhoff", true),
    ("the BOILER room is locked", "Boiler room", true),
    ("The boiler rooms are locked.", "Boiler room", false),
    ("Brandt & Sons repaired it.", "Brandt & Sons", true),
    ("He watched Mercury rise.", "Mercury (planet)", true),
    // One word of everyday language is a name only as written.
    ("The garden is wet.", "Garden", false),
    ("Ask in the Garden.", "Garden", true),
    ("the garden is wet", "garden", false),
    ("Go to the Inn.", "Inn", false),
    ("It needs to do a test.", "To do", false),
    ("See page 2026.", "2026", true),
    ("詳しくは暖房の手引きを見る", "暖房", true),
    ("詳しくは暖房の手引きを見る", "冷房", false),
    ("", "Boiler", false), ("Boiler", "", false), ("Boiler", "()", false),
  ])
  func titles(text: String, title: String, isMentioned: Bool) {
    #expect(mentions(text, title) == isMentioned, "\(title) in \(text)")
  }

  @Test(arguments: [
    ("See [[heating]].", "house/heating.md", true),
    ("See [[Heating|the boiler]].", "house/heating.md", true),
    ("See [[house/heating#Valves]] and ![[plan.png]].", "house/heating.md", true),
    ("See [[heating.md]].", "heating.md", true),
    ("See [[v1.2]].", "releases/v1.2.md", true),
    ("See [[v1.2]].", "releases/v1.3.md", false),
    ("See [valves](../house/heating.md#valves).", "house/heating.md", true),
    ("See [valves](<house/heating%20system.md>).", "house/heating system.md", true),
    ("[valves](heating.md)", "house/heating.md", true),
    ("See [[file:heating.org][the manual]].", "house/heating.org", true),
    ("See [it](../attic/heating.md).", "house/heating.md", false),
    ("See [it](https://example.org/heating.md) and [it](https://heating.com/x).", "house/heating.md", false),
    ("![plan](heating.png)", "house/heating.md", false),
    ("See [[heating", "house/heating.md", false),
    ("The heating is on.", "house/heating.md", false),
  ])
  func links(text: String, path: String, isMentioned: Bool) {
    #expect(mentions(text, "The oil boiler's manual", path: path) == isMentioned, "\(path) in \(text)")
  }

  @Test func aNoteThatTheBestPassageMentionsIsRead() async throws {
    let notes = try await ScriptedNotes([
      "author.md": ["The red notebook was written by [[marta]] before the flood."],
      "marta.md": ["She grew up in Graz and moved north as a child."],
      "red.md": ["Red notebook paper, where was it bought."], "born.md": ["A red notebook: where kittens were born."],
    ])
    let question = "Where did the author of the red notebook that was written before the flood grow up?"
    let model = ScriptedLanguageModel { _ in #"In Graz."}"# }
    func sources(_ options: AnswerOptions) async throws -> [String] {
      try await notes.index.answer(to: question, using: model, options: options).passages.map(\.source.path)
    }
    let found = try await sources(AnswerOptions(passageLimit: 2))
    #expect(found == ["author.md", "marta.md"])
    // Where the user names the notes, no other is read.
    let named = try await sources(
      AnswerOptions(passageLimit: 2, filter: SearchFilter(paths: ["author.md", "red.md"])))
    #expect(!named.contains("marta.md"))
    let conversation = NotesConversation(about: notes.index, using: model, options: AnswerOptions(passageLimit: 2))
    #expect(try await conversation.answer(to: question).passages.map(\.source.path) == found)
  }
}
