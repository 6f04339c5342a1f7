/// What the server answers at a path.
struct Endpoint: Sendable {
  var method: String
  var path: String
  /// One line for the description.
  var summary: String
  var reply: @Sendable (HTTPRequest, ServerServices) async throws -> HTTPReply

  init(
    _ method: String, _ path: String, _ summary: String,
    _ reply: @escaping @Sendable (HTTPRequest, ServerServices) async throws -> HTTPReply
  ) {
    (self.method, self.path, self.summary, self.reply) = (method, path, summary, reply)
  }

  /// Whether a path is this one; `*` at the end stands for any name.
  func matches(_ path: String) -> Bool {
    guard self.path.hasSuffix("*") else { return path == self.path }
    let start = self.path.dropLast()
    return path.hasPrefix(start) && !path.dropFirst(start.count).contains("/")
  }

  static let all: [Endpoint] = [
    Endpoint("GET", "/search", "Passages for a query.", SearchEndpoint.reply),
    Endpoint("POST", "/search", "Passages for a query.", SearchEndpoint.reply),
    Endpoint("POST", "/ask", "An answer with its sources, whole or as events.", AskEndpoint.reply),
    Endpoint("GET", "/documents", "The documents of the index, the last changed first.", DocumentsEndpoint.list),
    Endpoint("GET", "/notes", "Lines of a note.", DocumentsEndpoint.lines),
    Endpoint("GET", "/status", "The state of the index.", StatusEndpoint.status),
    Endpoint("GET", "/index", "The progress of indexing, as events.", IndexEndpoint.watch),
    Endpoint("POST", "/index", "Updates the index or adds a folder; from the page only.", IndexEndpoint.start),
    Endpoint("GET", "/metrics", "Counts for Prometheus.", StatusEndpoint.metrics),
    Endpoint("GET", "/openapi.json", "This description.", OpenAPIDescription.reply),
    Endpoint("POST", "/mcp", "The Model Context Protocol.", MCPEndpoint.reply),
    Endpoint("GET", "/v1/models", "The models, as OpenAI lists them.", ModelsEndpoint.list),
    Endpoint("GET", "/v1/models/*", "One model.", ModelsEndpoint.one),
    Endpoint("POST", "/v1/chat/completions", "A chat as OpenAI's, from the notes.", ChatEndpoint.reply),
    Endpoint("POST", "/v1/responses", "A response as OpenAI's, from the notes.", ResponsesEndpoint.reply),
    Endpoint("POST", "/v1/embeddings", "Vectors of texts.", EmbeddingsEndpoint.reply),
    Endpoint("POST", "/v1/rerank", "Documents ranked by relevance.", RerankEndpoint.reply),
  ]
}
