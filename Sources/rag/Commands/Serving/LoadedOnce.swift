/// A value that is loaded when it is first needed, and again if that failed or what it was loaded from is another now.
actor LoadedOnce<Value: Sendable, Origin: Equatable & Sendable> {
  private let origin: @Sendable () -> Origin
  private let load: @Sendable () async throws -> Value
  private var loading: (task: Task<Value, any Error>, origin: Origin)?

  /// - Parameter origin: Returns what the value would be loaded from now.
  init(from origin: @escaping @Sendable () -> Origin, _ load: @escaping @Sendable () async throws -> Value) {
    (self.origin, self.load) = (origin, load)
  }

  /// Returns the value. Cancelling one task that waits for it does not cancel the others.
  func value() async throws -> Value {
    let origin = origin()
    if let loading, loading.origin != origin { self.loading = nil }
    let task = loading?.task ?? Task { [load] in try await load() }
    loading = (task, origin)
    do {
      return try await task.value
    } catch {
      if loading?.task == task { loading = nil }
      throw error
    }
  }
}
