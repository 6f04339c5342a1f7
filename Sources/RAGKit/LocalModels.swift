package import ModelCatalogue

/// The language models, encoders and rerankers on this machine that are not from the catalogue. They are looked for
/// when asked for, never before.
package struct LocalModels: Sendable {
  private let stores: ModelStores

  package init(in stores: ModelStores = ModelStores()) { self.stores = stores }

  /// Returns all of them. Reads the beginning of each file.
  package func all() -> [LocalModel] { stores.models().compactMap { try? LocalModel($0) } }

  /// Returns the model with this name, or the only one of a kind whose name contains it; `nil` if there is none.
  ///
  /// - Parameter kind: `nil` for any.
  /// - Throws: `CatalogueError.ambiguousName`.
  func model(named name: String, kind: CatalogueEntry.Kind?) throws -> FoundModel? {
    let models = stores.models()
    if let exact = models.first(where: { $0.isNamed(name) }) { return exact }
    guard !name.isEmpty else { return nil }
    let holding = models.filter { $0.name.lowercased().contains(name.lowercased()) }
      .filter { model in
        guard let local = try? LocalModel(model) else { return false }
        return kind == nil || local.kind == kind
      }
    // Several names of one file are one model.
    guard Set(holding.map(\.realPath)).count < 2 else {
      throw CatalogueError.ambiguousName(name, known: holding.map(\.name))
    }
    return holding.first
  }
}
