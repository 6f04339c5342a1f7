import Foundation

/// Distinguishes one generated value from another with the same content.
///
/// The snapshots of a response, and their parts, keep their ids while they grow.
public struct GenerationID: Sendable, Hashable {
  private enum Step: Hashable {
    case property(String)
    case element(Int)
  }

  private let value = UUID()
  /// The way from the whole value to this part.
  private var path: [Step] = []

  /// Creates a unique id.
  public init() {}

  /// Returns the id of a property.
  func property(_ name: String) -> Self { appending(.property(name)) }

  /// Returns the id of an element.
  func element(_ index: Int) -> Self { appending(.element(index)) }

  private func appending(_ step: Step) -> Self {
    var id = self
    id.path.append(step)
    return id
  }
}
