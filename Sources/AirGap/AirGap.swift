import CLock
import Foundation

/// Locks this process in: it can make no connection, and write nowhere but where it must. There is no way back.
///
///     try AirGap.enter(writingOnlyTo: ["/home/ann/.local/share/rag"])
///
/// On Linux, seccomp refuses every system call that makes, connects or takes over a socket, and Landlock every write
/// elsewhere, for this process and all that it starts. What is open already stays usable. Call it before other threads
/// are started: Landlock does not reach those that run.
public enum AirGap {
  /// A lock that the kernel can hold.
  public enum Lock: String, Sendable, CaseIterable {
    /// No sockets (seccomp).
    case sockets
    /// No writes but where they are allowed (Landlock, from Linux 5.13).
    case writes
  }

  /// The locks that this system has.
  public static var available: Set<Lock> {
    var locks: Set<Lock> = []
    if lock_has_seccomp() != 0 { locks.insert(.sockets) }
    if lock_landlock_version() > 0 { locks.insert(.writes) }
    return locks
  }

  /// Enters the locks that this system has.
  ///
  /// - Parameters:
  ///   - paths: Files, or folders with all that is or will be in them, that may be written. Those that do not exist are
  ///     left out.
  ///   - allowsSockets: Whether connections may be made.
  ///   - accepts: Whether a socket that listens already may accept.
  /// - Returns: The locks that hold now.
  /// - Throws: `POSIXError` if a lock that the system has cannot be entered.
  @discardableResult
  public static func enter(
    writingOnlyTo paths: [String], allowsSockets: Bool = false, accepts: Bool = false
  ) throws -> Set<Lock> {
    var held: Set<Lock> = []
    let ports = allowsSockets ? LOCK_NO_PORTS : LOCK_ALL_PORTS
    if try withCStrings(paths, { try enter(lock_files(nil, $0, Int32(ports))) }) { held.insert(.writes) }
    if !allowsSockets, try enter(lock_sockets(accepts ? 1 : 0)) { held.insert(.sockets) }
    return held
  }

  /// Locks in a process that listens for clients and reads no note: it can read nothing but at or below the given
  /// paths, write nothing, make sockets only in the given folders, and connect to no port. Call `lockNewSockets` once
  /// it listens.
  ///
  /// - Throws: `POSIXError` if the system has the lock and it cannot be entered.
  public static func lockFiles(readingOnly readable: [String], socketsIn writable: [String]) throws {
    _ = try withCStrings(readable) { readable in
      try withCStrings(writable) { try enter(lock_files(readable, $0, Int32(LOCK_CONNECTING))) }
    }
  }

  /// Refuses all threads of this process sockets that it does not have; one that listens still accepts.
  ///
  /// - Throws: `POSIXError` if the system has the lock and it cannot be entered.
  public static func lockNewSockets() throws { _ = try enter(lock_sockets(1)) }

  private static func enter(_ result: Int32) throws -> Bool {
    if result < 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return result == 0
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) throws -> Result
  ) rethrows -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return try (copies.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { buffer in
      var none: UnsafePointer<CChar>?
      return try withUnsafePointer(to: &none) { try body(buffer.baseAddress ?? $0) }
    }
  }
}
