import Foundation

/// Memory that this process has freed and the C library keeps for its next need.
package enum UnusedMemory {
  /// Gives it back to the system: `malloc_trim` of glibc, which Swift's module of it lacks. Nothing elsewhere.
  package static func giveBack() {
    #if os(Linux)
      typealias Trim = @convention(c) (Int) -> Int32
      guard let function = dlsym(nil, "malloc_trim") else { return }
      _ = unsafeBitCast(function, to: Trim.self)(0)
    #endif
  }
}
