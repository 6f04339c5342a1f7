// What an index passes on to its store; `IndexStore` says what each does.

extension SearchIndex {
  /// Returns the contents and size of the index.
  public func status() async throws -> IndexStatus { try await storage.status() }

  package func revision() async throws -> String { try await storage.revision() }

  package func followsChanges() async throws -> Bool { try await storage.followsChanges() }

  package func check() async throws -> [String] { try await storage.check() }

  package func orphans() async throws -> Int { try await storage.orphans() }

  package func folders() async throws -> [String] { try await storage.folders() }

  package func unfinishedFolders() async throws -> [String] { try await storage.unfinishedFolders() }

  /// Returns what is indexed of a folder beyond its notes; nothing if it is not in the index.
  package func settings(ofFolder folder: String) async throws -> FolderSettings {
    try await status().folders.first { [$0.path].containsPath(folder) }?.settings ?? FolderSettings()
  }

  package func documents(in folder: String) async throws -> [Document] { try await storage.documents(in: folder) }

  package func documentNames() async throws -> [DocumentName] { try await storage.documentNames() }

  package func documents(
    where filter: SearchFilter, from offset: Int = 0, limit: Int
  ) async throws -> (documents: [Document], count: Int) {
    try await storage.documents(where: filter, from: offset, limit: limit)
  }

  package func unreadFiles() async throws -> [UnreadFile] { try await storage.unreadFiles() }

  package func isEmpty() async throws -> Bool { try await storage.isEmpty() }

  package func chunkCount() async throws -> Int { try await storage.chunkCount() }

  package func chunkCounts() async throws -> [Int64: Int] { try await storage.chunkCounts() }

  /// Returns the chunks with the given ids, in order, omitting chunks that no longer exist.
  public func chunks(withIDs ids: [Int64]) async throws -> [StoredChunk] { try await storage.chunks(withIDs: ids) }

  package func chunks(ofDocument path: String, in folder: String) async throws -> [StoredChunk] {
    try await storage.chunks(ofDocument: path, in: folder)
  }

  package func chunks(ofDocuments ids: [Int64]) async throws -> [Int64: [StoredChunk]] {
    try await storage.chunks(ofDocuments: ids)
  }

  package func newestChunks(limit: Int, where filter: SearchFilter) async throws -> [StoredChunk] {
    try await storage.newestChunks(limit: limit, where: filter)
  }

  package func places(ofChunks ids: [Int64]) async throws -> [Int64: ChunkPlace] {
    try await storage.places(ofChunks: ids)
  }

  package func documents(ofChunks ids: [Int64]) async throws -> [Int64: Int64] {
    try await storage.documents(ofChunks: ids)
  }

  package func texts(ofChunks ids: [Int64]) async throws -> [Int64: (document: Int64, text: String)] {
    try await storage.texts(ofChunks: ids)
  }
}

// MARK: - Notes

extension SearchIndex {
  package func documents(called names: Set<String>) async throws -> [NamedDocument] {
    try await storage.documents(called: names)
  }

  package func days(
    ofChunks ids: [Int64], near spans: [ClosedRange<Day>]
  ) async throws -> [Int64: ClosedRange<Day>] {
    try await storage.days(ofChunks: ids, near: spans)
  }

  package func occurrences(
    ofChunks ids: [Int64], in days: ClosedRange<Day>
  ) async throws -> [Int64: [Occurrence]] {
    try await storage.occurrences(ofChunks: ids, in: days)
  }

  package func paths(ofOccurrencesUnknownOn day: Day, in folder: String) async throws -> Set<String> {
    try await storage.paths(ofOccurrencesUnknownOn: day, in: folder)
  }

  package func paths(ofOtherTimeZoneThan timeZone: String, in folder: String) async throws -> Set<String> {
    try await storage.paths(ofOtherTimeZoneThan: timeZone, in: folder)
  }

  package func shape(ofDocument path: String, in folder: String) async throws -> NoteShape? {
    try await storage.shape(ofDocument: path, in: folder)
  }

  package func entries(where filter: SearchFilter) async throws -> [DescribedNote] {
    try await storage.entries(where: filter)
  }

  package func propertyKeys() async throws -> [String] { try await storage.propertyKeys() }

  package func allLinks() async throws -> [FoundLink] { try await storage.allLinks() }

  /// Returns the tasks that pass a filter: by their own days, if the filter has days, and else by those of their notes.
  package func tasks(where filter: SearchFilter) async throws -> [FoundTask] {
    guard let days = filter.dated else { return try await storage.tasks(where: filter) }
    var others = filter
    others.dated = nil
    let ofNotes = Set(try await storage.tasks(where: filter))
    return try await storage.tasks(where: others).filter { found in
      let own = found.task.days
      return own.isEmpty ? ofNotes.contains(found) : own.contains(where: days.contains)
    }
  }

  package func anchors(ofDocuments paths: Set<String>, in folder: String) async throws -> [String: [NoteAnchor]] {
    try await storage.anchors(ofDocuments: paths, in: folder)
  }
}
