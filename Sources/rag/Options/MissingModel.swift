import Embedding
import Foundation
import LlamaEngine
import ModelCatalogue
import Retriever

/// A model that is named but not on this machine, or not as it should be.
struct MissingModel: LocalizedError {
  var name: String
  var command: String
  /// What is wrong with it, if it is there.
  var damage: String?
  var errorDescription: String? { "\(damage ?? "\(name) is not on this machine"): run '\(command)'" }
}
