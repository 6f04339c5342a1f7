import Foundation
import Indexer
import JSONSchema
import LanguageModels
import NotesMCP
import Retriever
import VectorStore

/// `/documents` and `/notes`: what there is, and its text.
enum DocumentsEndpoint {
  private static let limits = (usual: 50, largest: 500)
  /// The lines of a page of a note, and how many of them stand before the line that was asked for.
  private static let page = (lines: 400, before: 40)
  /// The most bytes of a page, and of the lines before the one that was asked for, which is always there.
  private static let bytes = (page: 2 << 20, before: 64 << 10)
  /// The most bytes of a line; more of it is not shown.
  private static let longestLine = 4 << 20
  private static let lineBreaks: Set<Character> = ["\n", "\r\n", "\r"]

  static func list(_ request: HTTPRequest, _ services: ServerServices) async throws -> HTTPReply {
    let limit = try request.integer("limit", in: 1...limits.largest, or: limits.usual)
    let start = try request.integer("cursor", in: 0...Int.max, or: 0)
    let index = try await services.notes.index()
    var filter = SearchFilter()
    if let part = request.query["q"], !part.isEmpty { filter.pathParts = [part] }
    if let tag = request.query["tag"], !tag.isEmpty {
      filter.tags = [tag.hasPrefix("#") ? String(tag.dropFirst()) : tag]
    }
    let (documents, count) = try await index.documents(where: filter, from: start, limit: limit)
    let labels = FolderLabels(folders: try await index.folders())
    let records: [JSONValue] = documents.map { document in
      .object([
        "id": .string(NoteID(document, labels).text), "title": .string(document.title),
        "path": .string(document.path), "folder": .string(document.folder),
        "modified": .string(document.modificationDate.formatted(.iso8601)), "bytes": .integer(Int(document.size)),
        "tags": .array(document.tags.map { .string($0) }),
      ])
    }
    let end = start + documents.count
    return .json(
      services.notes.shown(
        .object([
          "documents": .array(records), "count": .integer(count),
          "next": end < count && !documents.isEmpty ? .string("\(end)") : nil,
        ])))
  }

  static func lines(_ request: HTTPRequest, _ services: ServerServices) async throws -> HTTPReply {
    guard let id = request.query["id"], !id.isEmpty else { throw ServerError.invalid("id is missing") }
    let line = try request.integer("line", in: 1...Int.max, or: 1)
    let part = try await part(of: id, around: line, services)
    return .json(
      services.notes.shown(
        .object([
          "id": .string(part.id), "title": .string(part.document.title), "folder": .string(part.document.folder),
          "path": .string(part.document.path), "firstLine": .integer(part.first),
          "lines": .array(part.lines.map { .string($0) }), "lineCount": .integer(part.count),
          "changed": .bool(part.isChanged),
          // A page begins before the line that is asked for.
          "previous": part.first > 1 ? .integer(max(1, part.first - page.lines + page.before)) : nil,
          "next": part.first + part.lines.count <= part.count ? .integer(part.first + part.lines.count) : nil,
        ])))
  }

  /// A part of a note's file.
  struct Part {
    var id: String
    var document: Document
    var first: Int
    var lines: [String]
    /// The lines of the whole file.
    var count: Int
    /// Whether the file has changed since it was indexed.
    var isChanged: Bool
  }

  /// Returns the lines of a note around one.
  static func part(of id: String, around line: Int, _ services: ServerServices) async throws -> Part {
    let index = try await services.notes.index()
    guard let (document, _) = try await index.document(named: id) else {
      throw ServerError.missing("there is no note \(id.prefix(200).visibleLine)")
    }
    guard let file = try await NoteFile.of(document, in: index) else {
      throw ServerError.missing("the file of \(document.path.visibleLine) is gone or cannot be read")
    }
    let labels = FolderLabels(folders: try await index.folders())
    var part = Part(
      id: NoteID(document, labels).text, document: document, first: 1, lines: [], count: file.lineCount,
      isChanged: file.digest != document.digest)
    guard file.lineCount > 0 else { return part }
    let wanted = max(1, min(line, file.lineCount))
    func size(_ line: Int) -> Int { file.bytes(ofLines: line...line)?.count ?? 0 }
    part.first = wanted
    var room = bytes.before
    while part.first > max(1, wanted - page.before), size(part.first - 1) <= room {
      part.first -= 1
      room -= size(part.first)
    }
    room = bytes.page
    for number in part.first...min(file.lineCount, part.first + page.lines - 1) {
      guard number <= wanted || size(number) <= room, let bytes = file.bytes(ofLines: number...number) else { break }
      room -= bytes.count
      let end = file.boundary(before: min(bytes.upperBound, bytes.lowerBound + longestLine))
      let text = file.string(bytes.lowerBound..<end)
      part.lines.append(text.last.map(lineBreaks.contains) == true ? String(text.dropLast()) : text)
    }
    return part
  }
}
