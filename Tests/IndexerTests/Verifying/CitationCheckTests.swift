import Foundation
import Indexer
import TestSupport
import Testing

@Suite struct CitationCheckTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func cite(_ lines: ClosedRange<Int>, _ text: String, of path: String = "keys.md") async -> CitedLines {
    await CitedLines(folder: folder.path, path: path, lines: lines, text: text).withDigest()
  }

  private func state(of cited: CitedLines) async -> CitationCheck.State {
    var check = CitationCheck()
    return await check.state(of: cited)
  }

  @Test func theDigestIsThatOfTheLinesAsOtherProgramsSeeThem() async throws {
    try folder.write("one\ntwo\nthree\n", to: "keys.md")
    // printf 'two\nthree' | sha256sum
    let digest = "43fc3d02ea6e854a19e994c75467d8163dde2464c83a12a5c56c59f47f75e253"
    let cited = await cite(2...3, "two\nthree")
    #expect(cited.digest == digest)
    try folder.write("one\r\ntwo\r\nthree", to: "keys.md")
    #expect(await cite(2...3, "two\nthree").digest == digest)
    let wide = "one\ntwo\nthree".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    try folder.write(Data([0xFF, 0xFE] + wide), to: "keys.md")
    #expect(await cite(2...3, "two\nthree").digest == digest)
  }

  @Test func aTextThatTheFileDoesNotHaveThereHasNoDigest() async throws {
    try folder.write("one\ntwo\n", to: "keys.md")
    #expect(await cite(1...1, "two").digest == nil)
    #expect(await cite(2...3, "two\nthree").digest == nil)
    #expect(await cite(0...0, "one").digest == nil)
    for path in ["none.md", "../keys.md"] { #expect(await cite(1...1, "one", of: path).digest == nil) }
  }

  @Test func whatBecameOfLines() async throws {
    try folder.write("# Keys\n\nRotate them yearly.\nMarta knows.\n", to: "keys.md")
    let cited = await cite(3...3, "Rotate them yearly.")
    #expect(await state(of: cited) == .stands)
    try folder.write("# Keys\nNew.\n\nRotate them yearly.\n", to: "keys.md")
    #expect(await state(of: cited) == .moved(path: "keys.md", lines: 4...4))
    try folder.write("# Keys\n\nRotate them yearly, or never.\n", to: "keys.md")
    #expect(await state(of: cited) == .changed)
    try FileManager.default.removeItem(atPath: folder.path + "/keys.md")
    #expect(await state(of: cited) == .gone)
    try folder.write("Rotate them yearly.", to: "archive/old.md")
    #expect(await state(of: cited) == .moved(path: "archive/old.md", lines: 1...1))
  }

  @Test func aPartOfALineStandsAsLongAsTheWholeLineDoes() async throws {
    try folder.write("First sentence. Second sentence.\nThird.\n", to: "keys.md")
    let cited = await cite(1...2, "Second sentence.\nThird.")
    #expect(await state(of: cited) == .stands)
    try folder.write("No sentence. Second sentence.\nThird.\n", to: "keys.md")
    #expect(await state(of: cited) == .changed)
    // Without a digest, only the text is known.
    var old = cited
    old.digest = nil
    #expect(await state(of: old) == .stands)
  }

  @Test func aSavedTextThatWasChangedIsFoundOut() async throws {
    try folder.write("The limit is 40.\n", to: "keys.md")
    var cited = await cite(1...1, "The limit is 40.")
    cited.text = "The limit is 400."
    #expect(await state(of: cited) == .altered)
  }

  @Test func noFileOutsideTheFolderIsRead() async throws {
    try folder.write("secret\n", to: "secret.md")
    try folder.write("note\n", to: "notes/a.md")
    for path in ["../secret.md", "link.md"] {
      if path == "link.md" {
        try FileManager.default.createSymbolicLink(
          atPath: folder.path + "/notes/link.md", withDestinationPath: folder.path + "/secret.md")
      }
      let cited = CitedLines(folder: folder.path + "/notes", path: path, lines: 1...1, text: "secret")
      #expect(await state(of: cited) == .gone)
    }
  }

  /// Ten thousand edits of notes and as many citations, each compared with a plain search for the cited lines.
  @Test func everyChangeIsFoundAndNoneIsReportedFalsely() async throws {
    var generator = SeededGenerator(seed: 14)
    var counts: [String: Int] = [:]
    for round in 0..<1250 {
      // Few different lines in every third note, so that copies of cited lines are common.
      let kinds = round % 3 == 0 ? 3 : 1000
      func line() -> String { "line \(Int.random(in: 0..<kinds, using: &generator)) — größer" }
      var lines = (0..<Int.random(in: 1...30, using: &generator)).map { _ in line() }
      try folder.write(lines.joined(separator: "\n") + "\n", to: "\(round).md")
      let blocks = (0..<8).map { _ in
        let first = Int.random(in: lines.indices, using: &generator)
        let last = Int.random(in: first..<min(first + 4, lines.count), using: &generator)
        return (first: first, lines: Array(lines[first...last]))
      }
      var cited: [CitedLines] = []
      for block in blocks {
        let lines = block.first + 1...block.first + block.lines.count
        cited.append(await cite(lines, block.lines.joined(separator: "\n"), of: "\(round).md"))
      }
      #expect(cited.allSatisfy { $0.digest != nil })

      for _ in 0..<8 { edit(&lines, line(), &generator) }
      let end = ["\n", "\r\n", "\r"].randomElement(using: &generator) ?? "\n"
      try folder.write(lines.joined(separator: end) + (Bool.random(using: &generator) ? end : ""), to: "\(round).md")

      var check = CitationCheck()
      for (block, cited) in zip(blocks, cited) {
        let places = lines.indices.filter { Array(lines[$0...].prefix(block.lines.count)) == block.lines }
        let found = await check.state(of: cited)
        let isRight =
          switch found {
          case .stands: places.contains(block.first)
          case .moved(cited.path, let range):
            !places.contains(block.first) && places.contains(range.lowerBound - 1) && range.count == block.lines.count
          case .changed: places.isEmpty
          case .moved, .gone, .altered, .unread: false
          }
        #expect(isRight, "round \(round): \(found), \(places)")
        counts[String("\(found)".prefix(5)), default: 0] += 1
      }
    }
    // The edits are of all kinds.
    #expect(counts.count == 3 && counts.values.allSatisfy { $0 > 1000 }, "\(counts)")
  }

  /// Inserts, removes, replaces, moves or changes a line.
  private func edit(_ lines: inout [String], _ new: String, _ generator: inout SeededGenerator) {
    guard let place = lines.indices.randomElement(using: &generator) else { return lines.append(new) }
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: lines.insert(new, at: place)
    case 1: lines.remove(at: place)
    case 2: lines[place] = new
    case 3: lines.insert(lines.remove(at: place), at: lines.indices.randomElement(using: &generator) ?? 0)
    case 4: lines[place] += [" ", ".", "x", "\u{301}", "\t"].randomElement(using: &generator) ?? ""
    default:
      var characters = Array(lines[place])
      if !characters.isEmpty { characters.remove(at: Int.random(in: characters.indices, using: &generator)) }
      lines[place] = String(characters)
    }
  }
}
