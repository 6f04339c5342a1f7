public import Foundation

/// A catalogue model that is missing from this machine, or damaged.
public struct MissingModel: LocalizedError, Hashable {
  /// The model's name in the catalogue.
  public var name: String
  /// What is wrong with it; `nil` if it is missing.
  public var damage: String?

  package init(name: String, damage: String? = nil) {
    self.name = name
    self.damage = damage
  }

  /// A message for the user: what is missing or damaged.
  public var errorDescription: String? {
    damage ?? "\(name) is not installed"
  }
}
