/// A folder of the index, which the paths of a filter are compared with.
package struct IndexedFolder {
  /// A range of paths in a folder of the index: from `path` up to, but not including, `end`.
  package struct Place: Encodable {
    package var folder: Int64
    package var path: String
    /// `nil` for no end.
    package var end: String?
  }

  var id: Int64
  var path: String

  package init(id: Int64, path: String) { (self.id, self.path) = (id, path) }

  /// Returns the part of this folder that lies in another; `nil` if none does.
  package func part(in other: String) -> Place? {
    if IndexedFolder.path(of: path, in: other) != nil { return Place(folder: id, path: "") }
    // `0` follows `/`.
    return IndexedFolder.path(of: other, in: path).map { Place(folder: id, path: $0 + "/", end: $0 + "0") }
  }

  /// Returns the place of a document in this folder; `nil` if it would be elsewhere.
  package func place(of document: String) -> Place? {
    guard document.utf8.first == UInt8(ascii: "/") else { return Place(folder: id, path: document) }
    guard let path = IndexedFolder.path(of: document, in: path), !path.isEmpty else { return nil }
    return Place(folder: id, path: path)
  }

  /// Returns a path relative to a folder, empty for the folder itself; `nil` if it lies elsewhere. Compares bytes.
  private static func path(of inner: String, in folder: String) -> String? {
    let parts = inner.utf8.split(separator: UInt8(ascii: "/"))
    let above = folder.utf8.split(separator: UInt8(ascii: "/"))
    guard parts.count >= above.count, zip(parts, above).allSatisfy({ $0.elementsEqual($1) }) else { return nil }
    return parts.dropFirst(above.count).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
  }
}
