import FlyingFox
import Foundation
import RAGKit

/// Serves searches and answers from a folder of notes to this machine: `server FOLDER PORT [MODEL]`.
@main struct Server {
  struct Found: Encodable {
    var source: Source
    var text: String
  }

  struct Reply: Encodable {
    var answer: String
    var isInNotes: Bool
    var sources: [Found]
  }

  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard (2...3).contains(arguments.count), let port = UInt16(arguments[1]) else {
      print("usage: server FOLDER PORT [MODEL]")
      exit(64)
    }
    let notes = try await SearchIndex.open(at: "notes.sqlite", encoder: StandardModels.encoder())
    _ = try await notes.update(from: arguments[0])
    let model = try await StandardModels.languageModel(arguments.count == 3 ? arguments[2] : nil)

    // Only programs on this machine can connect.
    let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: port))
    await server.appendRoute("GET /search") { request in
      try await reply(to: request) { query in
        try await notes.passages(matching: query, limit: 5).map { Found(source: $0.source, text: $0.text) }
      }
    }
    await server.appendRoute("GET /ask") { request in
      try await reply(to: request) { question in
        let answer = try await notes.answer(to: question, using: model).collect()
        let isInNotes = if case .notInNotes = answer.outcome { false } else { true }
        return Reply(
          answer: answer.content, isInNotes: isInNotes,
          sources: answer.sources.map { Found(source: $0.source, text: $0.text) })
      }
    }
    print("http://127.0.0.1:\(port)/ask?q=…")
    try await server.run()
  }

  /// Returns what `body` returns for the parameter `q`, as JSON.
  private static func reply(
    to request: HTTPRequest, _ body: @Sendable (String) async throws -> some Encodable & Sendable
  ) async throws -> HTTPResponse {
    guard let query = request.query["q"], !query.isEmpty else {
      return HTTPResponse(statusCode: .badRequest, body: Data("the parameter q is missing\n".utf8))
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(await body(query))
    return HTTPResponse(statusCode: .ok, headers: [.contentType: "application/json"], body: data)
  }
}
