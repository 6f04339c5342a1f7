import Foundation
import LanguageModels
import TestSupport
import Testing

struct JSONParserTests {
  @Test func whatFoundationReadsIsReadAlike() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let value = JSONValue.random(depth: 4, using: &generator)
      let own = try JSONParser.parse(value.text)
      #expect(own == value)
      let data = Data(value.text.utf8)
      let theirs = try JSONDecoder().decode(JSONValue.self, from: data)
      #expect(theirs == value, "\(value.text)")
    }
  }

  @Test func anyBytesAreReadOrRefused() {
    var generator = SeededGenerator(seed: 11)
    let alphabet = Array(#"{}[]",:\u0eE+-.1 tfn"#.utf8) + [0x00, 0x1F, 0x80, 0xC3, 0xE2, 0xF0, 0xFF]
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
      }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let (value, open) = try? JSONParser.parse(beginningOf: text) else { continue }
      if open == 0, let value {
        // What is taken for JSON is JSON.
        #expect(throws: Never.self, "\(text)") {
          try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        }
        #expect((try? JSONParser.parse(value.text)) == value)
      }
    }
  }

  @Test(arguments: [
    "01", "+1", "1.", ".5", "1e", "0x10", "NaN", "Infinity", "[1,]", "[,1]", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "'a'",
    "\"\u{1}\"", #""\x""#, #""\u12G4""#, #""\ud800""#, #""\udc00""#, #""\ud800A""#, "tru e", "nulll", "[1 2]", "1 2",
    "\u{FEFF}1", "\u{A0}1", "// 1", "",
  ])
  func whatIsNoJSONIsRefused(text: String) {
    #expect(throws: JSONParser.Failure.self) { try JSONParser.parse(text) }
  }

  @Test func nestingIsReadToALimitAndRefusedBeyond() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try JSONParser.parse(nested(JSONParser.deepest)).text.utf8.count == 2 * JSONParser.deepest)
    #expect(throws: JSONParser.Failure.self) { try JSONParser.parse(nested(JSONParser.deepest + 1)) }
    #expect(throws: JSONParser.Failure.self) { try JSONParser.parse(String(repeating: "[", count: 1_000_000)) }
    #expect(throws: JSONParser.Failure.self) { try JSONParser.parse(String(repeating: #"{"a":"#, count: 1_000_000)) }
  }

  @Test func ofTwoPropertiesWithOneNameTheLastCounts() throws {
    #expect(try JSONParser.parse(#"{"a": 1, "b": 2, "a": 3}"#).text == #"{"a": 3, "b": 2}"#)
    #expect(try GeneratedContent(json: #"{"a": 1, "b": 2, "a": "x"#).jsonString == #"{"b": 2, "a": "x"}"#)
  }

  @Test func numbersAreComparedByValueWhateverTheirSize() throws {
    func number(_ literal: String) throws -> JSONNumber { try #require(JSONNumber(literal)) }
    #expect(try number("1.0") == number("10e-1"))
    #expect(try number("-0") == number("0.0e5"))
    #expect(try number("1e999999999999999999999") > number("1e999"))
    #expect(try number("123456789012345678901") < number("123456789012345678902"))
    #expect(try number("-2") < number("-1.5"))
    #expect(try number("-1") < number("1e-400"))
    #expect(try number("1e18").integer == 1_000_000_000_000_000_000)
    #expect(try number("1e19").integer == nil)
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2_000 {
      let (left, right) = (
        Int.random(in: -999...999, using: &generator), Int.random(in: -999...999, using: &generator)
      )
      let (first, second) = try (number("\(Double(left) / 10)"), number("\(Double(right) / 10)"))
      #expect((first < second) == (left < right))
      #expect((first == second) == (left == right))
    }
  }
}

extension JSONValue {
  static func random(depth: Int, using generator: inout SeededGenerator) -> JSONValue {
    let texts = ["", "a", "é", "e\u{301}", "🦆", "\"", "\\", "\n", "\u{1}", "\u{2028}", "/", "null"]
    func text() -> String {
      (0..<Int.random(in: 0...4, using: &generator)).map { _ in texts.randomElement(using: &generator) ?? "" }.joined()
    }
    switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2: return .number(JSONNumber(Int.random(in: -1000...1000, using: &generator)))
    case 3:
      let quarters = Double(Int.random(in: -1000...1000, using: &generator)) / 4
      return JSONNumber("\(quarters)").map { .number($0) } ?? .null
    case 4: return .string(text())
    case 5:
      return .array(
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in random(depth: depth - 1, using: &generator) })
    default:
      var names: Set<String> = []
      return .object(
        (0..<Int.random(in: 0...4, using: &generator)).compactMap { _ in
          let name = text()
          return names.insert(name.decomposedStringWithCanonicalMapping).inserted
            ? Member(name, random(depth: depth - 1, using: &generator)) : nil
        })
    }
  }
}
