package import Embedding

/// An encoder that is loaded when it is needed, and given back when it was not needed for a while.
package actor KeptEncoder {
  private let load: @Sendable () async throws -> any TextEncoder
  private let time: Duration
  private var encoder: (any TextEncoder)?
  private var uses = 0

  /// - Parameter time: How long it is kept after its last use.
  package init(for time: Duration, _ load: @escaping @Sendable () async throws -> any TextEncoder) {
    (self.time, self.load) = (time, load)
  }

  /// Returns the encoder, loaded anew unless it passes.
  package func value(where passes: @Sendable (any TextEncoder) async throws -> Bool) async throws -> any TextEncoder {
    uses += 1
    let (use, time) = (uses, time)
    Task { [weak self] in
      try? await Task.sleep(for: time)
      await self?.giveBack(unusedSince: use)
    }
    if let encoder, try await passes(encoder) { return encoder }
    let loaded = try await load()
    encoder = loaded
    return loaded
  }

  private func giveBack(unusedSince use: Int) {
    if uses == use { encoder = nil }
  }
}
