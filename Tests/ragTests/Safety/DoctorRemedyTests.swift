import Foundation
import TestSupport
import Testing

/// Whatever has become of an index's file, `rag doctor` finds it, and the command that it prints mends it.
@Suite struct DoctorRemedyTests {
  /// What has become of a file.
  enum Damage: String, CaseIterable {
    case flippedBit, zeroedPage, foreignPage, cutShort, cutInPage, cutInLastPage, headerGone, empty, text

    func strike(_ bytes: inout Data, using generator: inout SeededGenerator) {
      let pages = bytes.count / 8192
      // Not the first: its header says what kind of file it is, and has a case of its own.
      let page = Int.random(in: 1..<pages, using: &generator)
      let range = page * 8192..<(page + 1) * 8192
      switch self {
      case .flippedBit:
        bytes[Int.random(in: 8192..<bytes.count, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case .zeroedPage: bytes.replaceSubrange(range, with: Data(count: 8192))
      case .foreignPage: bytes.replaceSubrange(range, with: bytes.prefix(8192))
      case .cutShort: bytes.removeLast(bytes.count - page * 8192)
      case .cutInPage: bytes.removeLast(bytes.count - range.lowerBound - 100)
      case .cutInLastPage: bytes.removeLast(100)
      case .headerGone: bytes.replaceSubrange(0..<100, with: Data(count: 100))
      case .empty: bytes = Data()
      case .text: bytes = Data("not an index\n".utf8)
      }
    }
  }

  /// Those at random places twice.
  private static let damages =
    Damage.allCases.map { ($0, 1 as UInt64) }
    + [.flippedBit, .zeroedPage, .foreignPage, .cutShort].map { ($0, 2) }

  @Test(arguments: damages)
  func whatItPrintsBringsTheIndexBack(damage: Damage, seed: UInt64) async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    let expected = try await search(notes)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: notes.index))
    var generator = SeededGenerator(seed: seed)
    damage.strike(&bytes, using: &generator)
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: notes.index + suffix) }
    try bytes.write(to: URL(fileURLWithPath: notes.index))

    let sick = try await doctor(notes)
    // A page that nothing uses may be anything: then searches are what they were.
    guard sick.status != 0 else { return #expect(try await search(notes) == expected) }
    #expect(sick.status == 2)
    try await carryOut(sick.output, after: damage, notes)
    let well = try await doctor(notes)
    #expect(well.status == 0, "\(damage): \(sick.output)\(well.output)")
    #expect(try await search(notes) == expected, "\(damage)")
  }

  /// The damaged file is kept, and with it the text of what is forgotten later.
  @Test func forgetNamesTheFilesThatWereSetAside() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: notes.index))
    bytes.removeLast(100)
    try bytes.write(to: URL(fileURLWithPath: notes.index))
    #expect(try await notes.rag("index", "--rebuild").status == 0)
    let result = try await notes.rag("forget", notes.notes)
    #expect(result.status == 0)
    #expect(result.errors.contains("\(notes.index).damaged-") && result.errors.contains("set aside as damaged"))
  }

  private func doctor(_ notes: Notes) async throws -> BuiltProgram.Result {
    try await notes.rag("doctor", "--model", try Models.shallowModel())
  }

  private func search(_ notes: Notes) async throws -> [String] {
    var found: [String] = []
    for query in ["how hot must the oven be", "tyre pressure"] {
      let result = try await notes.rag("search", query)
      found += [result.output, result.errors]
    }
    return found
  }

  /// Types the command as it stands, but for the folder, which only the user knows.
  private func carryOut(_ advice: String, after damage: Damage, _ notes: Notes) async throws {
    let match = try #require(try #/[Rr]un: (rag .*)/#.firstMatch(in: advice), "no command: \(advice)")
    if advice.contains("move this one away") {
      try FileManager.default.moveItem(atPath: notes.index, toPath: notes.index + ".away")
    }
    let command = match.1.replacing("FOLDER", with: notes.notes)
    let folder = URL(fileURLWithPath: BuiltProgram.path).deletingLastPathComponent().path
    let result = try await BuiltProgram.run(
      executable: "/bin/sh", ["-c", "PATH=\(folder):$PATH; \(command)"], environment: notes.environment,
      in: notes.folder.path)
    if result.errors.contains("name them, as in 'rag index ~/notes'") {
      #expect(damage != .flippedBit && damage != .zeroedPage, "where only a page is lost, the folders are not")
      #expect(try await notes.rag("index", notes.notes).status == 0)
    } else {
      #expect(result.status == 0, "\(command): \(result.errors)")
    }
  }
}
