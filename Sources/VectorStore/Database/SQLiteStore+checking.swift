import Embedding
import Files
import Foundation
import GRDB

extension SQLiteStore {
  /// Returns what is wrong with the index, in sentences; empty if it is sound.
  ///
  /// Reads the whole file once. Compares the keyword indexes with their texts only if the index was opened for writing,
  /// which SQLite requires.
  package func check() throws -> [String] {
    var findings = try run { database in
      try database.read { db in
        try String.fetchAll(db, sql: "PRAGMA integrity_check(20)").filter { $0 != "ok" }.map {
          "SQLite reports: \($0)."
        }
          + SQLiteStore.countFindings(db)
      }
    }
    if let missing = try missingBytes() { findings.append("The last page is cut short: \(missing) bytes are missing.") }
    // The checks below rely on the ones above.
    guard findings.isEmpty else { return findings }
    findings += try run { try $0.read { try SQLiteStore.vectorFindings($0) } }
    if access == .readWrite {
      for table in ["chunks_exact", "chunks_stemmed"] {
        do {
          try run { database in
            try database.writeWithoutTransaction {
              try $0.execute(sql: "INSERT INTO \(table) (\(table)) VALUES ('integrity-check')")
            }
          }
        } catch SearchIndexError.corrupt {
          findings.append("The keyword index \(table) does not match its texts.")
        } catch SearchIndexError.busy, SearchIndexError.readOnly {
          break
        }
      }
    }
    return findings
  }

  /// Returns how many bytes the last page lacks, which SQLite reads as zeros; `nil` if it is complete.
  private func missingBytes() throws -> Int? {
    let pageSize = try run { database in try database.read { try Int.fetchOne($0, sql: "PRAGMA page_size") } }
    guard let pageSize, let status = FileStatus(of: path) else { return nil }
    let rest = Int(status.bytes) % pageSize
    return rest == 0 ? nil : pageSize - rest
  }

  /// Returns a sentence with the number of violations for each broken rule between two tables.
  private static func countFindings(_ db: Database) throws -> [String] {
    let perBlock = IndexSchema.vectorsPerBlock
    let rules = [
      ("SELECT count(*) FROM pragma_foreign_key_check", "rows belong to a missing folder or document"),
      (
        "SELECT count(*) FROM chunks WHERE id NOT IN (SELECT rowid FROM chunks_exact)",
        "chunks are missing from the exact keyword index"
      ),
      (
        "SELECT count(*) FROM chunks WHERE id NOT IN (SELECT rowid FROM chunks_stemmed)",
        "chunks are missing from the stemmed keyword index"
      ),
      (
        "SELECT count(*) FROM chunks_exact WHERE rowid NOT IN (SELECT id FROM chunks)",
        "entries of the exact keyword index belong to no chunk"
      ),
      (
        "SELECT count(*) FROM chunks_stemmed WHERE rowid NOT IN (SELECT id FROM chunks)",
        "entries of the stemmed keyword index belong to no chunk"
      ),
      (
        "SELECT count(*) FROM chunks WHERE id NOT IN (SELECT chunk FROM vectors)", "chunks have no vector"
      ),
      (
        "SELECT count(*) FROM chunks WHERE slot / \(perBlock) NOT IN (SELECT id FROM code_blocks) OR slot < 0",
        "chunks have no place among the codes of vectors"
      ),
      ("SELECT count(*) FROM chunks JOIN free_slots USING (slot)", "chunks have a place that is marked as free"),
      (
        """
        SELECT abs((SELECT count(*) FROM code_blocks) * \(perBlock)
          - (SELECT count(*) FROM chunks) - (SELECT count(*) FROM free_slots))
        """, "places of vectors are neither in use nor free"
      ),
      (
        """
        SELECT count(*) FROM kept_vectors WHERE length(vector) <>
          \(MemoryLayout<Float>.size) * (SELECT json_extract(value, '$.dimensions') FROM meta WHERE key = 'space')
        """, "vectors of unfinished notes cannot be read"
      ),
      (
        "SELECT count(*) FROM code_blocks WHERE id NOT IN (SELECT block FROM block_changes)",
        "blocks of vectors have no record of their last change"
      ),
    ]
    return try rules.compactMap { sql, sentence in
      let count = try Int.fetchOne(db, sql: sql) ?? 0
      return count == 0 ? nil : "\(count) \(sentence)."
    }
  }

  /// Returns findings on vectors that do not have length one, codes that do not match their vectors, and free slots
  /// that still have codes.
  private static func vectorFindings(_ db: Database) throws -> [String] {
    guard let dimensions = try EmbeddingSpace.stored(in: db)?.dimensions else { return [] }
    let layout = CodeLayout(dimensions: dimensions)
    var (wrong, strange, filled) = (0, 0, 0)
    var codes = StoredCodes(db, layout: layout)
    defer { codes.close() }
    try StoredVectors.forEach(where: "true ORDER BY slot", dimensions: dimensions, in: db) { _, slot, elements in
      let square = elements.reduce(0.0) { $0 + Double($1) * Double($1) }
      if !(abs(square - 1) < 1e-3) {
        wrong += 1
      } else if try codes.code(atSlot: slot, dimensions: dimensions) != VectorCode(elements) {
        strange += 1
      }
    }
    for slot in try Int.fetchAll(db, sql: "SELECT slot FROM free_slots ORDER BY slot") {
      if try codes.code(atSlot: slot, dimensions: dimensions).scale != 0 { filled += 1 }
    }
    let counts = [
      (wrong, "vectors do not have length one"), (strange, "vectors have the codes of others"),
      (filled, "vectors of removed chunks are still found"),
    ]
    return counts.compactMap { count, sentence in count == 0 ? nil : "\(count) \(sentence)." }
  }
}

/// Reads codes slot by slot, in ascending order.
private struct StoredCodes {
  private let db: Database
  private let layout: CodeLayout
  private var blocks: CodeBlocks?
  private var panel: [UInt8] = []
  /// The number of the panel in `panel`.
  private var number = -1

  init(_ db: Database, layout: CodeLayout) {
    (self.db, self.layout) = (db, layout)
  }

  func close() { blocks?.close() }

  mutating func code(atSlot slot: Int, dimensions: Int) throws -> VectorCode {
    let (block, place) = slot.quotientAndRemainder(dividingBy: IndexSchema.vectorsPerBlock)
    var blocks = try self.blocks ?? CodeBlocks(db, block: Int64(block), layout: layout, writable: false)
    defer { self.blocks = blocks }
    try blocks.move(to: Int64(block))
    if number != slot / CodeLayout.panel {
      number = slot / CodeLayout.panel
      panel = try blocks.readPanel(ofSlot: place)
    }
    func read(_ measure: CodeLayout.Measure) throws -> Float {
      var value = Float.zero
      try withUnsafeMutableBytes(of: &value) {
        try blocks.read(into: $0, offset: layout.offset(measure, ofSlot: place))
      }
      return value
    }
    return VectorCode(
      codes: layout.codes(ofSlot: place, dimensions: dimensions, in: panel), scale: try read(.scale),
      loss: try read(.loss), upperLoss: try read(.upperLoss))
  }
}
