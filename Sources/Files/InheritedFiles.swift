package import Foundation

/// What a program that is started inherits of this one.
package enum InheritedFiles {
  #if canImport(Darwin)
    package typealias Actions = posix_spawn_file_actions_t?
  #else
    package typealias Actions = posix_spawn_file_actions_t
  #endif

  /// Lets a program inherit no open file from a number on: not one that another thread is just making and has not yet
  /// marked, such as the socket by which Foundation learns that a `Process` has ended. Goes after what passes files on.
  package static func close(from descriptor: Int32, in actions: inout Actions) {
    // macOS has no such action: there, files that are marked (`FD_CLOEXEC`) are closed.
    #if !canImport(Darwin)
      _ = addClosing?(&actions, descriptor)
    #endif
  }

  #if !canImport(Darwin)
    /// An extension of the GNU C library from 2.34 on, which its headers hide from Swift.
    private static let addClosing: (@convention(c) (UnsafeMutablePointer<Actions>, Int32) -> Int32)? =
      dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
        unsafeBitCast($0, to: (@convention(c) (UnsafeMutablePointer<Actions>, Int32) -> Int32).self)
      }
  #endif
}
