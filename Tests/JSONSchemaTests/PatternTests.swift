import Foundation
import LanguageModels
import Testing

struct PatternTests {
  private func schema(_ pattern: String) throws -> GenerationSchema {
    try GenerationSchema(jsonSchema: JSONValue.object([.init("pattern", .string(pattern))]).text)
  }

  private func isValid(_ text: String, _ schema: GenerationSchema) -> Bool {
    (try? schema.validate(GeneratedContent(text))) != nil
  }

  @Test(arguments: [
    "^$", "a", "^a", "a$", "^a$", "a|b$", "^(a|b)*c?$", "^a{2,3}$", "^(?:ab){0,2}$", "[^a]", "^[a-c]+$",
    "^[^b-c]?$",
    "(^|b)a", "a($|c)", "^.{2}$", "a.c", "^(a*b*)*$", "^((a|b){1,2}c){2}$", "b+?", "^(?<name>a)b$", "^a|c$",
    "^(|a)$", #"\x61"#, #"[\d\-]b"#, #"\."#,
  ])
  func patternsMatchWhereFoundationsDo(pattern: String) throws {
    let expression = try NSRegularExpression(pattern: pattern)
    let schema = try schema(pattern)
    var texts = [""]
    for _ in 0..<5 { texts += texts.flatMap { text in ["a", "b", "c"].map { text + $0 } } }
    texts += ["é", "1b", "-b", ".", "a{,2}", "a.c"]
    for text in Set(texts) {
      let range = NSRange(text.startIndex..., in: text)
      #expect(isValid(text, schema) == (expression.firstMatch(in: text, range: range) != nil), "\(text)")
    }
  }

  @Test func classesAreThoseOfECMAScript() throws {
    for (pattern, yes, no) in [
      (#"^\d$"#, ["0", "9"], ["٣", "a"]), (#"^\w$"#, ["a", "Z", "_", "5"], ["é", "-"]),
      (#"^\s$"#, [" ", "\u{A0}", "\u{FEFF}", "\u{2029}", "\t"], ["\u{200B}", "a"]),
      (#"^.$"#, ["a", "🦆", "\u{0}"], ["\n", "\r", "\u{2028}", "ab"]), (#"^[^\s\d]$"#, ["a", "é"], [" ", "1"]),
      (#"^🦆{2}$"#, ["🦆🦆"], ["🦆"]), (#"^\uD83E\uDD86$"#, ["🦆"], ["a"]), (#"^\u{1F986}$"#, ["🦆"], ["a"]),
      (#"^[🐀-🦆]$"#, ["🐈"], ["a"]), (#"^\cA$"#, ["\u{1}"], ["A"]), (#"^[\b]$"#, ["\u{8}"], ["b"]),
    ] {
      let schema = try schema(pattern)
      for text in yes { #expect(isValid(text, schema), "\(pattern) \(text.debugDescription)") }
      for text in no { #expect(!isValid(text, schema), "\(pattern) \(text.debugDescription)") }
    }
  }

  /// Patterns are kept once they are compiled: one that only looks like another is compiled by itself.
  @Test func patternsThatLookAlikeMatchTheirOwnCodePoints() throws {
    let forms = ["\u{C5}", "\u{212B}", "A\u{30A}"]
    for pattern in forms + forms.reversed() {
      let schema = try schema("^\(pattern)$")
      for text in forms {
        let isSame = text.unicodeScalars.elementsEqual(pattern.unicodeScalars)
        #expect(isValid(text, schema) == isSame, "\(pattern.unicodeScalars) \(text.unicodeScalars)")
      }
    }
  }

  @Test(arguments: [
    "(?=a)", "(?!a)", "(?<=a)", "(?<!a)", #"(a)\1"#, #"\k<n>"#, #"\bword\b"#, #"\p{L}"#, "(?i)a", "(", ")", "[a", "*a",
    "a**", "a{3,2}", "^*", #"\"#, #"\Z"#, #"\u12"#, "[b-a]", "a{100000}", "(a{100}){100}",
  ])
  func whatIsNotRegularIsRefusedByName(pattern: String) {
    #expect {
      try schema(pattern)
    } throws: { error in
      guard case .unsupportedPattern(pattern, let reason, "#") = error as? GenerationSchema.SchemaError else {
        return false
      }
      return !reason.isEmpty
    }
  }

  @Test func aPatternThatTriesEverythingTakesNoLonger() throws {
    let schema = try schema("^(a+)+$")
    #expect(!isValid(String(repeating: "a", count: 50_000) + "b", schema))
    #expect(isValid(String(repeating: "a", count: 50_000), schema))
  }
}
