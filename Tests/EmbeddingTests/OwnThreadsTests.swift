import Dispatch
import Embedding
import Synchronization
import Testing

/// Computations that take long and leave Swift's tasks their threads.
@Suite struct OwnThreadsTests {
  @Test(arguments: [0, 1, 2, 3, 1000]) func eachValueIsComputedOnceAndInItsPlace(count: Int) async {
    let calls = Mutex(0)
    let values = await OwnThreads(3, label: "test").map(count) { index in
      calls.withLock { $0 += 1 }
      return index * 2
    }
    #expect(values == (0..<count).map { $0 * 2 })
    #expect(calls.withLock { $0 } == count)
  }

  /// More computations than Swift's tasks have threads wait for a task.
  @Test(.timeLimit(.minutes(15))) func tasksGoOnMeanwhile() async {
    let threads = OwnThreads(64, label: "test")
    let (begun, released) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
    async let values = threads.map(64) { index in
      begun.continuation.yield()
      released.wait()
      return index
    }
    var count = 0
    for await _ in begun.stream {
      count += 1
      if count == 64 { break }
    }
    for _ in 0..<64 { released.signal() }
    #expect(await values == Array(0..<64))
  }

  @Test func manyMayComputeAtOnce() async {
    let threads = OwnThreads(2, label: "test")
    let sums = await withTaskGroup(of: Int.self) { group in
      for number in 0..<600 {
        group.addTask { await threads.map(2) { $0 + number }.reduce(0, +) }
      }
      return await group.reduce(0, +)
    }
    #expect(sums == (0..<600).reduce(0) { $0 + 2 * $1 + 1 })
  }
}
