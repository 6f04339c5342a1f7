import AirGap

extension Examination {
  /// Examines which locks keep notes in.
  mutating func examineLocks() {
    let locks = AirGap.available
    let names = AirGap.Lock.allCases.filter(locks.contains).map { lock in
      switch lock {
      case .sockets: "no connections (seccomp)"
      case .writes: "no writes elsewhere (Landlock)"
      }
    }
    guard locks.count < AirGap.Lock.allCases.count else { return add("locks", names.joined(separator: ", ")) }
    add(
      "locks", names.isEmpty ? "none" : names.joined(separator: ", "),
      problem: "this system lacks a lock that keeps notes in: Linux has both from 5.13 on", isFatal: false)
  }
}
