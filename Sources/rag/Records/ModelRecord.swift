import ModelCatalogue

/// A model in JSON.
struct ModelRecord: Encodable {
  var name, kind, licence: String
  var bytes: Int64
  var contextSize: Int
  var isDefault: Bool
  /// Its path; absent if it is not on this machine.
  var path: String?
  /// The problem that `verify` found.
  var problem: String?

  init(_ entry: CatalogueEntry, path: String?, problem: String? = nil) {
    (name, kind, licence, bytes) = (entry.name, entry.kind.rawValue, entry.licence, entry.bytes)
    (contextSize, isDefault, self.path, self.problem) = (entry.contextSize, entry.isDefault, path, problem)
  }
}
