import CPages
import Foundation
import GRDB
import TestSupport
import Testing
import VectorStore

/// Each page of an index's file has a checksum; files of others are left alone.
@Suite(.enabled(if: TestStore.isFile)) struct PageChecksTests {
  private static let pageSize = 8192

  /// XXH64 by its authors' program, of bytes 7i + i/256 modulo 256.
  @Test func theChecksumIsXXH64() {
    let bytes = (0..<8192).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 / 256) }
    #expect(pages_checksum(bytes, 8192, 0) == 0x14F6_DC06_FBF8_B782)
    #expect(pages_checksum(bytes, 512, 5) == 0x5DA6_A32F_1EE2_F3BD)
  }

  private func checksumsHold(in path: String) throws -> [Bool] {
    let file = try Data(contentsOf: URL(fileURLWithPath: path))
    return (0..<file.count / Self.pageSize).map { place in
      let page = Array(file[place * Self.pageSize..<(place + 1) * Self.pageSize])
      let stored = page.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: Self.pageSize - 8, as: UInt64.self) }
      return pages_checksum(page, Int32(Self.pageSize), UInt64(place)) == stored
    }
  }

  @Test func everyPageThatIsWrittenHasOne() async throws {
    let fixture = try await StoreFixture()
    for round in 0..<4 {
      try await fixture.store((0..<300).map { "text \($0 * round) of round \(round)" })
      if round == 2 { _ = try await fixture.index.removeFolder("/notes") }
      let other = try await fixture.another()
      _ = try await other.check()
      try await other.close()
    }
    try await fixture.index.close()
    let held = try checksumsHold(in: fixture.path)
    #expect(held.count > 20 && held.allSatisfy(\.self))
  }

  /// A bit of any page that is in use: whoever reads the page is told.
  @Test func aPageThatIsNotAsItWasWrittenIsAnError() async throws {
    let fixture = try await StoreFixture()
    try await fixture.store((0..<300).map { "text number \($0) with a few words" })
    try await fixture.index.close()
    let whole = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    for place in 1..<whole.count / Self.pageSize {
      var bytes = whole
      bytes[place * Self.pageSize + place * 977 % Self.pageSize] ^= 1 << (place % 8)
      try bytes.write(to: URL(fileURLWithPath: fixture.path))
      var isFound = false
      do {
        isFound = try await fixture.another(access: .readOnly).check() != []
      } catch SearchIndexError.corrupt {
        isFound = true
      }
      #expect(isFound, "page \(place)")
    }
  }

  @Test func databasesOfOthersAreLeftAlone() async throws {
    let folder = try TemporaryFolder()
    _ = try SearchIndex(at: folder.path + "/index.sqlite")
    let path = folder.path + "/other.sqlite"
    let database = try DatabaseQueue(path: path)
    try await database.write { try $0.execute(sql: "CREATE TABLE mine (text); INSERT INTO mine VALUES ('kept')") }
    try database.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(before[20] == 0)
    let again = try DatabaseQueue(path: path)
    #expect(try await again.read { try String.fetchOne($0, sql: "SELECT text FROM mine") } == "kept")
    try again.close()
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }
}
