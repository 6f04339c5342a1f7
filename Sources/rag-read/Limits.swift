import AirGap
import Foundation

/// What the process may use and reach.
enum Limits {
  /// Files that libraries need: their own, fonts and what is known of them, tables of characters, and what `tesseract`
  /// knows of letters. None of them is a user's. Without its cache, fontconfig reads all fonts for each file.
  private static let readable = ["/usr", "/lib", "/lib64", "/etc", "/opt", "/var/cache/fontconfig"]
  /// Bytes of address space, open files, and bytes of files that it writes.
  private static let memory: rlim_t = 4 << 30
  private static let files: rlim_t = 64

  /// Enters those of all files; there is no way back.
  static func enter() throws {
    for descriptor in 3..<Int32(files) { close(descriptor) }
    #if canImport(Glibc)
      for (resource, value) in [(RLIMIT_AS, memory), (RLIMIT_NOFILE, files), (RLIMIT_FSIZE, 0), (RLIMIT_CORE, 0)] {
        set(resource, value)
      }
    #endif
    // What a library writes to standard error may not end the process if that is a file.
    signal(SIGXFSZ, SIG_IGN)
    try AirGap.lockFiles(readingOnly: readable, socketsIn: [])
    try AirGap.lockNewSockets()
  }

  /// Limits the processor time of this process; the kernel ends it after that.
  static func limitTime(to seconds: Int) {
    #if canImport(Glibc)
      // The signal of the lower limit says what it was that ended it.
      var limit = rlimit(rlim_cur: rlim_t(seconds), rlim_max: rlim_t(seconds + 1))
      setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
    #endif
  }

  #if canImport(Glibc)
    private static func set(_ resource: __rlimit_resource, _ value: rlim_t) {
      var limit = rlimit(rlim_cur: value, rlim_max: value)
      setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }
  #endif
}
