import Foundation
import LanguageModels
import Testing

struct GeneratedContentTests {
  @Test func aValueIsReadBackFromItsContentAndFromItsText() throws {
    let content = Trip.example.generatedContent
    #expect(try content.value(Trip.self) == Trip.example)
    #expect(try Trip(GeneratedContent(json: content.jsonString)) == Trip.example)
    try Trip.generationSchema.validate(content)
  }

  @Test func aStructureIsContentOfItsPropertiesInOrder() throws {
    guard case .structure(let properties, let keys) = Trip.example.generatedContent.kind else {
      Issue.record("a generable structure should be content of that kind")
      return
    }
    #expect(keys == ["city", "nights", "price", "rating", "isBooked", "days", "season"])
    #expect(properties["nights"]?.kind == .number(3))
    #expect(properties["days"].map { try? $0.value([Day].self) } == Trip.example.days)
  }

  @Test func jsonStringKeepsTheOrderOfPropertiesAndTheDigitsOfNumbers() throws {
    for text in [
      #"{"z": 1, "a": [true, null, -0.50], "m": {"y": "\"\\\n\u0001é🦆", "b": 12345678901234567890}}"#, "[]", "{}", "0",
      #""""#,
    ] {
      #expect(try GeneratedContent(json: text).jsonString == text)
    }
    #expect(Trip.example.generatedContent.jsonString.hasPrefix(#"{"city": "Lyon", "nights": 3, "price": 120.45, "#))
  }

  @Test func numbersAreReadExactlyOrNotAtAll() throws {
    func read<Value: Generable>(_ text: String) throws -> Value { try GeneratedContent(json: text).value() }
    #expect(try read("9223372036854775807") == Int.max)
    #expect(try read("-9223372036854775808") == Int.min)
    #expect(try read("30e-1") == 3)
    #expect(try read("0.1") as Decimal == Decimal(string: "0.1"))
    #expect(try read("123456789012345678.91") as Decimal == Decimal(string: "123456789012345678.91"))
    #expect(try read("0.1") as Float == 0.1)
    for wrong in ["9223372036854775808", "3.5", "\"3\"", "true", "null", "1e400"] {
      #expect(throws: GeneratedContent.ParsingError.self) { try read(wrong) as Int }
    }
    #expect(throws: GeneratedContent.ParsingError.self) { try read("1e400") as Double }
    #expect(throws: GeneratedContent.ParsingError.self) { try read("1e39") as Float }
  }

  @Test func malformedTextNeverBecomesAValue() {
    for text in [
      #"{"city": "Lyon""#, #"{"title": 3}"#, #"{"titel": "x"}"#, #"["title"]"#, #"{"title": null}"#, #"{title: "x"}"#,
      "```json\n{\"title\": \"x\"}\n```", "", "nonsense", #"{"title": "x"} and more"#, #"{'title': 'x'}"#,
      #"{"title": "x",}"#,
    ] {
      #expect(throws: GeneratedContent.ParsingError.self, "\(text)") {
        let content = try GeneratedContent(json: text)
        guard content.isComplete else { throw content.mismatch("finished") }
        _ = try Day(content)
      }
    }
  }

  @Test func whatIsMissingOrWrongIsNamed() throws {
    let content = try GeneratedContent(json: #"{"trip": {"city": 3}}"#)
    let error = #expect(throws: GeneratedContent.ParsingError.self) {
      try content.value(Trip.self, forProperty: "trip")
    }
    #expect(error?.errorDescription == "in trip: in city: the content should be a string: 3")
    let missing = #expect(throws: GeneratedContent.ParsingError.self) { try content.value(Int.self, forProperty: "x") }
    #expect(missing?.errorDescription?.hasPrefix("the property x is missing") == true)
    #expect(try content.value(Int?.self, forProperty: "x") == nil)
  }

  @Test func unfinishedTextGivesWhatIsCertain() throws {
    func partial(_ text: String) throws -> (String, Bool) {
      let content = try GeneratedContent(json: text)
      return (content.jsonString, content.isComplete)
    }
    for (text, expected) in [
      ("", "null"), ("{", "{}"), (#"{"a"#, "{}"), (#"{"a""#, "{}"), (#"{"a":"#, "{}"), (#"{"a": "#, "{}"),
      (#"{"a": 1"#, "{}"), (#"{"a": 1,"#, #"{"a": 1}"#), (#"{"a": tr"#, "{}"), (#"{"a": "x"#, #"{"a": "x"}"#),
      (#"{"a": "x\"#, #"{"a": "x"}"#), (#"{"a": "x\u00"#, #"{"a": "x"}"#), (#"{"a": "x\ud83e"#, #"{"a": "x"}"#),
      (#"{"a": [1, 2"#, #"{"a": [1]}"#), (#"{"a": [1, 2]"#, #"{"a": [1, 2]}"#), ("-", "null"), ("[-", "[]"),
      ("[1.", "[]"), ("[1e+", "[]"), (#""abc"#, #""abc""#), ("nul", "null"),
    ] {
      let (json, isComplete) = try partial(text)
      #expect(json == expected, "\(text)")
      #expect(!isComplete, "\(text)")
    }
    #expect(try partial("12") == ("12", true))
    #expect(try partial(" {} ") == ("{}", true))
  }

  @Test func onlyTheLastPartOfUnfinishedContentIsUnfinished() throws {
    let content = try GeneratedContent(json: #"{"a": {"x": "1"}, "b": [{"y": "2"}, {"z": "3"#)
    #expect(!content.isComplete)
    #expect(try content.value(GeneratedContent.self, forProperty: "a").isComplete)
    let list = try content.value([GeneratedContent].self, forProperty: "b")
    #expect(list.map(\.isComplete) == [true, false])
    #expect(try list[1].value(GeneratedContent.self, forProperty: "z").isComplete == false)
    let closed = try GeneratedContent(json: #"{"a": "1", "b":"#)
    #expect(try closed.value(GeneratedContent.self, forProperty: "a").isComplete)
  }

  @Test func everyBeginningOfATextCanBeReadAndGrowsTowardsTheWhole() throws {
    let text = #"{"a": [1.5e3, "xé\u0041\"🦆", {"b": null}], "c": {"d": true, "e": -0}}"#
    let whole = try GeneratedContent(json: text)
    var sizes: [Int] = []
    for end in text.unicodeScalars.indices {
      let content = try GeneratedContent(json: String(text.unicodeScalars[..<end]))
      #expect(!content.isComplete)
      sizes.append(content.jsonString.utf8.count)
    }
    #expect(whole.isComplete)
    #expect(zip(sizes.dropFirst(), sizes.dropFirst(2)).allSatisfy { $0 <= $1 })
  }

  @Test func equalityIsThatOfValues() throws {
    func content(_ text: String) throws -> GeneratedContent { try GeneratedContent(json: text) }
    #expect(try content(#"{"a": 1, "b": 2}"#) == content(#"{"b": 2.0, "a": 10e-1}"#))
    #expect(try content("[1, 2]") != content("[2, 1]"))
    #expect(try content("\"\u{e9}\"") != content("\"e\u{301}\""))
    #expect(try content(#""a"#) != content(#""a""#))
    #expect(GeneratedContent("x", id: GenerationID()) == GeneratedContent("x"))
  }

  @Test func infiniteNumbersAreNull() {
    #expect(Double.infinity.generatedContent.kind == .null)
    #expect(Float.nan.generatedContent.kind == .null)
    #expect(GeneratedContent(kind: .number(.nan)).kind == .null)
  }

  @Test func contentIsMadeOfPropertiesElementsAndKinds() {
    let content = GeneratedContent(properties: ["a": 1, "b": ["x", "y"], "c": Int?.none])
    #expect(content.jsonString == #"{"a": 1, "b": ["x", "y"], "c": null}"#)
    #expect(GeneratedContent(elements: [1, "x", true]).jsonString == #"[1, "x", true]"#)
    #expect(GeneratedContent(kind: content.kind).jsonString == #"{"a": 1, "b": ["x", "y"], "c": null}"#)
    let twice: [(String, any ConvertibleToGeneratedContent)] = [("a", 1), ("b", 2), ("a", 3)]
    #expect(GeneratedContent(properties: twice) { first, _ in first }.jsonString == #"{"a": 1, "b": 2}"#)
  }

  @Test func aTypeThatIsOnlyReadNeedsNoSchema() throws {
    struct Search: ConvertibleFromGeneratedContent, Equatable {
      var query: String
      var limit: Int?

      init(_ content: GeneratedContent) throws {
        query = try content.value(forProperty: "query")
        limit = try content.value(forProperty: "limit")
      }
    }
    let search = try GeneratedContent(json: #"{"query": "keys", "limit": null}"#).value(Search.self)
    #expect(search.query == "keys" && search.limit == nil)
    #expect(try GeneratedContent(json: #"[{"query": "a", "limit": 3}]"#).value([Search].self).first?.limit == 3)
  }

  @Test func whatIsTooUnfinishedToBeReadIsLeftOut() throws {
    let content = try GeneratedContent(json: #"{"seasons": ["spring", "sum"#)
    #expect(try content.value([Season]?.self, forProperty: "seasons") == [.spring])
    #expect(try GeneratedContent(json: #"{"season": "spr"#).value(Season?.self, forProperty: "season") == nil)
    #expect(throws: GeneratedContent.ParsingError.self) {
      try GeneratedContent(json: #"{"season": "spr"}"#).value(Season?.self, forProperty: "season")
    }
  }

  @Test func partsOfAValueHaveTheSameIDsEachTime() throws {
    let id = GenerationID()
    func ids(_ text: String) throws -> [GenerationID?] {
      var content = try GeneratedContent(json: text)
      content.id = id
      let list = try content.value(GeneratedContent.self, forProperty: "list")
      guard case .array(let elements) = list.kind else { return [] }
      return [content.id, list.id] + elements.map(\.id)
    }
    let early = try ids(#"{"list": ["a", "b"#)
    let late = try ids(#"{"list": ["a", "bc", "d"]}"#)
    #expect(early == Array(late.prefix(4)) && Set(late).count == 5 && !late.contains(nil))
  }

  @Test func aRegexLiteralIsAPattern() throws {
    let schema = DynamicGenerationSchema(type: String.self, guides: [.pattern(/[A-Z]{3}-\d+/)])
    let root = try GenerationSchema(root: schema, dependencies: [])
    try root.validate(GeneratedContent("ABC-12"))
    #expect(throws: GenerationSchema.ValidationError.self) { try root.validate(GeneratedContent("ABC-")) }
    let lookAhead = DynamicGenerationSchema(type: String.self, guides: [.pattern(/a(?=b)/)])
    #expect(throws: (any Error).self) { try GenerationSchema(root: lookAhead, dependencies: []) }
  }
}
