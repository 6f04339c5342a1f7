extension GenerationSchema: Decodable {
  /// Reads a schema from JSON Schema.
  ///
  /// The order of properties is that of `x-order`, since decoders lose the text's own.
  public init(from decoder: any Decoder) throws { try self.init(JSONValue(from: decoder)) }

  /// Reads a schema from the text of JSON Schema: properties are in the order of `x-order`, or else of the text.
  ///
  /// Throws `SchemaError`, by name and place, for what is not supported.
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
    let (root, definitions) = try SchemaReader.read(document)
    self.init(root, definitions: definitions)
    _ = try grammar()
  }
}
