/// A value that is loaded when it is first needed, and again if that failed.
actor LoadedOnce<Value: Sendable> {
  private let load: @Sendable () async throws -> Value
  private var loading: Task<Value, any Error>?

  init(_ load: @escaping @Sendable () async throws -> Value) { self.load = load }

  /// Returns the value. Cancelling one task that waits for it does not cancel the others.
  func value() async throws -> Value {
    let task = loading ?? Task { [load] in try await load() }
    loading = task
    do {
      return try await task.value
    } catch {
      if loading == task { loading = nil }
      throw error
    }
  }
}
