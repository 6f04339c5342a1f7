/// A function that a model can call: a name, a short description, arguments with a schema, and code.
///
///     struct Thermometer: Tool {
///       struct Arguments: Generable {
///         var room: String
///         static let generationSchema = GenerationSchema(
///           type: Self.self, properties: [.init(name: "room", type: String.self)])
///         init(_ content: GeneratedContent) throws { room = try content.value(forProperty: "room") }
///         var generatedContent: GeneratedContent { .init(properties: ["room": room]) }
///       }
///       let name = "readTemperature"
///       let description = "Reads the temperature of a room."
///       func call(arguments: Arguments) async throws -> String { arguments.room == "attic" ? "31 °C" : "14 °C" }
///     }
///     let session = LanguageModelSession(model: model, tools: [Thermometer()])
///
/// Return plain words if nothing is found: an error thrown by a tool ends the request. A model may call a tool several
/// times in one round, and these calls run concurrently. `ToolContext.current` has the limit of the output; a longer
/// one is truncated.
public protocol Tool<Arguments, Output>: Sendable {
  /// The output, which is shown to the model.
  associatedtype Output: PromptRepresentable
  /// The arguments.
  associatedtype Arguments: ConvertibleFromGeneratedContent
  /// The name that the model calls: short, with a verb, such as `searchNotes`.
  var name: String { get }
  /// What the tool does, in one short sentence: it costs tokens in every request.
  var description: String { get }
  /// The schema of the arguments.
  var parameters: GenerationSchema { get }
  /// Whether the instructions describe the tool; `false` for a tool that the model was trained to use.
  var includesSchemaInInstructions: Bool { get }
  /// Runs the tool.
  @concurrent func call(arguments: Arguments) async throws -> Output
}

extension Tool {
  /// The name of the type.
  public var name: String { String(describing: Self.self) }
  /// `true`.
  public var includesSchemaInInstructions: Bool { true }
}

extension Tool where Arguments: Generable {
  /// The schema of the arguments' type.
  public var parameters: GenerationSchema { Arguments.generationSchema }
}
