import CPostgres
import Dispatch

extension PostgresConnection {
  /// What cancelling the task does to an operation.
  enum Cancelling {
    /// Asks the server to cancel the statement.
    case statement
    /// Ends a wait of our own, in which the server has nothing to do.
    case wait
    /// Nothing: the operation has to reach its end.
    case nothing
  }

  /// How long the server has to end a statement that it was asked to cancel, or that has used up its time.
  private static let grace = Duration.seconds(5)

  /// Runs an operation once those before it have ended.
  func operate<Result>(cancelling: Cancelling = .statement, _ body: () async throws -> Result) async throws -> Result {
    let id = try await begin(cancelling)
    deadline = cancelling == .wait ? nil : statementTimeout.map { .now + $0 + Self.grace }
    let outcome: Swift.Result<Result, any Error>
    do {
      if cancelling == .nothing {
        outcome = .success(try await body())
      } else {
        outcome = .success(try await cancellable(id, cancelling, body))
      }
    } catch {
      outcome = .failure(error)
    }
    return try end(outcome)
  }

  /// Takes the turn, and finds out whether the connection still stands.
  func begin(_ cancelling: Cancelling = .statement) async throws -> UInt64 {
    try await takeTurn(isCancellable: cancelling != .nothing)
    lastID += 1
    (running, cancelDeadline, deadline) = (lastID, nil, nil)
    do {
      try checkStanding()
    } catch {
      passTurn()
      throw error
    }
    return lastID
  }

  /// Runs a part of an operation; cancelling the task meanwhile ends the operation.
  func cancellable<Result>(
    _ id: UInt64, _ cancelling: Cancelling = .statement, _ body: () async throws -> Result
  ) async throws -> Result {
    try await withTaskCancellationHandler(operation: body) {
      Task { await self.cancel(id, cancelling) }
    }
  }

  /// Passes the turn on, and returns or throws what the operation brought.
  func end<Result>(_ outcome: Swift.Result<Result, any Error>) throws -> Result {
    defer { passTurn() }
    let wasCancelled = cancelDeadline != nil
    switch outcome {
    case .success(let result):
      // The cancel request came too late, and may still meet the next statement.
      if wasCancelled { handle = nil }
      return result
    case .failure(let error as PostgresError):
      if error.kind == .connectionLost { handle = nil }
      guard wasCancelled else { throw error }
      // If its time was over as well, that may have ended it, and the request is still on its way.
      let isTimeOver = deadline.map { $0 - Self.grace <= .now } ?? false
      if error.kind != .statementCancelled || isTimeOver { handle = nil }
      throw CancellationError()
    case .failure(let error):
      if wasCancelled { handle = nil }
      throw error
    }
  }

  private func cancel(_ id: UInt64, _ cancelling: Cancelling) {
    guard running == id, cancelDeadline == nil, let handle else { return }
    defer { SocketPoller.shared.wake(token) }
    guard cancelling == .statement else { return }
    requestCancel(handle)
  }

  /// Sends a cancel request, from a thread of its own: libpq waits there until the server has read it.
  func requestCancel(_ handle: LibpqHandle) {
    cancelDeadline = .now + Self.grace
    guard let request = pq_cancel_create(handle.pointer) else { return }
    let address = UInt(bitPattern: request)
    DispatchQueue.global().async {
      guard let request = OpaquePointer(bitPattern: address) else { return }
      _ = pq_cancel_send(request)
      pq_cancel_free(request)
    }
  }

  private func takeTurn(isCancellable: Bool) async throws {
    if isCancellable { try Task.checkCancellation() }
    guard isTaken else {
      isTaken = true
      return
    }
    lastID += 1
    let id = lastID
    guard isCancellable else {
      return try await withCheckedThrowingContinuation { waiting.append((id, $0)) }
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiting.append((id, $0)) }
    } onCancel: {
      Task { await self.leave(id) }
    }
  }

  private func leave(_ id: UInt64) {
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
    waiting.remove(at: index).continuation.resume(throwing: CancellationError())
  }

  private func passTurn() {
    running = nil
    if waiting.isEmpty {
      isTaken = false
    } else {
      waiting.removeFirst().continuation.resume()
    }
  }
}
