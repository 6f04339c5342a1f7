public import Foundation

/// A model that is missing from this machine, or damaged.
public struct MissingModel: LocalizedError, Hashable {
  /// The model's name, in the catalogue if it is fetchable.
  public var name: String
  /// What is wrong with it; `nil` if it is missing.
  public var damage: String?
  /// Whether it is in the catalogue; if not, it is a default that the user chose, and that has gone since.
  public var isFetchable: Bool

  package init(name: String, damage: String? = nil, isFetchable: Bool = true) {
    (self.name, self.damage, self.isFetchable) = (name, damage, isFetchable)
  }

  /// A message for the user: what is missing or damaged.
  public var errorDescription: String? {
    damage ?? (isFetchable ? "\(name) is not installed" : "\(name), your default, is no longer on this machine")
  }
}
