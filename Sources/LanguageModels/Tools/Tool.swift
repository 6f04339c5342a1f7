/// What a model can call for: a name, a short description, arguments with a schema, and what it does.
///
///     struct Clock: Tool {
///       let name = "tellTime"
///       let description = "Tells the time in a city."
///       func call(arguments: City) async throws -> String { … }
///     }
///
/// A model may call a tool several times at once. What is not found is best said in plain words: a thrown error ends
/// the request.
public protocol Tool<Arguments, Output>: Sendable {
  /// What the tool says, shown to the model.
  associatedtype Output: PromptRepresentable
  /// What the tool is called with.
  associatedtype Arguments: ConvertibleFromGeneratedContent
  /// The name by which the model calls it: short, with a verb, such as `searchNotes`.
  var name: String { get }
  /// What it does, in one short sentence: it costs tokens in every request.
  var description: String { get }
  /// What the arguments look like.
  var parameters: GenerationSchema { get }
  /// Whether the model is told of the tool; not where it was trained on it.
  var includesSchemaInInstructions: Bool { get }
  /// Does what the tool is for.
  @concurrent func call(arguments: Arguments) async throws -> Output
}

extension Tool {
  /// The name of the type.
  public var name: String { String(describing: Self.self) }
  /// The model is told.
  public var includesSchemaInInstructions: Bool { true }
}

extension Tool where Arguments: Generable {
  /// The schema of the arguments' type.
  public var parameters: GenerationSchema { Arguments.generationSchema }
}
