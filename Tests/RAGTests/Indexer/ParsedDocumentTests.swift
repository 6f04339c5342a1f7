import Indexer
import Testing
import VectorStore

@Suite struct ParsedDocumentTests {
  private func title(_ text: String, _ path: String = "folder/file name.md") -> String {
    ParsedDocument(DocumentText(text), path: path).title
  }

  @Test(arguments: [
    ("---\ntitle: From YAML\n---\n# Heading\n", "From YAML"),
    ("---\ntitle: \"Quoted: yes\"\ntags: [a, b]\n---\n", "Quoted: yes"),
    ("---\ntitle: 2024\n---\n", "2024"),
    ("---\ntitle: >\n  folded\n  text\n---\n", "folded text"),
    ("---\ntitle: Broken: yaml: here\n---\n# H\n", "Broken: yaml: here"),
    ("---\ntitle: [broken\ntags: x\n---\nText\n", "[broken"),
    ("---\ntags: [a]\n...\n# After\n", "After"),
    ("---\ntitle:\n---\n# Empty title\n", "Empty title"),
    ("---\r\ntitle: Windows\r\n---\r\n", "Windows"),
    ("# One\ntext\n## Two\n", "One"),
    ("# Monday\n# Tuesday\n", "Monday"),
    ("Intro\n\n# Later ##\n", "Later"),
    ("Setext\n======\n", "Setext"),
    ("## Only second\n### Third\n", "Only second"),
    ("## One\n## Two\n", "file name"),
    ("## Low\n# High\n", "file name"),
    ("```\n# no heading\n```\n", "file name"),
    ("<!--\n# no heading\n-->\n", "file name"),
    ("#no heading\n", "file name"),
    ("####### seven\n", "file name"),
    ("---\njust a rule\n\n---\n", "file name"),
    ("---\n- a list\n---\n# T\n", "T"),
    ("", "file name"),
    ("text\n---\nmore", "text"),
  ])
  func aMarkdownDocumentSaysWhatItIsCalled(text: String, expected: String) {
    #expect(title(text) == expected)
  }

  @Test(arguments: [
    ("#+TITLE: The plan\n* One\n", "plan.org", "The plan"),
    ("* TODO [#A] Only heading :tag:\n** Sub\n", "plan.org", "Only heading :tag:"),
    ("* One\n* Two\n", "plan.org", "plan"),
    ("Title\n=====\n\nPart\n----\n", "a.rst", "Title"),
    ("=====\nTitle\n=====\n\nPart\n----\n\nPart 2\n------\n", "a.rst", "Title"),
    ("One\n---\n\nTwo\n---\n", "a.rst", "a"),
    ("# no heading here\n", "todo.TXT", "todo"),
    ("text", "no.ending.txt", "no.ending"),
  ])
  func otherFormatsSayWhatTheyAreCalled(text: String, path: String, expected: String) {
    #expect(title(text, path) == expected)
  }

  @Test func aliasesThatWouldGrowWithoutEndDoNoHarm() {
    var yaml = "---\ntitle: Bomb\na0: &a0 [x, x]\n"
    for level in 1...40 { yaml += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
    #expect(title(yaml + "---\n# H\n") == "Bomb")
  }
}
