public import Foundation
public import LanguageModels
public import VectorStore

/// How a server reaches the notes and the model: both are loaded when they are first needed.
public struct NotesAccess: Sendable {
  /// Returns the index, opened for reading.
  ///
  /// Called for each request; keep what it returns.
  public var index: @Sendable () async throws -> SearchIndex
  /// Returns the language model that answers questions.
  public var model: @Sendable () async throws -> any LanguageModel
  /// Returns one line about an error: what is wrong, and what to do.
  public var explain: @Sendable (any Error) -> String

  /// Creates an access.
  public init(
    index: @escaping @Sendable () async throws -> SearchIndex,
    model: @escaping @Sendable () async throws -> any LanguageModel,
    explain: @escaping @Sendable (any Error) -> String = { $0.localizedDescription }
  ) {
    (self.index, self.model, self.explain) = (index, model, explain)
  }
}
