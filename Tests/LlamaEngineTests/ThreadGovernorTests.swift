import LlamaEngine
import Testing

@Suite struct ThreadGovernorTests {
  /// A machine with cores that are shared out evenly among all threads that want them.
  private struct Machine {
    var cores: Int
    var knowsIdle = true
    private(set) var now = ThreadGovernor.Reading(wall: 0, used: 0, idle: 0)

    init(cores: Int, knowsIdle: Bool = true) {
      (self.cores, self.knowsIdle) = (cores, knowsIdle)
    }

    private var reading: ThreadGovernor.Reading {
      ThreadGovernor.Reading(wall: now.wall, used: now.used, idle: knowsIdle ? now.idle : nil)
    }

    /// One evaluation of some seconds, beside so many busy threads of others; returns the threads that it had.
    mutating func evaluate(_ governor: inout ThreadGovernor, seconds: Double, others: Int) -> Int {
      let threads = governor.threads
      governor.begin(at: reading)
      let wanted = Double(threads + others)
      now.wall += seconds
      now.used += seconds * Double(threads) * min(1, Double(cores) / wanted)
      now.idle = (now.idle ?? 0) + seconds * max(0, Double(cores) - wanted)
      governor.end(at: reading)
      return threads
    }

    /// Time in which the model waits for its user.
    mutating func rest(seconds: Double) {
      now.wall += seconds
      now.idle = (now.idle ?? 0) + seconds * Double(cores)
    }
  }

  @Test(arguments: [1, 2, 3, 4, 8, 16])
  func everyCoreIsUsedWhileNobodyElseWantsOne(cores: Int) {
    var machine = Machine(cores: cores)
    var governor = ThreadGovernor(most: cores)
    for _ in 0..<200 {
      #expect(machine.evaluate(&governor, seconds: 0.07, others: 0) == cores)
      machine.rest(seconds: 0.3)
    }
  }

  @Test(arguments: [(2, 1), (2, 2), (4, 1), (4, 2), (8, 1), (8, 2)], [true, false])
  func coresThatOthersWantAreLeftToThem(machine: (cores: Int, others: Int), knowsIdle: Bool) {
    let (cores, others) = machine
    var machine = Machine(cores: cores, knowsIdle: knowsIdle)
    var governor = ThreadGovernor(most: cores)
    let threads = (0..<1000).map { _ in machine.evaluate(&governor, seconds: 0.07, others: others) }
    #expect(threads.allSatisfy { $0 >= 1 })
    // More than the cores that are left are tried a few times only.
    let crowded = threads.filter { $0 > max(1, cores - others) }.count
    #expect(crowded < (knowsIdle ? 30 : 60), "\(crowded) of 1,000")
  }

  @Test(arguments: [2, 4, 8], [true, false])
  func coresThatAreFreeAgainAreUsedAgain(cores: Int, knowsIdle: Bool) {
    var machine = Machine(cores: cores, knowsIdle: knowsIdle)
    var governor = ThreadGovernor(most: cores)
    for _ in 0..<300 { _ = machine.evaluate(&governor, seconds: 0.07, others: cores) }
    #expect(governor.threads < cores)
    let freed = machine.now.wall
    while governor.threads < cores, machine.now.wall < freed + 1000 {
      _ = machine.evaluate(&governor, seconds: 0.07, others: 0)
    }
    #expect(machine.now.wall - freed < ThreadGovernor.longestPause * Double(cores))
  }

  @Test func whatIsTooShortToBeMeasuredIsJudgedTogether() {
    var governor = ThreadGovernor(most: 2)
    // Clocks that are off by a few milliseconds, each time the other way.
    for index in 0..<400 {
      let start = Double(index) * 0.004
      governor.begin(at: .init(wall: start, used: 2 * start, idle: nil))
      let off = index.isMultiple(of: 2) ? 0.003 : -0.003
      governor.end(at: .init(wall: start + 0.004, used: 2 * (start + 0.004) + off, idle: nil))
    }
    #expect(governor.threads == 2)
  }

  @Test(arguments: [0, -4]) func thereIsAtLeastOneThread(most: Int) {
    #expect(ThreadGovernor(most: most).threads == 1)
  }
}
