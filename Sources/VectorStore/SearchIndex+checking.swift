import GRDB

extension SearchIndex {
  /// What is wrong with the index, in sentences; empty when it is sound.
  ///
  /// Reads the whole file, once. The words of the keyword indexes are compared with their texts only where the index
  /// was opened for writing, since SQLite asks for that.
  package func check() throws -> [String] {
    var findings = try run { database in
      try database.read { db in
        try String.fetchAll(db, sql: "PRAGMA integrity_check(20)").filter { $0 != "ok" }.map {
          "SQLite reports: \($0)."
        }
          + SearchIndex.countFindings(db)
      }
    }
    // What follows relies on what was found sound.
    guard findings.isEmpty else { return findings }
    findings += try run { try $0.read { try VectorMatrix.findings(in: $0) } }
    if access == .readWrite {
      for table in ["chunks_exact", "chunks_stemmed"] {
        do {
          try run { database in
            try database.writeWithoutTransaction {
              try $0.execute(sql: "INSERT INTO \(table) (\(table)) VALUES ('integrity-check')")
            }
          }
        } catch SearchIndexError.corrupt {
          findings.append("The words of the keyword index \(table) are not those of its texts.")
        } catch SearchIndexError.busy, SearchIndexError.readOnly {
          break
        }
      }
    }
    return findings
  }

  /// Counts of rows that break a rule between two tables, each with the sentence that says so.
  private static func countFindings(_ db: Database) throws -> [String] {
    let perBlock = IndexSchema.vectorsPerBlock
    let rules = [
      ("SELECT count(*) FROM pragma_foreign_key_check", "rows belong to a folder or document that is not there"),
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
        "SELECT count(*) FROM chunks WHERE slot / \(perBlock) NOT IN (SELECT id FROM vector_blocks) OR slot < 0",
        "chunks have no vector"
      ),
      ("SELECT count(*) FROM chunks JOIN free_slots USING (slot)", "chunks have a vector that is marked as free"),
      (
        """
        SELECT abs((SELECT count(*) FROM vector_blocks) * \(perBlock)
          - (SELECT count(*) FROM chunks) - (SELECT count(*) FROM free_slots))
        """, "vectors are neither in use nor free"
      ),
      (
        "SELECT count(*) FROM vector_blocks WHERE id NOT IN (SELECT block FROM block_changes)",
        "blocks of vectors have no record of their last change"
      ),
    ]
    return try rules.compactMap { sql, sentence in
      let count = try Int.fetchOne(db, sql: sql) ?? 0
      return count == 0 ? nil : "\(count) \(sentence)."
    }
  }
}

extension VectorMatrix {
  /// Vectors that are not of length one, and free slots that are not zero.
  fileprivate static func findings(in db: Database) throws -> [String] {
    var read: VectorMatrix?
    try update(&read, from: db)
    guard let matrix = read else { return [] }
    var (wrong, filled) = (0, 0)
    for row in 0..<matrix.rows {
      let elements = matrix.elements[row * matrix.dimensions..<(row + 1) * matrix.dimensions]
      let square = elements.reduce(0.0) { $0 + Double($1) * Double($1) }
      if matrix.chunks[row] == 0 {
        if square != 0 { filled += 1 }
      } else if !(abs(square - 1) < 1e-3) {
        wrong += 1
      }
    }
    var findings: [String] = []
    if wrong > 0 { findings.append("\(wrong) vectors do not have length one.") }
    if filled > 0 { findings.append("\(filled) vectors of removed chunks are still there.") }
    return findings
  }
}
