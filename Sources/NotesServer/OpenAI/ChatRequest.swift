import Foundation
import JSONSchema
import LanguageModels

/// A request in the form of OpenAI's chat completions, or of its responses.
struct ChatRequest: Sendable {
  /// One turn, as the client sends it.
  struct Message: Sendable {
    var role: String
    var text: String
    var calls: [Transcript.ToolCall] = []
    /// The call that a tool's output belongs to.
    var callID: String?
  }

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
    messages = try list.map(Self.message)
    let functions = try fields.array("tools") ?? []
    // One budget for the schemas of all.
    tools = try SchemaWork.limited { try functions.map(Self.tool) }
    switch fields.value("tool_choice") {
    case nil, .string("auto"): break
    case .string("none"): tools = []
    case .string("required"): toolChoice = .required
    case .object:
      let name = fields.value("tool_choice")?["function"]?["name"]?.string
      tools.removeAll { $0.name != name }
      if tools.isEmpty { throw ServerError.invalid("tool_choice names no tool of the request") }
      toolChoice = .required
    default: throw ServerError.invalid("tool_choice must be auto, none, required or a tool")
    }
    schema = try Self.schema(fields.value("response_format"), in: "response_format")
    if try fields.integer("n", in: 1...128) ?? 1 > 1 { throw ServerError.invalid("n must be 1: one answer is given") }
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
    if try fields.array("tools")?.isEmpty == false {
      throw ServerError.invalid("tools are passed on by /v1/chat/completions only")
    }
    messages = try fields.string("instructions").map { [Message(role: "system", text: $0)] } ?? []
    switch fields.value("input") {
    case .string(let text): messages.append(Message(role: "user", text: text))
    case .array(let items) where !items.isEmpty: messages += try items.map(Self.message)
    default: throw ServerError.invalid("input must be a string or an array that is not empty")
    }
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
    if let temperature, temperature > 0 {
      options.samplingMode = .random(probabilityThreshold: max(0.01, share ?? 0.95), seed: seed)
      options.temperature = temperature
    }
    switch fields.value("stop") {
    case nil: break
    case .string(let text): stops = [text]
    case .array(let list) where list.count <= 4 && list.allSatisfy({ $0.string?.isEmpty == false }):
      stops = list.compactMap(\.string)
    default: throw ServerError.invalid("stop must be a string or at most 4 strings")
    }
    retrieval = try fields.bool("retrieval")
  }

  private static func message(_ json: JSONValue) throws(ServerError) -> Message {
    let roles = ["system", "developer", "user", "assistant", "tool"]
    guard let role = json["role"]?.string, roles.contains(role) else {
      throw .invalid("each message needs a role: \(roles.joined(separator: ", "))")
    }
    var message = Message(role: role, text: try text(json["content"]), callID: json["tool_call_id"]?.string)
    for call in json["tool_calls"]?.elements ?? [] {
      guard let name = call["function"]?["name"]?.string, let text = call["function"]?["arguments"]?.string,
        let arguments = try? GeneratedContent(json: text)
      else { throw .invalid("each tool call needs a function with a name and arguments in JSON") }
      message.calls.append(.init(id: call["id"]?.string ?? name, toolName: name, arguments: arguments))
    }
    return message
  }

  /// The text of a message: a string, or parts of which each has a text.
  private static func text(_ content: JSONValue?) throws(ServerError) -> String {
    switch content {
    case nil, .null: return ""
    case .string(let text): return text
    case .array(let parts):
      var texts: [String] = []
      for part in parts {
        guard let text = part["text"]?.string else { throw .invalid("only text can be read, no images or files") }
        texts.append(text)
      }
      return texts.joined(separator: "\n")
    default: throw .invalid("content must be a string or an array of parts")
    }
  }

  private static func tool(_ json: JSONValue) throws -> Transcript.ToolDefinition {
    guard let function = json["function"], let name = function["name"]?.string, !name.isEmpty else {
      throw ServerError.invalid("each tool must be a function with a name")
    }
    let parameters = function["parameters"] ?? ["type": "object", "properties": [:]]
    do {
      return .init(
        name: name, description: function["description"]?.string ?? "",
        parameters: try GenerationSchema(jsonSchema: parameters.text))
    } catch {
      throw ServerError.invalid("the parameters of \(name.prefix(60)): \(error.localizedDescription)")
    }
  }

  /// Reads a schema: in a chat it is within `json_schema`, in a response in the format itself.
  private static func schema(_ format: JSONValue?, in name: String) throws -> GenerationSchema? {
    guard let format, format["type"]?.string != "text" else { return nil }
    guard let schema = format["json_schema"]?["schema"] ?? format["schema"] else {
      throw ServerError.invalid("\(name) must be a json_schema with a schema")
    }
    do {
      return try GenerationSchema(jsonSchema: schema.text)
    } catch {
      throw ServerError.invalid("\(name): \(error.localizedDescription)")
    }
  }
}
