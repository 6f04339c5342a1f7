import Foundation
import Retriever
import TestSupport
import Testing
import VectorStore

/// What of a typed query is text, and what an operator.
@Suite struct SearchQueryTests {
  private static let utc = TimeZone(secondsFromGMT: 0) ?? .current
  /// 3 May 2026, 12:00.
  private static let now = Date(timeIntervalSince1970: 1_777_809_600)

  private func parse(_ query: String) throws -> SearchQuery {
    try SearchQuery(parsing: query, now: Self.now, timeZone: Self.utc)
  }

  /// What a query should be read as.
  struct Reading: Sendable, CustomTestStringConvertible {
    var typed: String
    var text: String
    var phrases: [String] = []
    var excluded: [String] = []
    var paths: [String] = []
    var tags: [String] = []
    var withoutPaths: [String] = []
    var withoutTags: [String] = []
    var testDescription: String { typed }

    var filter: SearchFilter {
      SearchFilter(
        tags: tags, pathParts: paths, phrases: phrases,
        excluded: .init(phrases: excluded, tags: withoutTags, pathParts: withoutPaths))
    }
  }

  private func expect(_ reading: Reading) throws {
    let query = try parse(reading.typed)
    #expect(query.text == reading.text)
    #expect(query.filter == reading.filter)
    #expect(query.operators.isEmpty == (reading.filter == SearchFilter()))
  }

  @Test(arguments: [
    "rotate the signing keys", "e-mail", "state-of-the-art", "5\" pipe", "a 5\" and a 6\" pipe", "don't", "\"", "\"\"",
    "\"!?\"", "an \"open quote", "“offen", "-", "--", "---", "- item", "a - b", "--force", "freezer at -18", "-18°C",
    "-3.5", "-(a)", "-\"", "-\"open", "-💥", "foo:bar", "http://a.b/c", "PATH:/usr/bin", "Tag:x", "path:", "-path:",
    "after: lunch", "path", ":", "note:path:x", "xtag:y", "鍵を回す", "-", "→ -", "'a b'",
    "「鍵」", "\\\"a\\\"", "–draft", "−draft", "#work", "-#work", "a\"b\"c", "", "   ",
  ])
  func whatIsNoOperatorIsText(typed: String) throws {
    let words = typed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    try expect(Reading(typed: typed, text: words))
  }

  @Test(arguments: [
    Reading(typed: "\"signing keys\"", text: "signing keys", phrases: ["signing keys"]),
    Reading(typed: "a \"b c\" d \"e\"", text: "a b c d e", phrases: ["b c", "e"]),
    Reading(typed: "\" keys \"", text: "keys", phrases: ["keys"]),
    Reading(typed: "“signing keys”", text: "signing keys", phrases: ["signing keys"]),
    Reading(typed: "„zu den Akten“", text: "zu den Akten", phrases: ["zu den Akten"]),
    Reading(typed: "„zu den Akten”", text: "zu den Akten", phrases: ["zu den Akten"]),
    Reading(typed: "« mot à mot »", text: "mot à mot", phrases: ["mot à mot"]),
    Reading(typed: "»wörtlich«", text: "wörtlich", phrases: ["wörtlich"]),
    Reading(typed: "＂鍵を＂", text: "鍵を", phrases: ["鍵を"]),
    Reading(typed: "“mixed\"", text: "mixed", phrases: ["mixed"]),
    Reading(typed: "\"say \\\"yes\\\" now\"", text: "say \"yes\" now", phrases: ["say \"yes\" now"]),
    Reading(typed: "\"keys\", rotated", text: "keys , rotated", phrases: ["keys"]),
    Reading(typed: "\"a\"-b", text: "a -b", phrases: ["a"]),
    Reading(typed: "\"tag:work -draft\"", text: "tag:work -draft", phrases: ["tag:work -draft"]),
    Reading(typed: "\"open \"b\" c", text: "open b\" c", phrases: ["open"]),
    Reading(typed: "\"1 2\"", text: "1 2", phrases: ["1 2"]),
  ])
  func quotesMakeAPhrase(reading: Reading) throws {
    try expect(reading)
  }

  @Test(arguments: [
    Reading(typed: "keys -draft", text: "keys", excluded: ["draft"]),
    Reading(typed: "-draft keys", text: "keys", excluded: ["draft"]),
    Reading(typed: "-draft", text: "", excluded: ["draft"]),
    Reading(typed: "-x", text: "", excluded: ["x"]),
    Reading(typed: "keys -a -b", text: "keys", excluded: ["a", "b"]),
    Reading(typed: "keys -e-mail", text: "keys", excluded: ["e-mail"]),
    Reading(typed: "keys -\"first draft\"", text: "keys", excluded: ["first draft"]),
    Reading(typed: "keys -“first draft”", text: "keys", excluded: ["first draft"]),
    Reading(typed: "freezer -\"18\"", text: "freezer", excluded: ["18"]),
    Reading(typed: "鍵 -猫", text: "鍵", excluded: ["猫"]),
    Reading(typed: "-foo:bar", text: "", excluded: ["foo:bar"]),
    Reading(typed: "-don't keys", text: "keys", excluded: ["don't"]),
  ])
  func aDashExcludes(reading: Reading) throws {
    try expect(reading)
  }

  @Test(arguments: [
    Reading(typed: "path:journal keys", text: "keys", paths: ["journal"]),
    Reading(typed: "keys path:a path:*.org", text: "keys", paths: ["a", "*.org"]),
    Reading(typed: "path:\"my notes/2026\" keys", text: "keys", paths: ["my notes/2026"]),
    Reading(typed: "path:“my notes” keys", text: "keys", paths: ["my notes"]),
    Reading(typed: "path:\"open keys", text: "keys", paths: ["\"open"]),
    Reading(typed: "path:a:b", text: "", paths: ["a:b"]),
    Reading(typed: "tag:work tag:#home/garden", text: "", tags: ["work", "#home/garden"]),
    Reading(typed: "tag:\"two words\"", text: "", tags: ["two words"]),
    Reading(typed: "keys -path:archive -tag:done", text: "keys", withoutPaths: ["archive"], withoutTags: ["done"]),
    Reading(typed: "-path:\"old notes\"", text: "", withoutPaths: ["old notes"]),
    Reading(
      typed: "tag:work \"signing keys\" rotate -draft path:ops", text: "signing keys rotate", phrases: ["signing keys"],
      excluded: ["draft"], paths: ["ops"], tags: ["work"]),
  ])
  func prefixesRestrictTheNotes(reading: Reading) throws {
    try expect(reading)
  }

  @Test(arguments: [
    ("after:2026", "2026-01-01T00:00:00Z"), ("after:2026-05", "2026-05-01T00:00:00Z"),
    ("after:2024-02-29", "2024-02-29T00:00:00Z"), ("after:0d", "2026-05-03T12:00:00Z"),
    ("after:7d", "2026-04-26T12:00:00Z"), ("after:2w", "2026-04-19T12:00:00Z"), ("after:3m", "2026-02-03T12:00:00Z"),
    ("after:1y", "2025-05-03T12:00:00Z"), ("after:\"2026-05\"", "2026-05-01T00:00:00Z"),
    ("-before:2026-05", "2026-05-01T00:00:00Z"), ("after:2025 after:2026 after:2024", "2026-01-01T00:00:00Z"),
    ("after:yesterday", "2026-05-02T00:00:00Z"), ("after:\"last month\"", "2026-04-01T00:00:00Z"),
  ])
  func afterIsFromTheBeginningOfADateOn(typed: String, start: String) throws {
    let date = try Date(start, strategy: .iso8601)
    let query = try parse("keys " + typed)
    #expect(query.text == "keys")
    #expect(query.filter.modified == date..<Date.distantFuture)
    let opposite = typed.replacing("after:", with: "before:")
    guard !typed.contains(" ") else { return }
    let before = Date.distantPast..<date
    if !typed.hasPrefix("-") { #expect(try parse(opposite).filter.modified == before) }
  }

  @Test func aConditionMayHaveItsValueInQuotes() throws {
    let expected = [PropertyCondition(key: "status", .equal, "in progress")]
    for typed in [
      #"where:status="in progress""#, #"where:"status=in progress""#, "where:status=“in progress”",
      #"where:"status='in progress'""#,
    ] {
      let query = try parse("keys \(typed)")
      #expect(query.filter.properties == expected && query.text == "keys", "\(typed)")
    }
    #expect(try parse(#"-where:rating>="3" x"#).filter.excluded.properties == [.init(key: "rating", .atLeast, "3")])
  }

  @Test(arguments: ["status<>done", "status=>3", "status!done", "=done", "a=!b"])
  func whatIsNoConditionIsAnError(value: String) throws {
    let error = SearchQueryError.badCondition(prefix: "where:", value: value)
    #expect(throws: error) { try parse("keys where:\(value)") }
    #expect(error.localizedDescription.contains("one of =, !=, <, <=, > or >="))
  }

  @Test(arguments: ["tag:", "tag: work", "tag:#", "tag:\"\"", "where:", "keys where: a=b", "when:", "-tag:", "-where:"])
  func anOperatorWithoutAValueIsAnError(typed: String) throws {
    let prefix = try #require(["tag:", "where:", "when:"].first { typed.contains($0) })
    #expect(throws: SearchQueryError.noValue(prefix: prefix)) { try parse(typed) }
    #expect(SearchQueryError.noValue(prefix: prefix).localizedDescription.contains("right after the colon"))
  }

  @Test func twoDatesAreAPeriod() throws {
    let may = try Date("2026-05-01T00:00:00Z", strategy: .iso8601)..<Date("2026-06-01T00:00:00Z", strategy: .iso8601)
    #expect(try parse("after:2026-05 before:2026-06").filter.modified == may)
    #expect(try parse("before:2026-06 after:2026-05").filter.modified == may)
    #expect(try parse("after:2026-06 before:2026-05").filter.modified?.isEmpty == true)
  }

  @Test func daysBeginWhereThePersonIs() throws {
    let kiritimati = try #require(TimeZone(secondsFromGMT: 14 * 3600))
    let query = try SearchQuery(parsing: "after:2026-05-03", now: Self.now, timeZone: kiritimati)
    let midnight = try Date("2026-05-02T10:00:00Z", strategy: .iso8601)
    #expect(query.filter.modified?.lowerBound == midnight)
  }

  @Test(arguments: [
    "lunch", "2026-13", "2026-02-30", "2025-02-29", "26", "2026-5", "7", "7x", "d", "-7d",
    "12345d", "٢٠٢٦", "2026-05-03T10:00", "0000",
  ])
  func whatIsNoDateIsAnError(value: String) throws {
    for prefix in ["after:", "before:"] {
      #expect(throws: SearchQueryError.badDate(prefix: prefix, value: value)) { try parse("keys \(prefix)\(value)") }
    }
    let message = try #require(SearchQueryError.badDate(prefix: "after:", value: value).errorDescription)
    #expect(message.hasPrefix("after:\(value): expected a date") && !message.contains("\n"))
  }

  /// Nothing that was typed is lost: text and operators together are what was typed, but for quotes and spaces.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func nothingTypedIsLost(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "a", "b-c", "-", "--", "\"", "“", "»", " ", "  ", "\t", "-d", "path:", "tag:w", "x", "7", "-7", "\\", "鍵", ":",
      "'",
    ]
    for _ in 0..<400 {
      let typed = (0..<Int.random(in: 0...12, using: &generator)).compactMap { _ in
        pieces.randomElement(using: &generator)
      }.joined()
      let query = try parse(typed)
      var rest = typed[...]
      for place in query.operators {
        let found = try #require(rest.range(of: place), "\(typed)")
        rest = rest[found.upperBound...]
      }
      let kept = Set(query.text.split(whereSeparator: \.isWhitespace))
      let words = typed.split(whereSeparator: \.isWhitespace)
      for word in words where !query.operators.contains(where: { $0.contains(word) }) && word.allSatisfy(\.isLetter) {
        #expect(kept.contains(word), "\(typed)")
      }
      #expect(query.operators.isEmpty == (query.filter == SearchFilter()), "\(typed)")
      if query.operators.isEmpty { #expect(query.text == words.joined(separator: " "), "\(typed)") }
    }
  }
}
