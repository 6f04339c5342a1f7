import Synchronization

/// The work that one schema may take: a short one can stand for a tree of any size, since parts are referred to, merged
/// and negated many times.
package final class SchemaWork: Sendable {
  /// The most steps. A step is one part of a schema, handled once: a schema of 1,000 parts takes some 20,000.
  private static let most = 200_000
  private static let stepsBetweenChecks = 1_000
  /// What a value that a schema lists costs, and a property: a model compares each with what it may write next.
  static let (stepsOfValue, stepsOfProperty) = (100, 40)

  @TaskLocal private static var current: SchemaWork?

  private let steps = Atomic<Int>(0)
  private let nextCheck = Atomic<Int>(SchemaWork.stepsBetweenChecks)

  private init() {}

  /// Runs what reads or translates a schema. Throws `SchemaError.tooLarge` if it takes too much work, and
  /// `CancellationError` if the task is cancelled. Within another such call, it is that one's work.
  package static func limited<Result>(_ body: () throws -> Result) throws -> Result {
    guard current == nil else { return try body() }
    return try $current.withValue(SchemaWork()) {
      let result = try body()
      // What is counted without a check, too.
      try spend(0)
      return result
    }
  }

  /// Counts steps, and throws if there were too many.
  static func spend(_ steps: Int) throws {
    guard let work = current else { return }
    let sum = work.add(steps)
    guard sum <= most else { throw SchemaError.tooLarge }
    guard sum >= work.nextCheck.load(ordering: .relaxed) else { return }
    work.nextCheck.store(sum + stepsBetweenChecks, ordering: .relaxed)
    guard !Task.isCancelled else { throw CancellationError() }
  }

  /// Counts steps; returns whether there were not too many.
  static func allows(_ steps: Int) -> Bool {
    guard let work = current else { return true }
    return work.add(steps) <= most
  }

  private func add(_ more: Int) -> Int { steps.wrappingAdd(more, ordering: .relaxed).newValue }
}

extension SchemaNode {
  /// The number of nodes and values in it, or a limit if there are more: what a look at all of it costs.
  func size(upTo limit: Int = 1 << 20) -> Int {
    var size = 1 + (values?.count ?? 0) + required.count
    func add(_ node: SchemaNode) { if size < limit { size += node.size(upTo: limit - size) } }
    for node in prefixItems + (anyOf ?? []) + (oneOf ?? []) + allOf + not { add(node) }
    for property in properties { add(property.node) }
    for property in patternProperties { add(property.node) }
    if let items { add(items.value) }
    if let additionalProperties { add(additionalProperties.value) }
    return min(size, limit)
  }
}
