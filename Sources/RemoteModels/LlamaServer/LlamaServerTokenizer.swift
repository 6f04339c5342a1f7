import JSONSchema
import Synchronization

/// The tokenizer of a llama-server, with the latest results kept.
final class LlamaServerTokenizer: Sendable {
  /// A token of a template, or text between two.
  enum Fragment: Sendable {
    case token(Int, text: String)
    case text(String)
  }

  private struct Memory {
    var tokens: [String: [Int]] = [:]
    var fragments: [String: [Fragment]] = [:]
    var beginning: [Int]?
  }

  /// The number of texts that are kept: a prompt has about ten, each counted several times.
  private static let mostTexts = 512

  private let client: ServerClient
  private let memory = Mutex(Memory())

  init(_ client: ServerClient) { self.client = client }

  /// Returns the tokens of text. Names of control tokens in it are plain text.
  func tokens(of text: String) async throws -> [Int] {
    guard !text.isEmpty else { return [] }
    if let known = memory.withLock({ $0.tokens[text] }) { return known }
    let tokens = try await tokenize(["content": .string(text), "parse_special": .bool(false)]).map(\.token)
    memory.withLock { memory in
      if memory.tokens.count >= Self.mostTexts { memory.tokens = [:] }
      memory.tokens[text] = tokens
    }
    return tokens
  }

  /// The token that every text of the model begins with, if any.
  var beginning: Int? {
    get async throws {
      if let known = memory.withLock({ $0.beginning }) { return known.first }
      let tokens = try await tokenize(["content": .string(""), "add_special": .bool(true)]).map(\.token)
      memory.withLock { $0.beginning = tokens }
      return tokens.first
    }
  }

  /// Splits a part of a chat template at the names of its tokens.
  func fragments(of template: String) async throws -> [Fragment] {
    guard !template.isEmpty else { return [] }
    if let known = memory.withLock({ $0.fragments[template] }) { return known }
    var fragments: [Fragment] = []
    var rest = template[...]
    for (token, piece) in try await tokenize(["content": .string(template), "with_pieces": .bool(true)]) {
      guard let piece, piece.utf8.count > 1, try await isMarker(token, piece), let place = rest.firstRange(of: piece)
      else {
        continue
      }
      if place.lowerBound > rest.startIndex { fragments.append(.text(String(rest[..<place.lowerBound]))) }
      fragments.append(.token(token, text: piece))
      rest = rest[place.upperBound...]
    }
    if !rest.isEmpty { fragments.append(.text(String(rest))) }
    memory.withLock { [fragments] in $0.fragments[template] = fragments }
    return fragments
  }

  /// Whether a token of a template is a control token, or one that llama.cpp parses in any text, as some files declare
  /// their template's tokens. The server does not say; the latter are recognized by their form: `<start_of_turn>`,
  /// `[INST]`.
  private func isMarker(_ token: Int, _ piece: String) async throws -> Bool {
    if try await tokens(of: piece) != [token] { return try await parsed(piece) == [token] }
    guard piece.utf8.count > 3, let first = piece.first, let last = piece.last else { return false }
    return "<[".contains(first) && ">]".contains(last)
  }

  private func parsed(_ text: String) async throws -> [Int] {
    try await tokenize(["content": .string(text)]).map(\.token)
  }

  private func tokenize(
    _ body: KeyValuePairs<String, JSONValue?>
  ) async throws -> [(token: Int, piece: String?)] {
    let model = client.address.model.map { [JSONValue.Member("model", .string($0))] } ?? []
    let reply = try await client.json(
      client.address.root + "/tokenize", JSONValue.object(body).merging(.object(model)))
    guard case .array(let tokens)? = reply["tokens"] else {
      throw ServerError.invalidReply(address: client.address.base, reason: "it does not tokenize")
    }
    return try tokens.map { entry in
      guard let token = entry.integer ?? entry["id"]?.integer else {
        throw ServerError.invalidReply(address: client.address.base, reason: "a token is not a number")
      }
      return (token, entry["piece"]?.string)
    }
  }
}
