import LanguageModels

/// How one kind of server is asked.
protocol ServerDialect: Sendable {
  var contextSize: Int { get }
  var capabilities: LanguageModelCapabilities { get }
  func tokenCount(for request: LanguageModelRequest) async throws -> Int
  func tokenCount(of text: String) async throws -> Int
  func generate(_ request: LanguageModelRequest, emit: (GenerationEvent) -> Void) async throws
  func nextTokenScores(after request: LanguageModelRequest, candidates: [String]) async throws -> NextTokenScores
}
