import Foundation
import Indexer
import JSONSchema
import LanguageModels
import NotesMCP
import Synchronization
import TestSupport
import VectorStore

import NotesServer

/// A server in the same process, of a few notes and a scripted model.
final class TestNotesServer: Sendable {
  static let reply = "The starter is fed with 50 g of rye flour."
  let folder: TemporaryFolder
  let server: NotesServer

  struct Event: Equatable {
    var name: String?
    var data: String
    var json: JSONValue? { try? JSONParser.parse(data) }
  }

  init(
    _ notes: [String: String] = ["kitchen/bread.md": "# Bread\n\n\(reply)\n", "bike.md": Notes.bike],
    model: any LanguageModel = ScriptedLanguageModel { _ in TestNotesServer.reply + "\"}" },
    doubt: @escaping Indexing.Doubt = { _ in nil }
  ) async throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/notes", withIntermediateDirectories: true)
    for (name, text) in notes { try folder.write(text, to: "notes/" + name) }
    let index = try SearchIndex(at: folder.path + "/index.sqlite", encoder: HashingEncoder())
    _ = try await index.update(from: folder.path + "/notes")
    server = NotesServer(
      ServerServices(
        NotesAccess(index: { index }, model: { model }),
        indexing: Indexing(explain: { "\($0)" }, doubt: doubt) { folder, report in
          if let folder { return [try await index.update(from: folder, onProgress: report)] }
          return try await index.update(onProgress: report)
        }, modelName: model.name, indexPath: "index.sqlite", version: "1.2"))
  }

  /// Sends a request and returns its answer, the parts of a stream together.
  func send(
    _ method: String, _ target: String, _ body: JSONValue? = nil, fromPage isFromPage: Bool = false
  ) async -> (status: Int, text: String) {
    let request = HTTPRequest(
      method: method, target: target, headers: ["host": "127.0.0.1:8377"], body: Array((body?.text ?? "").utf8),
      isFromPage: isFromPage)
    let reply = await server.reply(to: request)
    switch reply.body {
    case .whole(let bytes): return (reply.status, String(decoding: bytes, as: UTF8.self))
    case .stream(let stream):
      let all = Mutex<[UInt8]>([])
      try? await stream { part in all.withLock { $0 += part } }
      return (reply.status, String(decoding: all.withLock { $0 }, as: UTF8.self))
    }
  }

  func status(_ method: String, _ target: String, _ body: JSONValue? = nil) async -> Int {
    await send(method, target, body).status
  }

  func text(_ method: String, _ target: String) async -> String { await send(method, target).text }

  func json(_ method: String, _ target: String, _ body: JSONValue? = nil) async throws -> JSONValue {
    try JSONParser.parse(await send(method, target, body).text)
  }

  func events(_ target: String, _ body: JSONValue) async throws -> [Event] {
    await send("POST", target, body).text.components(separatedBy: "\n\n").filter { !$0.isEmpty }.map { block in
      var event = Event(data: "")
      for line in block.split(separator: "\n") {
        if line.hasPrefix("event: ") { event.name = String(line.dropFirst(7)) }
        if line.hasPrefix("data: ") { event.data = String(line.dropFirst(6)) }
      }
      return event
    }
  }
}
