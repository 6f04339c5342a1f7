public import Foundation

/// A model that is named but not on this machine, or not as it should be.
public struct MissingModel: LocalizedError, Hashable {
  /// The catalogue's name of the model.
  public var name: String
  /// What is wrong with it, if it is there.
  public var damage: String?

  package init(name: String, damage: String? = nil) {
    self.name = name
    self.damage = damage
  }

  /// What is missing or damaged.
  public var errorDescription: String? {
    damage ?? "\(name) is not on this machine"
  }
}
