import Indexer
import Testing
import VectorStore

@Suite struct ParsedDocumentTests {
  private func title(_ text: String, _ path: String = "folder/file name.md") throws -> String {
    try ParsedDocument(DocumentText(text), path: path).title
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
  func aMarkdownDocumentSaysWhatItIsCalled(text: String, expected: String) throws {
    #expect(try title(text) == expected)
  }

  @Test(arguments: [
    ("#+TITLE: The plan\n* One\n", "plan.org", "The plan"),
    ("* TODO [#A] Only heading :tag:\n** Sub\n", "plan.org", "Only heading"),
    ("* One\n* Two\n", "plan.org", "plan"),
    ("Title\n=====\n\nPart\n----\n", "a.rst", "Title"),
    ("=====\nTitle\n=====\n\nPart\n----\n\nPart 2\n------\n", "a.rst", "Title"),
    ("One\n---\n\nTwo\n---\n", "a.rst", "a"),
    ("# no heading here\n", "todo.TXT", "todo"),
    ("text", "no.ending.txt", "no.ending"),
  ])
  func otherFormatsSayWhatTheyAreCalled(text: String, path: String, expected: String) throws {
    #expect(try title(text, path) == expected)
  }

  @Test(
    arguments: [
      ("---\ntags: [work, Work/Travel]\n---\n", ["work", "Work/Travel"]),
      (
        "---\ntags:\n  - work\n  - machine learning\n  - '#quoted'\n  - 2024\n---\n",
        ["work", "machine learning", "#quoted", "2024"]
      ),
      ("---\ntags: work, travel home\n---\n", ["work", "travel", "home"]),
      ("---\ntag: single\nTags: other\n---\n", ["single", "other"]),
      ("---\ntags: \"#a #b\"\n---\n", ["#a", "#b"]),
      ("---\ntags: #a, #b\ntitle: T\n---\n", ["#a", "#b"]),
      ("---\ntags: [#a, 'b'] # why\n---\n", ["#a", "b"]),
      ("---\ntags:\n- #a\n- b c\ntitle: T\n- d\n---\n", ["#a", "b c"]),
      ("---\ntitle: Broken: yaml\ntags:\n\n  - a\n  - \"b\"\nkind: c\n---\n", ["a", "b"]),
      ("---\ntags:\n---\n", []), ("---\ntags: null\n---\n", []), ("---\ntags: []\n---\n", []),
      ("---\ntags: {a: b}\n---\n", []), ("---\ntagsoup: a\ntitle: tags\n---\n", []),
      ("---\ntags: front\n---\n#inline\n", ["front", "inline"]),
    ] as [(String, [String])])
  func frontMatterNamesTags(text: String, expected: [String]) throws {
    #expect(try ParsedDocument(DocumentText(text), path: "a.md").tags == expected)
  }

  @Test(
    arguments: [
      ("#start and #middle/part, then #end.\n", ["start", "middle/part", "end"]),
      ("# Heading #tag\n\n## #two ##\n", ["tag", "two"]),
      ("# x\n\n#\n\n##no #123 #2024/05 #y2024 #1-2\n", ["2024/05", "y2024", "1-2"]),
      ("#_under #-dash #über #标签、#読む #नोट #🚀go\n", ["_under", "-dash", "über", "标签", "नोट", "🚀go"]),
      ("a#b (#c) [#d](#e) [[Note#f]] http://x.org/#g \"#h\" \\#i &#35;\n", []),
      ("`#code` ``a ` #b`` and `open #c\n", ["c"]),
      ("`code over\n#two lines` #after\n", ["after"]),
      ("```\n#fenced\n```\n\n    #indented\n\n~~~sh\n#x\n~~~\n#out\n", ["out"]),
      ("- #one\n  ```sh\n  #code\n  ```\n- [ ] #two\n- ~~~\n  #code\n  ~~~\n", ["one", "two"]),
      ("> #quoted\n> ```\n> #code\n> ```\n> #more\n", ["quoted", "more"]),
      ("| a | #cell |\n|---|---|\n| #other | b |\n", ["cell", "other"]),
      ("<div style=\"color: #fff\">\n#html\n</div>\n\nText <b style=\"color: #eee\">#no</b> 1 < 2 #yes\n", ["yes"]),
      ("<!-- #comment -->\n\n#tag\r\n#next\r\n", ["tag", "next"]), ("", []),
    ] as [(String, [String])])
  func textCarriesTags(text: String, expected: [String]) throws {
    #expect(try ParsedDocument(DocumentText(text), path: "a.md").tags == expected)
  }

  @Test(
    arguments: [
      (
        "#+TITLE: T\n#+FILETAGS: :Work:travel@home:\n* One :so:\n** COMMENT Two :not:\n* :a: b\n#+filetags: more\n",
        "a.org", ["Work", "travel@home", "more", "so"]
      ),
      ("#+begin_src org\n#+FILETAGS: :a:\n#+end_src\n#b\n", "a.org", []),
      ("---\ntags: a\n---\n#b\n", "a.txt", ["a"]), ("#b\n", "a.rst", []),
    ] as [(String, String, [String])])
  func otherFormatsCarryTheirTags(text: String, path: String, expected: [String]) throws {
    #expect(try ParsedDocument(DocumentText(text), path: path).tags == expected)
  }

  @Test func aliasesThatWouldGrowWithoutEndDoNoHarm() throws {
    var yaml = "---\ntitle: Bomb\na0: &a0 [x, x]\n"
    for level in 1...40 { yaml += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
    #expect(try title(yaml + "---\n# H\n") == "Bomb")
  }
}
