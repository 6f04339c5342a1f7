/// Lets requests use the model one after another, in the order in which they came.
///
/// The model answers one prompt at a time. Only so many requests may wait: beyond that, a client had better try later.
actor ModelQueue {
  /// A request's place in the queue. It leaves the queue when this is released.
  final class Place: Sendable {
    private let queue: ModelQueue
    fileprivate let number: UInt64

    fileprivate init(_ queue: ModelQueue, _ number: UInt64) { (self.queue, self.number) = (queue, number) }

    deinit {
      let (queue, number) = (queue, number)
      Task { await queue.leave(number) }
    }

    /// Waits until it is this request's turn, then runs `body`; the place is kept until it ends.
    func use<Value>(_ body: () async throws -> Value) async throws -> Value {
      defer { withExtendedLifetime(self) {} }
      try await queue.waitForTurn(of: number)
      try Task.checkCancellation()
      return try await body()
    }
  }

  /// The most requests in the queue, the one that is being answered included.
  static let longest = 64
  /// A guess of how long an answer takes, in seconds.
  private static let secondsPerAnswer = 5

  private var last: UInt64 = 0
  private var line: [UInt64] = []
  private var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]

  /// The requests that are answered or wait.
  var count: Int { line.count }

  /// Takes the last place.
  ///
  /// - Throws: `ServerError` 429 if the queue is full.
  func place() throws(ServerError) -> Place {
    guard line.count < Self.longest else {
      throw ServerError(
        status: 429, type: "rate_limit_error",
        message: "\(line.count) questions are waiting to be answered: try again later",
        retryAfter: Self.secondsPerAnswer * 2)
    }
    last += 1
    line.append(last)
    return Place(self, last)
  }

  private func waitForTurn(of number: UInt64) async throws {
    guard line.first != number else { return }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { continuation.resume() } else { waiting[number] = continuation }
      }
    } onCancel: {
      Task { await self.resume(number) }
    }
  }

  private func resume(_ number: UInt64) { waiting.removeValue(forKey: number)?.resume() }

  private func leave(_ number: UInt64) {
    line.removeAll { $0 == number }
    if let next = line.first { resume(next) }
  }
}
