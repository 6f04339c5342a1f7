package import ForeignFormats
import Synchronization

/// The texts of the last converted files that were looked at, so that their next lines are not converted again.
package enum LastConversions {
  /// So many files, and so many bytes of text, whichever is less.
  private static let most = (files: 4, bytes: 32 << 20)
  private static let last = Mutex<[(name: String, conversion: Conversion)]>([])

  /// Returns what is kept under a name, or what `convert` returns, and keeps that; keeps nothing without a name.
  package static func conversion(named name: String?, _ convert: () throws -> Conversion) rethrows -> Conversion {
    guard let name else { return try convert() }
    if let kept = last.withLock({ $0.first { $0.name == name }?.conversion }) { return kept }
    let new = try convert()
    last.withLock { last in
      last.append((name, new))
      while last.count > most.files || last.reduce(0, { $0 + $1.conversion.text.utf8.count }) > most.bytes {
        last.removeFirst()
      }
    }
    return new
  }
}
