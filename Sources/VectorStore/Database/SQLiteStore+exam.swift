import Foundation
import GRDB

extension SQLiteStore {
  /// Returns the exams of the index by the name of what sat them, each ordered by number.
  package nonisolated func exams() async throws -> [String: [ExamEntry]] {
    try await read { db, _ in
      let rows = try Row.fetchAll(db, sql: "SELECT examinee, number, date, results FROM exams ORDER BY number")
      return try rows.reduce(into: [:]) { exams, row in
        exams[try row.value(0) as String, default: []].append(
          ExamEntry(
            number: try row.value(1), date: Date(timeIntervalSince1970: Double(try row.value(2) as Int64)),
            results: try row.value(3)))
      }
    }
  }

  /// Adds an entry to an exam, or replaces the one of the same number.
  package func store(_ entry: ExamEntry, of examinee: String) throws {
    try write { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO exams VALUES (?, ?, ?, ?)",
        arguments: [examinee, entry.number, Int64(entry.date.timeIntervalSince1970), entry.results])
    }
  }

  /// Removes an exam.
  package func removeExam(of examinee: String) throws {
    try write { try $0.execute(sql: "DELETE FROM exams WHERE examinee = ?", arguments: [examinee]) }
  }

  /// Returns the chunk at a place among all, from 0; `nil` if there are fewer.
  package nonisolated func chunk(at place: Int) async throws -> StoredChunk? {
    let id = try await read { db, _ in
      try Int64.fetchOne(db, sql: "SELECT id FROM chunks ORDER BY id LIMIT 1 OFFSET ?", arguments: [place])
    }
    guard let id else { return nil }
    return try await chunks(withIDs: [id]).first
  }
}
