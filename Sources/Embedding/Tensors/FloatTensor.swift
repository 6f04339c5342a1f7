/// Immutable float32 numbers, in a memory-mapped file or in a copy.
// The memory is never written after `init`, and lives as long as `owner`.
package struct FloatTensor: @unchecked Sendable {
  private let owner: any Sendable
  /// The first number; row-major.
  package let pointer: UnsafePointer<Float>
  /// The number of elements.
  package let count: Int

  init(_ bytes: UnsafeRawBufferPointer, of file: MappedFile) {
    count = bytes.count / MemoryLayout<Float>.stride
    let address = bytes.baseAddress.map(UInt.init(bitPattern:)) ?? 0
    if let base = bytes.baseAddress, address % UInt(MemoryLayout<Float>.alignment) == 0 {
      owner = file
      pointer = base.assumingMemoryBound(to: Float.self)
    } else {
      let copy = FloatCopy(bytes)
      owner = copy
      pointer = copy.pointer
    }
  }
}

/// A copy of numbers from a file that does not align them.
// Written in `init`, read-only afterwards.
private final class FloatCopy: @unchecked Sendable {
  let pointer: UnsafePointer<Float>
  private let memory: UnsafeMutableRawPointer

  init(_ bytes: UnsafeRawBufferPointer) {
    memory = .allocate(byteCount: max(bytes.count, 4), alignment: MemoryLayout<Float>.alignment)
    if let base = bytes.baseAddress { memory.copyMemory(from: base, byteCount: bytes.count) }
    pointer = UnsafePointer(memory.assumingMemoryBound(to: Float.self))
  }

  deinit { memory.deallocate() }
}
