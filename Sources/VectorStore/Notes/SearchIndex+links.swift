extension SearchIndex {
  /// Returns all links of the notes with what they lead to, by folder, path and line. They are resolved anew each time:
  /// a note that is added, renamed or removed changes where others lead.
  ///
  /// - Parameter files: Returns the paths of all files of a folder, notes or not; called if a link leads to no note.
  package nonisolated func resolvedLinks(
    files: @Sendable (_ folder: String) -> [String]
  ) async throws -> [ResolvedLink] {
    let links = Dictionary(grouping: try await allLinks(), by: \.folder)
    let notes = Dictionary(grouping: try await documentNames(), by: \.folder)
    var resolved: [ResolvedLink] = []
    for (folder, links) in links.sorted(by: { $0.key < $1.key }) {
      let resolver = LinkResolver(paths: (notes[folder] ?? []).map(\.path))
      let ids = try await pathsByID(of: links, among: notes[folder] ?? [], in: folder)
      var found = try links.map { entry in
        try Task.checkCancellation()
        let path = ids[entry.link.target] ?? resolver.path(of: entry.link.target, from: entry.path)
        return ResolvedLink(
          folder: folder, path: entry.path, link: entry.link, destination: path.map { .note($0) } ?? .missing)
      }
      if found.contains(where: { $0.destination == .missing }) {
        let others = LinkResolver(paths: files(folder))
        for index in found.indices where found[index].destination == .missing {
          try Task.checkCancellation()
          let target = found[index].link.target
          if let path = others.path(of: target, from: found[index].path) { found[index].destination = .file(path) }
        }
      }
      try await notePlaces(of: &found, in: folder)
      resolved += found
    }
    return resolved
  }

  /// Returns the paths of the notes that have an ID of Org, if any link leads to one: by the target of such a link.
  private nonisolated func pathsByID(
    of links: [FoundLink], among notes: [DocumentName], in folder: String
  ) async throws -> [String: String] {
    guard links.contains(where: { $0.link.target.hasPrefix(NoteAnchor.idMark) }) else { return [:] }
    let paths = notes.map(\.path).filter { $0.lowercased().hasSuffix(".org") }
    let anchors = try await anchors(ofDocuments: Set(paths), in: folder)
    return anchors.sorted { $0.key > $1.key }.reduce(into: [:]) { ids, entry in
      for anchor in entry.value where anchor.name.hasPrefix(NoteAnchor.idMark) { ids[anchor.name] = entry.key }
    }
  }

  private nonisolated func notePlaces(of links: inout [ResolvedLink], in folder: String) async throws {
    func note(_ link: ResolvedLink) -> (path: String, place: String)? {
      guard case .note(let path) = link.destination, let place = link.link.place else { return nil }
      return (path, place)
    }
    let anchors = try await anchors(ofDocuments: Set(links.compactMap { note($0)?.path }), in: folder)
    let places = anchors.mapValues { ResolvedLink.Places($0) }
    for index in links.indices {
      guard let (path, place) = note(links[index]), !ResolvedLink.isPage(place, of: path) else { continue }
      links[index].isPlaceMissing = places[path]?.has(place) != true
    }
  }
}
