import Embedding
import Foundation
import Indexer
import JSONSchema
import LanguageModels
import Synchronization
import TestSupport
import VectorStore

import NotesMCP

/// A client in the same process, of a server with an index of a few notes.
final class TestClient: Sendable {
  let folder: TemporaryFolder
  let index: SearchIndex
  let server: MCPServer
  /// Whether requests name the stateless revision.
  let isStateless: Bool
  private let sent = Mutex<[JSONValue]>([])
  private let nextID = Mutex(0)

  var notes: String { folder.path + "/notes" }

  /// - Parameter folder: A folder of notes to index in place of `notes`.
  init(
    _ notes: [String: String] = ["kitchen/bread.md": Notes.bread, "bike.md": Notes.bike], in other: String? = nil,
    encoder: any TextEncoder = HashingEncoder(), model: any LanguageModel = ScriptedLanguageModel { _ in "" },
    isStateless: Bool = true
  ) async throws {
    folder = try TemporaryFolder()
    for (name, text) in notes where other == nil { try folder.write(text, to: "notes/" + name) }
    let index = try SearchIndex(at: folder.path + "/index.sqlite", encoder: encoder)
    _ = try await index.update(from: other ?? folder.path + "/notes")
    self.index = index
    server = MCPServer(NotesAccess(index: { index }, model: { model }), version: "1.2")
    self.isStateless = isStateless
  }

  /// All that the server sent, oldest first.
  var messages: [JSONValue] { sent.withLock { $0 } }

  /// Sends a line as it is.
  func send(_ line: String) async {
    await server.receive(line) { [self] message in sent.withLock { $0.append(message) } }
  }

  /// Starts a request and returns its id.
  func begin(_ method: String, _ parameters: JSONValue = [:], progressToken: JSONValue? = nil) async -> JSONValue {
    let id: JSONValue = .integer(
      nextID.withLock { next in
        next += 1
        return next
      })
    var meta: JSONValue = .object(["progressToken": progressToken])
    if isStateless {
      meta = meta.merging([
        "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": [:],
      ])
    }
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": id, "method": .string(method), "params": parameters.merging(["_meta": meta]),
    ]
    await send(request.text)
    return id
  }

  /// Returns the answer to a request: its whole message.
  func answer(to id: JSONValue) async -> JSONValue {
    await first { $0["id"] == id }
  }

  /// Waits for a message.
  func first(_ isWanted: (JSONValue) -> Bool) async -> JSONValue {
    while true {
      if let message = messages.first(where: isWanted) { return message }
      try? await Task.sleep(for: .milliseconds(2))
    }
  }

  /// Sends a request and returns its result; the error of one that has none.
  func result(_ method: String, _ parameters: JSONValue = [:]) async -> JSONValue {
    let answer = await answer(to: begin(method, parameters))
    return answer["result"] ?? answer["error"] ?? .null
  }

  /// Calls a tool and returns its whole result.
  func call(_ tool: String, _ arguments: JSONValue = [:]) async -> JSONValue {
    await result("tools/call", ["name": .string(tool), "arguments": arguments])
  }
}

extension JSONValue {
  /// What a tool returned.
  var content: JSONValue { self["structuredContent"] ?? .null }
  /// Why a tool failed; `nil` if it did not.
  var failure: String? { self["isError"] == true ? self["content"]?.elements.first?["text"]?.string : nil }
}

extension SchemaValidator {
  /// Returns what is wrong with a value; `nil` if it satisfies the schema.
  static func problem(of value: JSONValue, following schema: JSONValue) throws -> String? {
    let (root, definitions) = try SchemaReader.read(schema)
    let validator = SchemaValidator(try ResolvedSchema(root, definitions: definitions))
    return validator.firstViolation(of: value).map { "\($0.path) should be \($0.expected), but is \($0.found.text)" }
  }
}
