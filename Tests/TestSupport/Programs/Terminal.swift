import Foundation

/// A terminal of its own, on which a program is run: what it would show, in the order of both of its outputs.
package enum Terminal {
  package struct Unavailable: Error {}

  /// Runs the built `rag` to its end.
  ///
  /// - Parameters:
  ///   - lines: What is typed: each line as soon as the program has shown nothing for half a second after its prompt.
  ///   - environment: Added to this process's own; an empty value takes a variable away.
  package static func run(
    _ arguments: [String], typing lines: [String] = [], environment: [String: String] = [:], in folder: String? = nil
  ) async throws -> (status: Int32, shown: String) {
    // Linux's own way; Swift does not see posix_openpt (ioctl_tty(2): TIOCSPTLCK, TIOCGPTN).
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (isLocked, number): (Int32, UInt32) = (0, 0)
    guard master >= 0, ioctl(master, 0x4004_5431, &isLocked) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
      throw Unavailable()
    }
    defer { close(master) }
    let descriptor = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    let terminal = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltProgram.path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["NO_COLOR": ""]) { $1 }
      .merging(environment) { $1 }.filter { !$0.value.isEmpty }
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    (process.standardInput, process.standardOutput, process.standardError) = (terminal, terminal, terminal)
    try process.start()
    try terminal.close()
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        var (lines, typedAt) = (lines[...], 0)
        // Where nobody has the other end open any more, reading fails.
        while true {
          var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
          if poll(&waiting, 1, 500) == 0 {
            guard bytes[typedAt...].contains("> ".utf8), let line = lines.popFirst() else { continue }
            typedAt = bytes.count
            _ = write(master, line + "\n", line.utf8.count + 1)
          }
          guard case let count = read(master, &piece, piece.count), count > 0 else { break }
          bytes += piece[..<count]
        }
        process.waitUntilExit()
        continuation.resume(returning: (process.terminationStatus, String(decoding: bytes, as: UTF8.self)))
      }
    }
  }
}
