import Foundation
import TestSupport
import Testing

/// Names and notes made to command the terminal, to hide, or to print lines that look like the program's own.
@Suite(.serialized) struct TerminalSafetyTests {
  /// Every kind of character that a terminal obeys, orders others by, or does not show; each stands after a letter.
  private static let hostile: [Unicode.Scalar] = [
    0x01...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x180E...0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2064,
    0x2066...0x206F, 0x3164...0x3164, 0xFEFF...0xFEFF, 0xFFF9...0xFFFB, 0xE0001...0xE0001, 0xE0020...0xE007F,
  ].joined().compactMap { Unicode.Scalar($0) }

  /// What they do to a terminal, and what a name can pretend.
  private static let tricks = [
    "a\nFORGED line", "b\r\u{1B}[2K\u{1B}]0;owned\u{7}", "c\u{9B}31m", "d\u{202E}dm.", "e\u{FE0F}\u{FE0F}\u{FE0F}",
    "f\u{200D}\u{200D}", "g\u{1B}]8;;mailto:x@evil.example\u{1B}\\h",
  ]

  /// A text with all of it, in pieces short enough for the names of files.
  private static let pieces =
    stride(from: 0, to: hostile.count, by: 30).map { start in
      hostile[start..<min(start + 30, hostile.count)].map { "x" + String($0) }.joined()
    } + tricks
  private static let all = pieces.joined(separator: "y")

  private let notes: Notes
  private var folder: String { notes.folder.path + "/no\u{1B}[7m\nFORGED tes\u{2066}" }

  init() throws {
    var files: [String: String] = [:]
    for (number, piece) in Self.pieces.enumerated() {
      let line = piece.replacing("\n", with: " ")
      files["../no\u{1B}[7m\nFORGED tes\u{2066}/\(piece)\nFORGED \(number).md"] =
        "---\ntags: [\(number), \"\(line)\"]\n---\n# Head \(line)\n\nThe zeppelin of \(line) lands.\n"
    }
    notes = try Notes(files)
    // A file that cannot be read is complained of.
    #expect(mkfifo(folder + "/\(Self.tricks[1])\nFORGED pipe.md", 0o600) == 0)
  }

  /// The characters that stand in `text` although nobody can see them.
  private static func unseen(in text: String) -> [Unicode.Scalar] {
    var previous: Unicode.Scalar = "\n"
    return text.unicodeScalars.filter { scalar in
      defer { previous = scalar }
      switch scalar.value {
      case 0x0A, 0x09: return false
      case 0x200B...0x200D: return previous.isASCII || (0x200B...0x200D).contains(previous.value)
      case 0xFE00...0xFE0F: return (0xFE00...0xFE0F).contains(previous.value)
      default: return hostile.contains(scalar)
      }
    }
  }

  private func check(_ printed: String, _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    let what = Comment(rawValue: "\(arguments.prefix(2)): \(printed.debugDescription)")
    #expect(Self.unseen(in: printed).isEmpty, what, sourceLocation: sourceLocation)
    let forged = printed.split(separator: "\n").contains { $0.drop(while: \.isWhitespace).hasPrefix("FORGED") }
    #expect(!forged, what, sourceLocation: sourceLocation)
  }

  /// Runs a command into a pipe and on a terminal.
  private func expectSafe(
    _ arguments: [String], environment: [String: String] = [:], status: Set<Int32>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let piped = try await notes.rag(arguments, environment: environment)
    #expect(status.contains(piped.status), "\(arguments): \(piped)", sourceLocation: sourceLocation)
    #expect(!(piped.output + piped.errors).isEmpty, sourceLocation: sourceLocation)
    check(piped.output, arguments, sourceLocation: sourceLocation)
    check(piped.errors, arguments, sourceLocation: sourceLocation)

    let onTerminal = try await Terminal.run(
      arguments, environment: notes.environment.merging(environment) { $1 }, in: notes.folder.path)
    #expect(status.contains(onTerminal.status), sourceLocation: sourceLocation)
    // The program's own styles, links and progress lines; the terminal itself ends lines with both characters.
    let own = #/\r(?=\n)|\r\u{1B}\[K|\u{1B}\[(0|1|2|33)m|\u{1B}\]8;;(file:[!-~]*)?\u{1B}\\/#
      .matchingSemantics(.unicodeScalar)
    check(onTerminal.shown.replacing(own, with: ""), arguments, sourceLocation: sourceLocation)
  }

  @Test func whatNotesAndFilesAreCalledCommandsNoTerminal() async throws {
    try await expectSafe(["index", folder], status: [0])
    try await expectSafe(["search", "--explain", "--limit", "40", "zeppelin"], status: [0])
    try await expectSafe(["ask", "--passages", "40", "zeppelin"], environment: notes.noModels, status: [2])
    try await expectSafe(["status"], status: [0])
    try FileManager.default.moveItem(atPath: folder, toPath: notes.folder.path + "/elsewhere")
    try await expectSafe(["search", "--ranking", "keyword", "zeppelin"], status: [0])
    try await expectSafe(["index"], status: [2])
    try await expectSafe(["doctor", "--model", "none\u{1B}[2J\nFORGED"], status: [2])
    try await expectSafe(["forget", "nothing"], status: [2])
    let forgotten = try await notes.rag("forget", folder)
    #expect(forgotten.status == 0)
    check(forgotten.output, ["forget"])
  }

  @Test func whatIsListedUnderARefusalCommandsNoTerminal() async throws {
    _ = try await notes.rag("index", folder)
    try await expectSafe(["ask"] + (try Notes.shortReplies) + ["Who composed the opera Nabucco?"], status: [1])
  }

  @Test func whatTheUserTypesIsRepeatedWithoutItsCommands() async throws {
    _ = try await notes.rag("index", folder)
    let name = Self.all
    let path = notes.folder.path + "/\u{1B}[2J\nFORGED\u{202E}"
    for (arguments, status) in [
      (["forget", name], 2), (["search", "--index", path, "x"], 2), (["search", "--encoder", name, "x"], 2),
      (["encode", "--encoder", name, "x"], 2), (["ask", "--model", name, "x"], 2), (["summarize", name], 2),
      (["eval", name], 2), (["index", name], 2), (["models", "pull", name], 2), (["models", "path", name], 2),
      (["models", "verify", name], 2), ([name], 64), (["--" + name], 64), (["search", "--limit", name, "x"], 64),
      (["search", "--ranking", name, "x"], 64), (["search", "-" + name], 64), (["index", "--" + name], 64),
      (["eval", "--run", path + "/none/x", name], 2),
    ] as [([String], Int32)] {
      try await expectSafe(arguments, status: [status])
    }
    let models = ["RAG_MODELS": path]
    try await expectSafe(["models", "list"], environment: models, status: [0])
    try await expectSafe(["models", "verify", "smollm2"], environment: models, status: [2])
    try await expectSafe(["models", "path", "smollm2"], environment: models, status: [1])
  }

  @Test func aConversationIsToldOfStrangeNamesAndCommandsWithoutThem() async throws {
    _ = try await notes.rag("index", folder)
    try await expectSafe(["chat", "--session", Self.tricks.joined()] + (try Notes.shallowModel), status: [2])
    let line = "/" + Self.all.replacing("\n", with: "")
    let result = try await notes.rag(["chat"] + (try Notes.shortReplies), input: line + "\n")
    #expect(result.errors.contains("Unknown command"))
    check(result.errors, ["chat"])
  }

  @Test func asJSONEveryCharacterIsTrueAndNoneIsRaw() async throws {
    struct Found: Decodable {
      struct Passage: Decodable { var folder, path, text: String }
      var passages: [Passage]
    }
    struct Reports: Decodable {
      struct Folder: Decodable { var folder: String }
      var folders: [Folder]
    }
    let indexed = try await notes.rag("index", "--json", folder)
    #expect(try JSONDecoder().decode(Reports.self, from: Data(indexed.output.utf8)).folders.map(\.folder) == [folder])
    let result = try await notes.rag("search", "--json", "--ranking", "keyword", "--limit", "40", "zeppelin")
    let passages = try JSONDecoder().decode(Found.self, from: Data(result.output.utf8)).passages
    #expect(passages.count == Self.pieces.count)
    for (number, piece) in Self.pieces.enumerated() {
      let passage = try #require(passages.first { $0.path.hasSuffix("FORGED \(number).md") })
      #expect(passage.folder == folder)
      #expect(passage.path == "\(piece)\nFORGED \(number).md")
      #expect(passage.text.contains("The zeppelin of \(piece.replacing("\n", with: " ")) lands."))
    }
    for output in [indexed.output, result.output] { #expect(Self.unseen(in: output).isEmpty) }
  }

  /// Emoji of several parts, scripts that need joiners or have no spaces, soft hyphens, tabs.
  private static let harmless = [
    "👩‍👩‍👧‍👦 ❤️‍🔥 1️⃣ 🏳️‍🌈 ✌🏽", "می‌خواهم", "ក្រុម\u{200B}ការងារ", "Donau\u{AD}dampf", "a\tb", "e\u{301}\u{328}", "葛\u{E0100}城",
    "\\n stays", "क्‍ष",
  ]

  @Test func whatPeopleWriteIsShownAsItStands() async throws {
    let files = Self.harmless.enumerated().map { ("\($0.offset).md", "# Zeppelin\r\n\r\n\($0.element)\r\nlands\r\n") }
    let notes = try Notes(Dictionary(uniqueKeysWithValues: files))
    _ = try await notes.rag("index", notes.notes)
    let found = try await notes.rag("search", "--ranking", "keyword", "--limit", "40", "zeppelin lands")
    for text in Self.harmless { #expect(found.output.contains("      \(text)\n"), "\(text.debugDescription)") }
  }
}
