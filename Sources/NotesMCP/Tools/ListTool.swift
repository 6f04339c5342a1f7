import Foundation
import JSONSchema
import LanguageModels
import Retriever
import VectorStore

/// Lists notes.
struct ListTool: NotesTool {
  let name = "list"
  let title = "List the notes"
  let description =
    "Lists notes, the last changed first: all, of a folder, with a tag, or changed from 2026-05 (or 7d) on."
  let inputSchema = ToolSchema.object(
    [
      "folder": ToolSchema.string("A folder, as ids have it: journal."),
      "tag": ToolSchema.string("A tag, without #."),
      "since": ToolSchema.string("Changed on or after: 2026-05-01, 2026-05, or 7d ago."),
      "until": ToolSchema.string("Changed on or before."),
      "limit": ToolSchema.integer(1...500, or: ListTool.usualLimit, "The most notes."),
      "budget_tokens": ToolSchema.budget(), "cursor": ToolSchema.cursor,
    ], isClosed: true)
  let outputSchema = ToolSchema.object(
    [
      "notice": ToolSchema.string(), "count": ToolSchema.integer(),
      "notes": ToolSchema.array(
        of: ToolSchema.object(
          [
            "id": ToolSchema.string(), "title": ToolSchema.string(), "modified": ToolSchema.string(),
            "bytes": ToolSchema.integer(), "tags": ToolSchema.array(of: ToolSchema.string()),
          ], required: ["id", "title", "modified", "bytes"])),
      "cursor": ToolSchema.string("Continues the list."),
    ], required: ["count", "notes"])

  private static let usualLimit = 50

  func call(_ arguments: ToolArguments, _ call: ToolCall) async throws -> JSONValue {
    let limit = try arguments.integer("limit", in: 1...500, or: Self.usualLimit)
    var budget = try arguments.budget()
    let index = try await call.notes.index()
    let filter = try await Self.filter(arguments, in: index)
    let subject = "list \(filter.folders) \(filter.tags) \(filter.modified.map { "\($0)" } ?? "")"
    let start = try arguments.string("cursor").map { try PageCursor($0, of: subject).offset } ?? 0
    let (documents, count) = try await index.documents(where: filter, from: start, limit: limit)
    let labels = FolderLabels(folders: try await index.folders())
    _ = budget.take([
      "notice": NoteText.notice, "count": .integer(count), "cursor": .string(PageCursor(count, of: subject).text),
    ])
    var notes: [JSONValue] = []
    for document in documents {
      let note = Self.record(of: document, labels)
      guard budget.take(note) else { break }
      notes.append(note)
    }
    let next = start + notes.count
    return .object([
      "notice": NoteText.notice, "count": .integer(count), "notes": .array(notes),
      "cursor": next < count && !notes.isEmpty ? .string(PageCursor(next, of: subject).text) : nil,
    ])
  }

  private static func record(of document: Document, _ labels: FolderLabels) -> JSONValue {
    return .object([
      "id": .string(NoteID(document, labels).text), "title": NoteText.title(document.title),
      "modified": .string(document.modificationDate.formatted(.iso8601.year().month().day())),
      "bytes": .integer(Int(document.size)), "tags": NoteText.tags(document.tags),
    ])
  }

  /// Returns the filter that the arguments describe.
  private static func filter(_ arguments: ToolArguments, in index: SearchIndex) async throws -> SearchFilter {
    var filter = SearchFilter()
    if let given = try arguments.string("tag") {
      let tag = given.hasPrefix("#") ? String(given.dropFirst()) : given
      filter.tags = [tag]
      if try await index.documents(where: filter, limit: 1).count == 0 {
        throw ToolFailure("No note has a tag \(tag.prefix(200).visibleLine).")
      }
    }
    let (since, until) = (try arguments.string("since"), try arguments.string("until"))
    if since != nil || until != nil {
      do {
        filter.modified = try SearchFilter.dates(since: since, until: until)
      } catch let error as SearchQueryError {
        throw ToolFailure(error.localizedDescription)
      }
    }
    if let folder = try arguments.string("folder") {
      let folders = try await index.folders()
      let labels = FolderLabels(folders: folders)
      let labelled = folders.compactMap { known -> String? in
        guard let label = labels.label(of: known), folder == label || folder.hasPrefix(label + "/") else { return nil }
        return known + folder.dropFirst(label.count)
      }
      filter.folders = folder.hasPrefix("/") ? [folder] : labelled + folders.map { $0 + "/" + folder }
      if try await index.documents(where: SearchFilter(folders: filter.folders), limit: 1).count == 0 {
        throw ToolFailure("No note is in a folder \(folder.prefix(200).visibleLine).")
      }
    }
    return filter
  }
}
