import CLock
public import Foundation

/// Locks this process in: it can make no connection, write nowhere but where it must, and reach no other process. There
/// is no way back.
///
///     try AirGap.enter(writingOnlyTo: ["/home/ann/.local/share/rag/index"])
///
/// On Linux, seccomp refuses the system calls that reach beyond the process, and Landlock every write elsewhere, for
/// this process and all that it starts. What is open already stays usable. It is entered before there are other
/// threads, since Landlock does not reach those that run.
public enum AirGap {
  /// A lock that the kernel can hold.
  public enum Lock: String, Sendable, CaseIterable {
    /// No sockets, and nothing else that reaches beyond the process (seccomp).
    case sockets
    /// No writes but where they are allowed (Landlock, from Linux 5.13).
    case writes
  }

  /// Thrown if the process has threads that the locks would not reach.
  public struct HasThreads: LocalizedError {
    /// The number of threads.
    public var count: Int
    /// A message for the user, on one line.
    public var errorDescription: String? {
      "it has \(count) threads before it is locked in, and may have one only: run it without LD_PRELOAD"
    }
  }

  /// The locks that this system has.
  public static var available: Set<Lock> {
    var locks: Set<Lock> = []
    if lock_has_seccomp() != 0 { locks.insert(.sockets) }
    if landlockVersion > 0 { locks.insert(.writes) }
    return locks
  }

  /// The version of the kernel's Landlock, 0 if it has none. Each refuses more than the one before.
  public static var landlockVersion: Int { Int(lock_landlock_version()) }

  /// Enters the locks that this system has.
  ///
  /// - Parameters:
  ///   - paths: Files, or folders with all that is or will be in them, that may be written. Those that do not exist are
  ///     left out.
  ///   - allowsSockets: Whether connections may be made.
  ///   - accepts: Whether a socket that listens already may accept.
  /// - Returns: The locks that hold now.
  /// - Throws: `HasThreads`; `POSIXError` if a lock that the system has cannot be entered.
  @discardableResult
  public static func enter(
    writingOnlyTo paths: [String], allowsSockets: Bool = false, accepts: Bool = false
  ) throws -> Set<Lock> {
    try requireOneThread()
    var held: Set<Lock> = []
    let ports = allowsSockets ? LOCK_NO_PORTS : LOCK_ALL_PORTS
    if try withCStrings(paths, { try enter(lock_files(nil, $0, Int32(ports))) }) { held.insert(.writes) }
    let refused = allowsSockets ? 0 : accepts ? LOCK_NEW_SOCKETS : LOCK_SOCKETS
    if try enter(lock_calls(Int32(refused))), !allowsSockets { held.insert(.sockets) }
    return held
  }

  /// Locks in a process that reads no note: it can read nothing but at or below the given paths, write nothing, make
  /// sockets only in the given folders, connect to no port, and reach no other process. Call `lockNewSockets` once it
  /// listens.
  ///
  /// - Throws: `HasThreads`; `POSIXError` if the system has the lock and it cannot be entered.
  public static func lockFiles(readingOnly readable: [String], socketsIn writable: [String]) throws {
    try requireOneThread()
    _ = try withCStrings(readable) { readable in
      try withCStrings(writable) { try enter(lock_files(readable, $0, Int32(LOCK_CONNECTING))) }
    }
    _ = try enter(lock_calls(0))
  }

  /// Refuses all threads of this process sockets that it does not have; one that listens still accepts.
  ///
  /// - Throws: `POSIXError` if the system has the lock and it cannot be entered.
  public static func lockNewSockets() throws { _ = try enter(lock_calls(Int32(LOCK_NEW_SOCKETS))) }

  /// Allows this process the system calls alone that converting a file needs.
  ///
  /// - Parameter program: A program that it may start besides, which can do no more than this process; no other but the
  ///   system's loader, if the kernel has Landlock.
  /// - Throws: `POSIXError` if the system has the lock and it cannot be entered.
  public static func allowOnlyConverting(starting program: String? = nil) throws {
    if let program { _ = try enter(lock_programs(program)) }
    _ = try enter(lock_all_but_converting(program == nil ? 0 : 1))
  }

  private static func requireOneThread() throws {
    // A thread that has been joined takes a moment to disappear.
    var count = Int(lock_thread_count())
    for _ in 0..<1000 {
      guard count > 1 else { break }
      usleep(1000)
      count = Int(lock_thread_count())
    }
    guard count == 1 else { throw HasThreads(count: count) }
  }

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
