extension GenerationSchema: Decodable {
  /// Reads a schema from JSON Schema.
  ///
  /// Properties are in the order of `x-order`, since a decoder loses the order of the text.
  public init(from decoder: any Decoder) throws { try self.init(JSONValue(from: decoder)) }

  /// Reads a schema from JSON Schema. Properties are in the order of `x-order`, otherwise of the text.
  ///
  ///     let schema = try GenerationSchema(jsonSchema: #"{"type": "array", "items": {"type": "number"}}"#)
  ///
  /// Throws `SchemaError` with the name and the place of an unsupported keyword.
  public init(jsonSchema text: String) throws {
    let document: JSONValue
    do {
      document = try JSONParser.parse(text)
    } catch {
      throw SchemaError.invalidJSON(reason: "\(error.reason), at byte \(error.offset)")
    }
    try self.init(document)
  }

  private init(_ document: JSONValue) throws {
    let document = Self.unwrapped(document)
    let (root, definitions) = try SchemaReader.read(document)
    self.init(root, definitions: definitions)
    _ = try grammar()
  }

  /// Returns the schema in what OpenAI's interface wraps around one: `{"name": …, "strict": …, "schema": …}`, itself
  /// within `{"type": "json_schema", "json_schema": …}` or not. As a schema it would allow anything.
  private static func unwrapped(_ document: JSONValue) -> JSONValue {
    guard case .object(let members) = document else { return document }
    let names = Set(members.map(\.name))
    if document["type"]?.string == "json_schema", let inner = document["json_schema"] { return unwrapped(inner) }
    guard let schema = document["schema"], names.isSubset(of: ["type", "name", "description", "strict", "schema"]),
      document["type"].map({ $0.string == "json_schema" }) ?? true
    else { return document }
    return schema
  }
}
