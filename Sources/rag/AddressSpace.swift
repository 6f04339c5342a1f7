import Files
import Foundation

/// Checks that a limited address space (`ulimit -v`, `ulimit -d`) has room for what a command needs.
///
/// Swift and OpenBLAS abort when an allocation fails, and libdispatch waits forever for a thread that it cannot create.
/// So the space is mapped beforehand in one piece, and unmapped again.
enum AddressSpace {
  /// Bytes that any command needs besides its models: stacks and heaps of a few threads, the index's pages, library
  /// buffers. `rag status` maps 400 MB beyond what the process has at launch, most of it never touched.
  static let anyCommand = 400 << 20

  /// Bytes that an encoder needs besides its weights: 64 MB for each of two workers.
  static let batches = 128 << 20

  /// Bytes that a language model needs besides its weights for a window of 4,096 tokens.
  static let window = 512 << 20

  /// Bytes that an encoder needs: its weights twice, mapped and repacked, and its workers.
  static func encoder(weights: Int) -> Int { 2 * weights + batches }

  /// Bytes that a language model needs: its weights twice, mapped and repacked, and a window.
  static func model(weights: Int) -> Int { 2 * weights + window }

  /// Returns the size of a file in bytes, or 0 if it cannot be read: opening it reports the error.
  static func sizeOfFile(at path: String) -> Int {
    let size = try? FileManager.default.attributesOfItem(atPath: RealPath.resolve(path))[.size] as? Int
    return size ?? 0
  }

  /// The limit leaves too little address space.
  struct Shortage: LocalizedError {
    var needed: Int
    var errorDescription: String? {
      "the address-space limit of this process is too low: \(needed >> 20) MB more are needed. "
        + "Raise it and run the command again: ulimit -v unlimited; ulimit -d unlimited"
    }
  }

  /// Throws `Shortage` if `needed` bytes cannot be mapped. Checks nothing if no limit is set.
  static func check(_ needed: Int) throws(Shortage) {
    guard limits.contains(where: isSet) else { return }
    var flags = MAP_PRIVATE | MAP_ANONYMOUS
    #if os(Linux)
      flags |= MAP_NORESERVE
    #endif
    guard let room = mmap(nil, needed, PROT_READ | PROT_WRITE, flags, -1, 0), room != MAP_FAILED else {
      throw Shortage(needed: needed)
    }
    munmap(room, needed)
  }

  #if os(Linux)
    private static let limits = [RLIMIT_AS, RLIMIT_DATA].map { Int32($0.rawValue) }
  #else
    private static let limits = [RLIMIT_AS, RLIMIT_DATA]
  #endif

  private static func isSet(_ kind: Int32) -> Bool {
    var limit = rlimit()
    // RLIM_INFINITY, which Swift does not import on Linux, is far larger.
    return getrlimit(kind, &limit) == 0 && limit.rlim_cur < 1 << 62
  }
}
