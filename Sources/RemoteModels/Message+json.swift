import JSONSchema
import LanguageModels

extension LanguageModelRequest.Message {
  /// The message in the form of OpenAI's API.
  var json: JSONValue { .object(["role": .string(role.rawValue), "content": .string(content)]) }
}
