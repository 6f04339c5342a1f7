import Foundation
import ModelCatalogue

/// A path, and the catalogue's entry where it has one.
struct CatalogueChoice {
  var path: String
  var entry: CatalogueEntry?

  /// A path that exists is taken as it is; anything else is a name of the catalogue.
  init(_ name: String?, kind: CatalogueEntry.Kind) throws {
    if let name, FileManager.default.fileExists(atPath: name) {
      path = name
      return
    }
    let catalogue = try Catalogue.standard()
    let entry = try name.map { try catalogue.entry(named: $0) } ?? catalogue.defaultEntry(of: kind)
    let folder = ModelFolder.standard()
    do {
      try folder.glance(at: entry)
    } catch let error as CatalogueError {
      let damage = folder.isBegun(entry) ? error.finding.map { "\(entry.name) is damaged (\($0))" } : nil
      throw MissingModel(name: entry.name, command: "rag models pull \(entry.name)", damage: damage)
    }
    path = folder.path(of: entry)
    self.entry = entry
  }
}
