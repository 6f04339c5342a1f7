import AirGap
import Files
import Foundation

extension Examination {
  /// What each version of Landlock refuses beyond the one before, with the version of Linux that has it.
  private static let versions: [(landlock: Int, linux: String, refuses: String)] = [
    (2, "5.19", "moving files between folders"),
    (3, "6.2", "cutting files as they are opened"),
    (4, "6.7", "TCP ports, besides sockets"),
    (5, "6.10", "controlling devices, besides terminals"),
    (6, "6.12", "signals and nameless sockets, besides calls for them"),
  ]

  /// Examines which locks keep notes in, and what they lack on this system.
  mutating func examineLocks() {
    let locks = AirGap.available
    let names = AirGap.Lock.allCases.filter(locks.contains).map { lock in
      switch lock {
      case .sockets: "no connections (seccomp)"
      case .writes: "no writes elsewhere (Landlock \(AirGap.landlockVersion))"
      }
    }
    let state = names.isEmpty ? "none" : names.joined(separator: ", ")
    let system = ThisMachine.kernel.map { " on \($0)" } ?? ""
    guard locks.count == AirGap.Lock.allCases.count else {
      let problem = "this system lacks a lock that keeps notes in: Linux has both from 5.13 on"
      return add("locks", state + system, problem: problem, isFatal: false)
    }
    let missing = Self.versions.filter { $0.landlock > AirGap.landlockVersion }
    add(
      "locks", state + system,
      problem: missing.isEmpty
        ? nil
        : "a newer kernel would refuse more: " + missing.map { "\($0.refuses) (\($0.linux))" }.joined(separator: ", "))
  }

  /// Says if the folder of the index, all of which may be written, has other files.
  mutating func examineFolder(ofIndexAt path: String) {
    guard let others = Reach.others(besideIndexAt: path) else { return }
    let folder = (path as NSString).deletingLastPathComponent
    add(
      "folder of the index", "\(Numbers.count(others.count, of: "other file")) in \(folder)",
      problem: "rag may write all of them, and all that is below: move the index into a folder of its own")
  }
}
