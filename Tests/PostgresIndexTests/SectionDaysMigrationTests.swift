import Embedding
import Foundation
import Postgres
import PostgresIndex
import TestSupport
import Testing
import VectorStore

@Suite struct SectionDaysMigrationTests {
  /// The owner of the tables finds the days of sections in folders of others too.
  @Test func aDatabaseOfVersion1LearnsTheDaysOfEveryFolder() async throws {
    let database = try await SharedDatabase(encoder: FullIndex.encoder)
    try await database.makeRoles(["ann"])
    let own = try await database.index(as: database.role("ann"))
    try await FullIndex.fill(own, documents: 20)
    let query = """
      SELECT string_agg(concat(ordinal, ' ', first_day, ' ', last_day), ', ' ORDER BY document, ordinal) FROM rag.chunks
      """
    let expected = try await database.sql(query)
    #expect(expected.contains("20160"))
    try await own.close()
    try await database.sql(
      """
      UPDATE rag.folders SET owner = '\(database.role("ann"))'::regrole;
      ALTER TABLE rag.chunks DROP COLUMN first_day, DROP COLUMN last_day;
      ALTER TABLE rag.folders DROP COLUMN time_zone;
      DROP TABLE rag.note_occurrences, rag.note_calendars;
      DROP INDEX IF EXISTS rag.chunks_by_day, rag.recurring;
      UPDATE rag.meta SET value = '1' WHERE key = 'version'
      """)
    let refused = await #expect(throws: SearchIndexError.self) {
      _ = try await database.index(as: database.role("ann"))
    }
    #expect(
      refused?.localizedDescription.contains("notes, who owns its tables, migrates it") == true, "\(refused as Any)")
    try await database.index().close()
    #expect(try await database.sql(query) == expected)
    let forced = try await database.sql(
      """
      SELECT count(*) FROM pg_class
      WHERE relnamespace = 'rag'::regnamespace AND relrowsecurity AND NOT relforcerowsecurity
      """)
    #expect(forced.trimmingCharacters(in: .whitespacesAndNewlines) == "0")
  }
}
