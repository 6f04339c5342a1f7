/// A structured summary of a conversation.
///
/// `summary` comes last, so that the model writes it after the topics.
public struct ConversationSummary: Generable, Sendable, Hashable {
  /// The topics of the conversation.
  public var keyTopics: [String]
  /// The user's preferences and wishes.
  public var userPreferences: [String]
  /// A short summary of what was said.
  public var summary: String

  /// Creates a summary.
  public init(keyTopics: [String], userPreferences: [String], summary: String) {
    self.keyTopics = keyTopics
    self.userPreferences = userPreferences
    self.summary = summary
  }

  /// The three parts, with at most eight topics and eight preferences.
  public static let generationSchema = GenerationSchema(
    type: Self.self,
    properties: [
      .init(name: "keyTopics", type: [String].self, guides: [.maximumCount(8)]),
      .init(name: "userPreferences", type: [String].self, guides: [.maximumCount(8)]),
      .init(name: "summary", type: String.self),
    ])

  /// Reads what a model generated.
  public init(_ content: GeneratedContent) throws {
    keyTopics = try content.value(forProperty: "keyTopics")
    userPreferences = try content.value(forProperty: "userPreferences")
    summary = try content.value(forProperty: "summary")
  }

  /// The three parts.
  public var generatedContent: GeneratedContent {
    GeneratedContent(properties: [
      "keyTopics": keyTopics, "userPreferences": userPreferences, "summary": summary,
    ])
  }

  /// The summary as text for instructions: a heading for each part that is not empty.
  public var text: String {
    let parts = [
      ("Summary:\n", summary), ("Key topics:\n", Self.list(keyTopics)),
      ("User preferences:\n", Self.list(userPreferences)),
    ]
    return parts.filter { !$0.1.isEmpty }.map { $0.0 + $0.1 }.joined(separator: "\n")
  }

  private static func list(_ items: [String]) -> String { items.map { "- " + $0 }.joined(separator: "\n") }
}
