import Foundation
import GRDB
import TestSupport
import Testing
import VectorStore

@Suite(.enabled(if: TestStore.isFile)) struct IndexCheckTests {
  @Test func aSoundIndexHasNoFindings() async throws {
    let fixture = try await StoreFixture()
    #expect(try await fixture.index.check() == [])
    try await fixture.store((0..<300).map { "text \($0)" })
    try await fixture.index.apply([.remove(folder: "/notes", path: "00007.md")])
    #expect(try await fixture.index.check() == [])
    #expect(try await fixture.another(access: .readOnly).check() == [])
  }

  @Test(arguments: [
    ("DELETE FROM chunks_exact WHERE rowid = 2", "1 chunks are missing from the exact keyword index."),
    ("DELETE FROM chunks_stemmed WHERE rowid < 3", "2 chunks are missing from the stemmed keyword index."),
    (
      "INSERT INTO chunks_exact (rowid, body) VALUES (99, 'x')",
      "1 entries of the exact keyword index belong to no chunk."
    ),
    ("DELETE FROM vectors WHERE chunk = 1", "1 chunks have no vector."),
    ("UPDATE chunks SET slot = 1000 WHERE id = 1", "1 chunks have no place among the codes of vectors."),
    ("INSERT INTO free_slots VALUES (0)", "1 chunks have a place that is marked as free."),
    ("DELETE FROM free_slots WHERE slot = 200", "1 places of vectors are neither in use nor free."),
    (
      "UPDATE chunks SET slot = 7 WHERE id = 1; UPDATE free_slots SET slot = 0 WHERE slot = 7",
      "1 vectors have the codes of others."
    ),
    (
      "UPDATE chunks SET slot = 7 WHERE id = 1; UPDATE free_slots SET slot = 0 WHERE slot = 7",
      "1 vectors of removed chunks are still found."
    ),
    ("DELETE FROM block_changes", "1 blocks of vectors have no record of their last change."),
    (
      "PRAGMA foreign_keys = OFF; UPDATE chunks SET document = 55 WHERE id = 1",
      "1 rows belong to a missing folder or document"
    ),
    ("UPDATE vectors SET vector = zeroblob(length(vector))", "3 vectors do not have length one."),
    ("UPDATE code_blocks SET codes = zeroblob(length(codes))", "3 vectors have the codes of others."),
    (
      "UPDATE chunks_stemmed_content SET c1 = 'changed' WHERE id = 1",
      "The keyword index chunks_stemmed does not match its texts."
    ),
  ])
  func eachDamageIsNamed(sql: String, finding: String) async throws {
    let fixture = try await StoreFixture()
    try await fixture.store(["one", "two", "three"])
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    try await DatabaseQueue(path: fixture.path, configuration: configuration).writeWithoutTransaction {
      try $0.execute(sql: sql)
    }
    let findings = try await fixture.index.check()
    #expect(findings.contains { $0.hasPrefix(finding) }, "\(findings)")
  }
}
