import Postgres
import Synchronization

/// The paths of documents, which decide between chunks of equal score.
///
/// A document that gets another path goes into another segment, since its path is among its words. So a path stays that
/// of the document in its segment.
final class DocumentPaths: Sendable {
  struct Key: Hashable, Sendable {
    var segment: Int64
    var document: Int64
  }

  private let known = Mutex<[Key: String]>([:])

  /// The maximum number of paths kept: about 12 MB.
  private static let mostPaths = 1 << 17

  /// Returns the path of each document; an empty one if there is no such document.
  func paths(of keys: [Key?], in connection: ReadingConnection) async throws -> [String] {
    var paths = [String](repeating: "", count: keys.count)
    var missing: [Int] = []
    known.withLock { known in
      for (index, key) in keys.enumerated() {
        guard let key else { continue }
        if let path = known[key] { paths[index] = path } else { missing.append(index) }
      }
    }
    guard !missing.isEmpty else { return paths }
    let documents = Set(missing.compactMap { keys[$0]?.document }).sorted()
    let sql: SQLText = "SELECT id, path FROM rag.documents WHERE id = ANY(\(.ids(documents)))"
    let read: [Int64: String] = try await connection.query(sql.statement).reduce(into: [:]) {
      $0[try DocumentRows.id($1, 0)] = try $1.read(1)
    }
    known.withLock { known in
      if known.count + read.count > Self.mostPaths { known = [:] }
      for index in missing {
        guard let key = keys[index], let path = read[key.document] else { continue }
        (paths[index], known[key]) = (path, path)
      }
    }
    return paths
  }
}
