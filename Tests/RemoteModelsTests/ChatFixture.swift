import Foundation
import LanguageModels
import RemoteModels
import TestSupport

/// A server with OpenAI's API and one model, `m`, whose completions a test decides.
enum ChatFixture {
  static let models = #"{"object": "list", "data": [{"id": "m", "object": "model"}]}"#

  /// - Parameters:
  ///   - complete: Steps for a completion.
  ///   - other: Steps for any request; `nil` is what the server does by itself.
  static func server(
    complete: @escaping @Sendable (RawServer.Request) -> [RawServer.Step] = { _ in reply("Hello.") },
    other: @escaping @Sendable (RawServer.Request) -> [RawServer.Step]? = { _ in nil }
  ) throws -> RawServer {
    try RawServer { request in
      if let steps = other(request) { return steps }
      switch request.path {
      case "/v1/models": return [.response(models)]
      case "/v1/chat/completions": return complete(request)
      default: return [.response(#"{"error": "no such page"}"#, status: "404 Not Found")]
      }
    }
  }

  /// A whole completion, and the prompt's tokens by the server's count.
  static func reply(_ text: String, finish: String = "stop", promptTokens: Int? = nil) -> [RawServer.Step] {
    let usage = promptTokens.map { #", "usage": {"prompt_tokens": \#($0), "completion_tokens": 7}"# } ?? ""
    return [
      .eventHead, .event(delta(text)), .event(#"{"choices": [{"delta": {}, "finish_reason": "\#(finish)"}]\#(usage)}"#),
      .event("[DONE]"),
    ]
  }

  static func delta(_ text: String, name: String = "content") -> String {
    let value = String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
    return #"{"choices": [{"index": 0, "delta": {"role": "assistant", "\#(name)": \#(value)}, "finish_reason": null}]}"#
  }

  /// The model of a server, without pauses before a request is sent again.
  static func model(
    at server: RawServer, named name: String = "", contextSize: Int = 4096, key: String? = nil,
    stallTimeout: Duration = .seconds(60)
  ) async throws -> ServerLanguageModel {
    let address = try ServerAddress(server.address + "#" + name)
    return try await ServerLanguageModel(
      ServerClient(
        address: address, key: key, stallTimeout: stallTimeout, retryDelays: [.milliseconds(1), .milliseconds(1)]),
      contextSize: contextSize)
  }
}
