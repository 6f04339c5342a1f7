import ModelCatalogue
import RAGKit

/// What `rag models list` shows.
struct ModelList {
  /// Models with a common heading.
  struct Group {
    var title: String
    var records: [ModelRecord]
  }

  let groups: [Group]

  init() throws {
    let folder = ModelFolder.standard()
    let entries = try Catalogue.standard().entries
    let found = try LocalModels().all().map { try ModelRecord($0) }
    let installed = try entries.filter(folder.isPresent).map { try ModelRecord($0, path: folder.path(of: $0)) }
    func isInstalled(_ record: ModelRecord) -> Bool { ["added", "pulled"].contains(record.source) }
    let others = try entries.filter { !folder.isPresent($0) }.map { try ModelRecord($0, path: nil) }
    groups = [
      Group(title: "Installed", records: installed + found.filter(isInstalled)),
      Group(title: "On this machine", records: found.filter { !isInstalled($0) }),
      Group(title: "Available from 'rag models pull NAME'", records: others),
    ]
  }
}
