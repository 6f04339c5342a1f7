import Foundation

/// Whether there is room in the process where its address space is limited (`ulimit -v`, `ulimit -d`).
///
/// Swift and OpenBLAS end a process that they find no memory for, and libdispatch waits for ever for a thread that
/// cannot be made. So room is asked for beforehand, in one piece, and given back.
enum AddressSpace {
  /// What a command takes besides its models: stacks and heaps of a handful of threads, the index's pages, buffers of
  /// the libraries. `rag status` takes 400 MB more than the process has when it begins, most of it never touched.
  static let anyCommand = 400 << 20

  /// What an encoder takes: its weights in the file and once more laid out, and 64 MB for each of two workers.
  static func encoder(weights: Int) -> Int { 2 * weights + (128 << 20) }

  /// What a language model takes: its weights in the file and once more laid out, and its window, for which 512 MB are
  /// enough with 4,096 tokens.
  static func model(weights: Int) -> Int { 2 * weights + (512 << 20) }

  /// The bytes of a file; 0 if it cannot be looked at, which is reported when it is opened.
  static func sizeOfFile(at path: String) -> Int {
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    return size ?? 0
  }

  /// Too little is left.
  struct Shortage: LocalizedError {
    var needed: Int
    var errorDescription: String? {
      "this process may use too little address space: \(needed >> 20) MB more are needed. "
        + "Raise the limit and run the command again: ulimit -v unlimited; ulimit -d unlimited"
    }
  }

  /// Throws where so many bytes more are not to be had; where nothing is limited, nothing is looked at.
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
    // RLIM_INFINITY, which Swift does not import on Linux, is far beyond.
    return getrlimit(kind, &limit) == 0 && limit.rlim_cur < 1 << 62
  }
}
