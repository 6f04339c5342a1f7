import Foundation

/// Memory for large arrays. The time to fill it first is that of its page faults: with pages of 2 MiB there are few.
package enum HugePages {
  private static let size = 2 << 20

  /// Memory that holds no values yet, aligned to 64 bytes at least; `deallocate()` gives it back.
  package static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: byteCount < size ? 64 : size)
    #if os(Linux)
      if byteCount >= size { madvise(memory, byteCount, MADV_HUGEPAGE) }
    #endif
    return memory
  }
}
