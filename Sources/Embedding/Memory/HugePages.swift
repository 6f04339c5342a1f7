import Foundation

/// Memory for large arrays. Filling it for the first time mostly costs page faults, of which 2 MiB pages cause few.
package enum HugePages {
  private static let size = 2 << 20

  /// Allocates uninitialized memory, aligned to at least 64 bytes. Free it with `deallocate()`.
  package static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: byteCount < size ? 64 : size)
    #if os(Linux)
      if byteCount >= size { madvise(memory, byteCount, MADV_HUGEPAGE) }
    #endif
    return memory
  }
}
