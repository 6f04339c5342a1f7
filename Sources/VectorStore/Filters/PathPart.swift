import Foundation
import GRDB
import GRDBSQLite

/// A case-insensitive part of a path; `*` matches any characters.
package struct PathPart {
  private let pieces: [[UInt8]]

  package init(_ text: String) {
    pieces = text.split(separator: "*").map { Array(PathPart.folded(String($0)).utf8) }
  }

  /// Whether a path, which must be folded, contains the part.
  package func isIn(_ path: [UInt8]) -> Bool {
    var rest = path[...]
    return pieces.allSatisfy { piece in
      guard let place = rest.firstRange(of: piece) else { return false }
      rest = rest[place.upperBound...]
      return true
    }
  }

  /// Returns text as it is compared, lowercased and composed: some systems write `ü` in file names as two code points.
  package static func folded(_ text: String) -> String {
    text.lowercased().precomposedStringWithCanonicalMapping
  }
}

extension SearchFilter {
  /// Returns the documents whose paths contain all of the given parts and none of the excluded ones; `nil` if there are
  /// no parts.
  func documentsByPathParts(in db: Database) throws -> [Int64]? {
    guard !pathParts.isEmpty || !excluded.pathParts.isEmpty else { return nil }
    let folders = try Row.fetchAll(db, sql: "SELECT id, path FROM folders").map { row in
      (id: try row.value(0) as Int64, path: try row.value(1) as String)
    }
    let labels = FolderLabels(folders: folders.map(\.path))
    let labelOfFolder = Dictionary(uniqueKeysWithValues: folders.map { ($0.id, labels.label(of: $0.path)) })
    let (wanted, unwanted) = (pathParts.map(PathPart.init), excluded.pathParts.map(PathPart.init))
    var ids: [Int64] = []
    try forEachRow(of: "SELECT id, folder, path FROM documents", arguments: [], in: db) { row in
      guard let bytes = sqlite3_column_text(row, 2) else { return }
      let inner = String(cString: bytes)
      let shown = (labelOfFolder[sqlite3_column_int64(row, 1)] ?? nil).map { "\($0)/\(inner)" } ?? inner
      let path = Array(PathPart.folded(shown).utf8)
      if wanted.allSatisfy({ $0.isIn(path) }), !unwanted.contains(where: { $0.isIn(path) }) {
        ids.append(sqlite3_column_int64(row, 0))
      }
    }
    return ids
  }
}
