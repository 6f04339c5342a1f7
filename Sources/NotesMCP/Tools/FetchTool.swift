import Foundation
import Indexer
import JSONSchema
import LanguageModels
import VectorStore

/// Reads a note, or a part of it, page by page.
struct FetchTool: NotesTool {
  let name = "fetch"
  let title = "Read a note"
  let description = """
    Reads a note, or lines of it (id "keys.md:41-58"), or the section under a heading. A cursor in the result \
    continues the text.
    """
  let inputSchema = ToolSchema.object(
    [
      "id": ToolSchema.string("The id of a note, or of lines of it, from search or list."),
      "section": ToolSchema.string("A heading: only the text under it."),
      "budget_tokens": ToolSchema.budget(or: ResultBudget.standardForReading), "cursor": ToolSchema.cursor,
    ], required: ["id"], isClosed: true)
  let outputSchema = ToolSchema.object(
    [
      "notice": ToolSchema.string(), "id": ToolSchema.string(), "title": ToolSchema.string(),
      "url": ToolSchema.string(), "place": ToolSchema.place, "text": ToolSchema.string(),
      "modified": ToolSchema.string(),
      "tags": ToolSchema.array(of: ToolSchema.string()), "lines": ToolSchema.integer(), "file": ToolSchema.string(),
      "hidden": ToolSchema.string(), "cursor": ToolSchema.string("Continues the text."),
    ], required: ["id", "title", "url", "text", "lines"])

  func call(_ arguments: ToolArguments, _ call: ToolCall) async throws -> JSONValue {
    let name = try arguments.required("id")
    let page = try await NotePage(
      of: name, section: arguments.string("section"), cursor: arguments.string("cursor"), in: call.notes.index())
    return page.json(within: try arguments.budget(or: ResultBudget.standardForReading))
  }
}
