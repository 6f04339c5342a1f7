import VectorStore

extension FolderUpdate {
  /// Removes from the queue what is not to be stored any more: of files that are gone, or are again as the index has
  /// them. If this run queues, it need not read what waits there already.
  mutating func settleQueue(_ files: inout [FolderDiff.File]) async throws {
    let queued = try await index.queuedFiles(in: folder.path)
    guard !queued.isEmpty else { return }
    let read = Set(files.map { ExactPath($0.found.path) })
    let stale = queued.map(\.path).filter { !read.contains(ExactPath($0)) }
    if !stale.isEmpty { try await index.dropQueued(stale, in: folder.path) }
    guard queues, !rebuild else { return }
    let unqueued = FolderDiff.unqueued(files, queued)
    report.queued = files.count - unqueued.count
    files = unqueued
  }

  /// Queues what is read. A document is in memory until all of it is read.
  mutating func queueAll(_ moved: inout Set<ExactPath>) async throws {
    var batch = try await reader.next()
    while let current = batch.take() {
      // While a batch is stored, the next one is read.
      async let following = reader.next()
      try await queue(current, &moved)
      batch = try await following
    }
  }

  private mutating func queue(_ batch: DocumentBatch, _ moved: inout Set<ExactPath>) async throws {
    for new in batch.chunks {
      let chunk = QueuedChunk(chunk: new.chunk.chunk, digest: new.digest, text: new.chunk.encodedText)
      queuedChunks[ExactPath(new.path), default: []].append(chunk)
    }
    var stored = IndexBatch(of: folder.path)
    var unread: [String] = []
    for reading in batch.readings {
      switch reading {
      case .touched(let document):
        stored.changes.append(.keepChunks(ofPath: document.path, as: document))
        report.unchanged += 1
      case .moved(let path, let document):
        stored.changes.append(.keepChunks(ofPath: path, as: document))
        moved.insert(ExactPath(path))
        report.moved += 1
      case .chunked(let document, _):
        let chunks = queuedChunks.removeValue(forKey: ExactPath(document.path)) ?? []
        guard document.shape != nil else {
          // There is nothing to encode of what cannot be read.
          stored.documents.append((document, DigestedChunks([])))
          unread.append(document.path)
          continue
        }
        stored.queued.append(QueuedDocument(document: document, chunks: chunks))
        report.queued += 1
        note(problemOf: document)
      case .failed(let failure):
        report.failures.append(failure)
      }
      state.files += 1
    }
    if let path = batch.chunks.last?.path { state.path = path }
    state.bytes += batch.bytes
    if !unread.isEmpty { try await index.dropQueued(unread, in: folder.path) }
    try await index.store(stored)
    progress(state)
  }
}
