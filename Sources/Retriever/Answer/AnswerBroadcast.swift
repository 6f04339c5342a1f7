import Synchronization

/// Writes an answer once, and shows it to all its readers.
final class AnswerBroadcast: Sendable {
  typealias Stream = AsyncThrowingStream<Answer.Snapshot, any Error>
  typealias Write = @Sendable (_ show: @escaping @Sendable (Answer.Snapshot) -> Void) async throws -> Void

  private struct State {
    var newest: Answer.Snapshot?
    var end: Result<Void, any Error>?
    var writing: Task<Void, Never>?
    var readers: [Int: Stream.Continuation] = [:]
    var nextReader = 0
  }

  private let state = Mutex(State())
  private let write: Write

  /// Creates a broadcast that calls `write` for the first reader.
  init(_ write: @escaping Write) { self.write = write }

  /// Returns the newest snapshot, if there is one, and all later ones.
  func read() -> Stream {
    Stream { reader in
      let id = state.withLock { state in
        state.nextReader += 1
        return state.nextReader
      }
      reader.onTermination = { [weak self] _ in self?.leave(id) }
      let end = state.withLock { state -> Result<Void, any Error>? in
        if let newest = state.newest { reader.yield(newest) }
        guard state.end == nil else { return state.end }
        state.readers[id] = reader
        if state.writing == nil { state.writing = Task { await run() } }
        return nil
      }
      end?.finish(reader)
    }
  }

  /// Ends an answer that was written elsewhere.
  func end(with snapshot: Answer.Snapshot) {
    show(snapshot)
    end(.success(()))
  }

  private func run() async {
    do {
      try await write { self.show($0) }
      end(.success(()))
    } catch {
      end(.failure(error))
    }
  }

  private func show(_ snapshot: Answer.Snapshot) {
    state.withLock { state in
      state.newest = snapshot
      for reader in state.readers.values { reader.yield(snapshot) }
    }
  }

  private func end(_ end: Result<Void, any Error>) {
    let readers = state.withLock { state in
      state.end = end
      defer { state.readers = [:] }
      return state.readers.values
    }
    // Outside the lock, since a reader leaves when it is finished.
    for reader in readers { end.finish(reader) }
  }

  /// Removes a reader, and stops writing if it was the last.
  private func leave(_ id: Int) {
    let writing = state.withLock { state -> Task<Void, Never>? in
      guard state.readers.removeValue(forKey: id) != nil, state.readers.isEmpty else { return nil }
      return state.writing
    }
    writing?.cancel()
  }
}

extension Result<Void, any Error> {
  fileprivate func finish(_ reader: AnswerBroadcast.Stream.Continuation) {
    switch self {
    case .success: reader.finish()
    case .failure(let error): reader.finish(throwing: error)
    }
  }
}
