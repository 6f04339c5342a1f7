import Foundation
import Indexer
import JSONSchema
import NotesMCP

/// `/index`: brings the index up to date and adds folders, if the user allowed it when starting the server.
///
/// Only the server's own page may start it, opened with a one-time code. Programs with the token, among them agents
/// that read what others wrote, cannot: they could have any folder read.
enum IndexEndpoint {
  static func start(_ request: HTTPRequest, _ services: ServerServices) async throws -> HTTPReply {
    let indexing = try indexing(of: services)
    guard request.isFromPage else {
      throw ServerError(
        status: 403, type: "not_allowed",
        message: "only the server's own page may do this, opened with a link of its own")
    }
    let fields = Fields(object: try request.object())
    let folder = try fields.string("folder").map(path)
    if let folder, try fields.bool("confirmed") != true { try await indexing.checkWidth(of: folder) }
    try indexing.start(folder)
    return .json(try JSONValue(indexing.state), status: 202)
  }

  /// The state of the run, as events, until it ends.
  static func watch(_ request: HTTPRequest, _ services: ServerServices) async throws -> HTTPReply {
    let indexing = try indexing(of: services)
    return .events { events in
      for await state in indexing.states() { events.event("indexing", try JSONValue(state)) }
    }
  }

  private static func indexing(of services: ServerServices) throws(ServerError) -> Indexing {
    guard let indexing = services.indexing else {
      throw ServerError(
        status: 403, type: "not_allowed", message: "the server was started without leave to index from the page")
    }
    return indexing
  }

  /// Returns the folder that a user typed.
  private static func path(_ typed: String) throws(ServerError) -> String {
    let path = typed.trimmingCharacters(in: .whitespacesAndNewlines)
    guard path.hasPrefix("/") || path == "~" || path.hasPrefix("~/"), !path.contains("\0") else {
      throw .invalid("name the folder from the root or from your home: /home/ann/notes or ~/notes")
    }
    let folder = (path as NSString).expandingTildeInPath
    do {
      try DocumentFolder(folder).check()
    } catch {
      throw .invalid(error.localizedDescription)
    }
    return folder
  }
}
