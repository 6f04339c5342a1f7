import Foundation
import JSONSchema
import LanguageModels

/// A request in the form of OpenAI's chat completions, or of its responses.
struct ChatRequest: Sendable {
  var model: String
  var messages: [Message]
  var isStream: Bool
  var includesUsage = false
  var tools: [Transcript.ToolDefinition] = []
  var toolChoice = GenerationOptions.ToolCallingMode.allowed
  var schema: GenerationSchema?
  var stops: [String] = []
  var options = GenerationOptions()
  /// Whether the notes are searched, if the client says so.
  var retrieval: Bool?

  /// Reads a request for a chat completion.
  init(completion object: JSONValue) throws {
    let fields = Fields(object: object)
    model = try fields.string("model") ?? ServerServices.notesModel
    isStream = try fields.bool("stream") ?? false
    includesUsage = object["stream_options"]?["include_usage"] == .bool(true)
    guard let list = try fields.array("messages"), !list.isEmpty else {
      throw ServerError.invalid("messages must be an array that is not empty")
    }
    messages = try list.map(Message.init)
    try readTools(fields)
    schema = try Self.schema(fields.value("response_format"), in: "response_format")
    if try fields.integer("n", in: 1...128) ?? 1 > 1 { throw ServerError.invalid("n must be 1: one answer is given") }
    if try fields.bool("logprobs") == true { throw Self.unsupported("logprobs") }
    for name in ["functions", "function_call"] where fields.value(name) != nil {
      throw ServerError.invalid("\(name) is not supported: send tools and tool_choice")
    }
    try readOptions(fields, limits: ["max_completion_tokens", "max_tokens"])
  }

  /// Reads a request for a response.
  init(response object: JSONValue) throws {
    let fields = Fields(object: object)
    model = try fields.string("model") ?? ServerServices.notesModel
    isStream = try fields.bool("stream") ?? false
    if fields.value("previous_response_id") != nil {
      throw ServerError.invalid("responses are not stored: send the earlier turns in input")
    }
    messages = try fields.string("instructions").map { [Message(role: "system", text: $0)] } ?? []
    switch fields.value("input") {
    case .string(let text): messages.append(Message(role: "user", text: text))
    case .array(let items) where !items.isEmpty: messages += try items.compactMap(Message.init(item:))
    default: throw ServerError.invalid("input must be a string or an array that is not empty")
    }
    try readTools(fields)
    schema = try Self.schema(fields.value("text")?["format"], in: "text.format")
    try readOptions(fields, limits: ["max_output_tokens"])
  }

  private mutating func readOptions(_ fields: Fields, limits: [String]) throws {
    for name in limits where options.maximumResponseTokens == nil {
      options.maximumResponseTokens = try fields.integer(name, in: 1...(1 << 20))
    }
    let temperature = try fields.number("temperature", in: 0...2)
    let share = try fields.number("top_p", in: 0...1)
    let seed = try fields.integer("seed", in: Int.min...Int.max).map { UInt64(bitPattern: Int64($0)) }
    // Without either, the likeliest token is taken each time, whatever the seed.
    if temperature ?? ((share ?? 1) < 1 ? 1 : 0) > 0 {
      options.samplingMode = .random(probabilityThreshold: max(0.01, share ?? 0.95), seed: seed)
      options.temperature = temperature
    }
    for name in ["frequency_penalty", "presence_penalty"] where try fields.number(name, in: -2...2) ?? 0 != 0 {
      throw Self.unsupported(name)
    }
    if try fields.integer("top_logprobs", in: 0...20) ?? 0 > 0 { throw Self.unsupported("top_logprobs") }
    if let bias = fields.value("logit_bias"), bias != [:] { throw Self.unsupported("logit_bias") }
    switch fields.value("stop") {
    case nil: break
    case .string(let text) where !text.isEmpty: stops = [text]
    case .array(let list) where list.count <= 4 && list.allSatisfy({ $0.string?.isEmpty == false }):
      stops = list.compactMap(\.string)
    default: throw ServerError.invalid("stop must be a string or at most 4 strings")
    }
    if schema != nil, !stops.isEmpty { throw ServerError.invalid("stop would cut the JSON short: leave it out") }
    retrieval = try fields.bool("retrieval")
  }

  private static func unsupported(_ name: String) -> ServerError {
    .invalid("\(name) is not supported: leave it out")
  }

  /// Reads a schema: in a chat it is within `json_schema`, in a response in the format itself.
  private static func schema(_ format: JSONValue?, in name: String) throws -> GenerationSchema? {
    guard let format, format["type"]?.string != "text" else { return nil }
    if format["type"]?.string == "json_object" { return try GenerationSchema(jsonSchema: #"{"type": "object"}"#) }
    guard let schema = format["json_schema"]?["schema"] ?? format["schema"] else {
      throw ServerError.invalid("\(name) must be text, json_object, or a json_schema with a schema")
    }
    do {
      return try GenerationSchema(jsonSchema: schema.text)
    } catch {
      throw ServerError.invalid("\(name): \(error.localizedDescription)")
    }
  }
}
