import Embedding
import Foundation
import JSONSchema
import NotesMCP
import VectorStore

/// `/v1/embeddings`: vectors of texts, by the encoder of the index.
enum EmbeddingsEndpoint {
  private static let mostTexts = 2048

  static func reply(to request: HTTPRequest, _ services: ServerServices) async throws -> HTTPReply {
    let fields = Fields(object: try request.object())
    let texts: [String]
    switch fields.value("input") {
    case .string(let text): texts = [text]
    case .array(let list) where list.allSatisfy({ $0.string != nil }): texts = list.compactMap(\.string)
    case .array(let list) where list.allSatisfy({ $0.integer != nil || $0.elements.first?.integer != nil }):
      // Ids are of the vocabulary of OpenAI's models, which no encoder here has.
      throw ServerError.invalid(
        "input must be text, not token ids, which mean other words to this encoder; "
          + "with LangChain: OpenAIEmbeddings(…, check_embedding_ctx_length=False)")
    default: throw ServerError.invalid("input must be a string or an array of strings")
    }
    guard 1...mostTexts ~= texts.count, !texts.contains("") else {
      throw ServerError.invalid("input must have 1 to \(mostTexts) texts, none of them empty")
    }
    let format = try fields.string("encoding_format") ?? "float"
    guard ["float", "base64"].contains(format) else {
      throw ServerError.invalid("encoding_format must be float or base64")
    }
    let role: TextRole = try fields.string("input_type") == "query" ? .query : .document
    guard let encoder = try await services.notes.index().encoder else {
      throw ServerError(status: 503, type: "server_error", message: "the encoder of the index is not installed")
    }
    if let size = try fields.integer("dimensions", in: 1...(1 << 20)), size != encoder.space.dimensions {
      throw ServerError.invalid("the vectors of this encoder have \(encoder.space.dimensions) dimensions")
    }
    let place = try await services.queue.place()
    let vectors = try await place.use { try await encoder.vectors(of: texts, as: role) }
    let data: [JSONValue] = vectors.enumerated().map { number, vector in
      ["object": "embedding", "index": .integer(number), "embedding": json(vector.elements, format)]
    }
    // What an encoder reads is counted by none of them: the length in characters over four is what others estimate.
    let tokens = texts.reduce(0) { $0 + max(1, $1.count / 4) }
    return .json([
      "object": "list", "data": .array(data), "model": .string(encoder.space.title),
      "usage": ["prompt_tokens": .integer(tokens), "total_tokens": .integer(tokens)],
    ])
  }

  /// Numbers, or their 32 bits each in Base64, the lowest byte first.
  private static func json(_ components: some Collection<Float>, _ format: String) -> JSONValue {
    guard format == "base64" else {
      return .array(components.map { .number(JSONNumber(String($0)) ?? JSONNumber(0)) })
    }
    var bytes = Data(capacity: components.count * 4)
    for component in components {
      withUnsafeBytes(of: component.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return .string(bytes.base64EncodedString())
  }
}
