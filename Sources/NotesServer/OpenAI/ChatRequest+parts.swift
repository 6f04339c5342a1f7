import Foundation
import JSONSchema
import LanguageModels

extension ChatRequest {
  /// One turn, as the client sends it.
  struct Message: Sendable {
    var role: String
    var text: String
    var calls: [Transcript.ToolCall] = []
    /// The call that a tool's output belongs to.
    var callID: String?

    /// Reads a message of a chat.
    init(_ json: JSONValue) throws(ServerError) {
      let roles = ["system", "developer", "user", "assistant", "tool"]
      guard let role = json["role"]?.string, roles.contains(role) else {
        throw .invalid("each message needs a role: \(roles.joined(separator: ", "))")
      }
      self.init(role: role, text: try Self.text(json["content"]), callID: json["tool_call_id"]?.string)
      for call in json["tool_calls"]?.elements ?? [] {
        calls.append(try Self.call(call["function"], id: call["id"]))
      }
    }

    /// Reads an item of a response's input; `nil` for what the model thought, which is not read again.
    init?(item json: JSONValue) throws(ServerError) {
      switch json["type"]?.string {
      case "function_call":
        self.init(role: "assistant", text: "", calls: [try Self.call(json, id: json["call_id"])])
      case "function_call_output":
        self.init(role: "tool", text: try Self.text(json["output"]), callID: json["call_id"]?.string)
      case "reasoning": return nil
      default: try self.init(json)
      }
    }

    init(role: String, text: String, calls: [Transcript.ToolCall] = [], callID: String? = nil) {
      (self.role, self.text, self.calls, self.callID) = (role, text, calls, callID)
    }

    private static func call(_ function: JSONValue?, id: JSONValue?) throws(ServerError) -> Transcript.ToolCall {
      guard let name = function?["name"]?.string, let text = function?["arguments"]?.string,
        let arguments = try? GeneratedContent(json: text)
      else { throw .invalid("each tool call needs a function with a name and arguments in JSON") }
      return .init(id: id?.string ?? name, toolName: name, arguments: arguments)
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
  }

  /// Reads the tools and which of them must be called. In a chat a function is within the tool, in a response it is the
  /// tool itself.
  mutating func readTools(_ fields: Fields) throws {
    let functions = try fields.array("tools") ?? []
    // One budget for the schemas of all.
    tools = try SchemaWork.limited { try functions.map(Self.tool) }
    switch fields.value("tool_choice") {
    case nil, .string("auto"): break
    case .string("none"): tools = []
    case .string("required"): toolChoice = .required
    case .object(let members):
      let choice = JSONValue.object(members)
      let name = (choice["function"]?["name"] ?? choice["name"])?.string
      tools.removeAll { $0.name != name }
      if tools.isEmpty { throw ServerError.invalid("tool_choice names no tool of the request") }
      toolChoice = .required
    default: throw ServerError.invalid("tool_choice must be auto, none, required or a tool")
    }
  }

  private static func tool(_ json: JSONValue) throws -> Transcript.ToolDefinition {
    let function = json["function"] ?? json
    guard json["type"]?.string ?? "function" == "function", let name = function["name"]?.string, !name.isEmpty else {
      throw ServerError.invalid("each tool must be a function with a name")
    }
    let parameters = Fields(object: function).value("parameters") ?? ["type": "object", "properties": [:]]
    do {
      return .init(
        name: name, description: function["description"]?.string ?? "",
        parameters: try GenerationSchema(jsonSchema: parameters.text))
    } catch {
      throw ServerError.invalid("the parameters of \(name.prefix(60)): \(error.localizedDescription)")
    }
  }
}
