import Foundation
import JSONSchema
import LanguageModels
import Retriever
import VectorStore

/// The notes as resources, which a person attaches to a conversation.
struct NoteResources: Sendable {
  var notes: NotesAccess

  /// The tokens of a note that are read at once; a resource has no way to ask for fewer.
  static let tokens = 10_000
  /// The resources in one page of the list.
  private static let pageLength = 100
  /// The most completions; the protocol allows no more.
  private static let mostCompletions = 100

  private static let template: JSONValue = [
    "uriTemplate": "note:///{+path}", "name": "note", "title": "A note", "mimeType": "text/plain",
    "description": "A note by its path, or lines of it with #L41-58.",
  ]
  static let templates: JSONValue = ["resourceTemplates": [template]]

  /// The result of `resources/list`.
  func list(_ cursor: String?) async throws -> JSONValue {
    let subject = "resources"
    let start: Int
    do {
      start = try cursor.map { try PageCursor($0, of: subject).offset } ?? 0
    } catch let failure as ToolFailure {
      throw RPCError.invalidParameters(failure.message)
    }
    let index = try await notes.index()
    let (documents, count) = try await index.documents(where: SearchFilter(), from: start, limit: Self.pageLength)
    let labels = FolderLabels(folders: try await index.folders())
    let next = start + documents.count
    return .object([
      "resources": .array(documents.map { Self.record(of: $0, labels) }),
      "nextCursor": next < count && !documents.isEmpty ? .string(PageCursor(next, of: subject).text) : nil,
    ])
  }

  private static func record(of document: Document, _ labels: FolderLabels) -> JSONValue {
    let id = NoteID(document, labels)
    return [
      "uri": .string(id.uri), "name": .string(id.text), "title": NoteText.title(document.title),
      "mimeType": .string(mimeType(of: document.path)), "size": .integer(Int(document.size)),
      "annotations": ["lastModified": .string(document.modificationDate.formatted(.iso8601))],
    ]
  }

  private static func mimeType(of path: String) -> String {
    switch path.lowercased().split(separator: ".").last {
    case "md", "markdown": "text/markdown"
    case "org": "text/org"
    case "rst": "text/x-rst"
    default: "text/plain"
    }
  }

  /// The result of `resources/read`; `nil` if there is no such note.
  func read(_ uri: String) async throws -> JSONValue? {
    guard uri.hasPrefix(NoteID.scheme) else { return nil }
    let index = try await notes.index()
    guard let (document, _) = try await index.document(named: uri) else { return nil }
    let page: NotePage
    do {
      page = try await NotePage(of: uri, in: index)
    } catch let failure as ToolFailure {
      throw RPCError.failed(failure.message)
    }
    let (text, cursor) = page.text(within: Self.tokens)
    var contents: [JSONValue] = [
      ["uri": .string(uri), "mimeType": .string(Self.mimeType(of: document.path)), "text": NoteText.shown(text)]
    ]
    if cursor != nil {
      contents.append([
        "uri": .string(uri), "mimeType": "text/plain",
        "text": "The note is longer than is shown here: the tool fetch reads all of it, page by page.",
      ])
    }
    return ["contents": .array(contents)]
  }

  /// Returns the paths that begin with a text, or else contain it, the last changed first.
  func completions(of text: String) async throws -> JSONValue {
    let index = try await notes.index()
    let labels = FolderLabels(folders: try await index.folders())
    let (documents, _) = try await index.documents(where: SearchFilter(), limit: .max)
    let paths = documents.map { NoteID($0, labels).path }
    let wanted = text.lowercased()
    let found = paths.map { ($0, $0.lowercased()) }.filter { wanted.isEmpty || $0.1.contains(wanted) }
    let ordered = found.filter { $0.1.hasPrefix(wanted) } + found.filter { !$0.1.hasPrefix(wanted) }
    return .object([
      "completion": .object([
        "values": .array(ordered.prefix(Self.mostCompletions).map { .string($0.0) }), "total": .integer(ordered.count),
        "hasMore": .bool(ordered.count > Self.mostCompletions),
      ])
    ])
  }
}
