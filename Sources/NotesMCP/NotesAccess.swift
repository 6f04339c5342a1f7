public import Foundation
package import JSONSchema
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

  /// Whether clients have a part of the notes only. They are not told where it is.
  public var isPart: Bool

  /// Creates an access.
  public init(
    index: @escaping @Sendable () async throws -> SearchIndex,
    model: @escaping @Sendable () async throws -> any LanguageModel,
    explain: @escaping @Sendable (any Error) -> String = { $0.localizedDescription }, isPart: Bool = false
  ) {
    (self.index, self.model, self.explain, self.isPart) = (index, model, explain, isPart)
  }

  /// Returns what a client is told, in which the folders above a part of the notes are a point.
  package func shown(_ json: JSONValue) -> JSONValue {
    guard isPart else { return json }
    switch json {
    case .array(let elements): return .array(elements.map(shown))
    case .object(let members):
      return .object(
        members.map { member in
          let isPlace = Self.places.contains(member.name) && member.value.string?.hasPrefix("/") == true
          return JSONValue.Member(member.name, isPlace ? "." : shown(member.value))
        })
    default: return json
    }
  }

  /// The members that are places in the file system.
  private static let places: Set = ["folder", "path", "index"]
}
