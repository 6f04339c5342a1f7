import Foundation
import Postgres
import Synchronization

/// A PostgreSQL server with pgvector in a temporary folder, on a Unix socket. It ends, and the folder goes, with the
/// last reference or with this process, however that ends.
///
/// PostgreSQL refuses to run as root; there it runs as `nobody`.
package final class PostgresServer: Sendable {
  /// A program failed, or the server did not start; the description says what it wrote.
  package struct Failure: Error, CustomStringConvertible {
    package var description: String

    package init(description: String) { self.description = description }
  }

  /// The superuser that the server was made with.
  package static let role = "rag"
  /// An ordinary role, as people have: row-level security binds it. It owns the databases for indexes.
  package static let user = "notes"

  /// A server that all tests of a run share; each makes a database of its own.
  package static func shared() async throws -> PostgresServer { try await sharedStart.value }

  private static let sharedStart = Task { try await PostgresServer() }

  /// Its socket is in this folder.
  package let folder: String
  /// The port, also of the socket; TCP is off unless asked for.
  package let port: UInt16
  private let programs: String
  private let settings: [String: String]
  private let environment: [String: String]
  private let process = Mutex<Process?>(nil)
  /// Closing its input ends the server and removes the folder.
  private let guardInput = Pipe()

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - usesTCP: Whether it also listens on 127.0.0.1, where the role `scram` needs a password.
  ///   - settings: As in `postgresql.conf`.
  ///   - environment: Added to this process's own.
  package init(
    usesTCP: Bool = false, settings: [String: String] = [:], environment: [String: String] = [:]
  ) async throws {
    self.environment = environment
    (folder, programs) = try await Self.prepareFolder()
    port = usesTCP ? try RawServer { _ in [] }.port : 5432
    self.settings = settings.merging(["listen_addresses": usesTCP ? "127.0.0.1" : ""]) { own, _ in own }
    try startGuard()
    try await run(
      "initdb", "-D", data, "-U", Self.role, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
    try """
    local all all trust
    local replication all trust
    host all scram 127.0.0.1/32 scram-sha-256
    host all all 127.0.0.1/32 trust
    host replication all 127.0.0.1/32 trust
    """.write(toFile: data + "/pg_hba.conf", atomically: false, encoding: .utf8)
    try await start()
    try await sql("CREATE ROLE \(Self.user) LOGIN", in: "postgres")
  }

  /// Starts a standby of another server, which follows it by streaming replication.
  private init(of primary: PostgresServer) async throws {
    (folder, programs) = try await Self.prepareFolder()
    port = primary.port == 5432 ? 5432 : try RawServer { _ in [] }.port
    (settings, environment) = (primary.settings, primary.environment)
    try startGuard()
    try await run(
      "pg_basebackup", "-D", data, "-h", primary.folder, "-p", "\(primary.port)", "-U", Self.role,
      "--write-recovery-conf",
      "--checkpoint=fast", "--no-sync")
    try await start()
  }

  deinit {
    try? guardInput.fileHandleForWriting.close()
  }

  private var data: String { folder + "/data" }

  /// What the server logged.
  package var log: String { (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? "" }

  /// Starts a standby that follows this server.
  package func replica() async throws -> PostgresServer { try await PostgresServer(of: self) }

  /// Makes a standby a primary.
  package func promote() async throws { try await run("pg_ctl", "promote", "-D", data, "--wait") }

  /// Starts the server again, and waits until it takes connections.
  package func start() async throws {
    let options = Self.settings.merging(settings) { $1 }.merging(["unix_socket_directories": folder, "port": "\(port)"])
    {
      $1
    }
    let arguments = ["-D", data] + options.sorted { $0.key < $1.key }.flatMap { ["-c", "\($0.key)=\($0.value)"] }
    // After a crash, the processes of the old server need a moment to notice.
    for _ in 0..<100 {
      let server = try launch("postgres", arguments)
      process.withLock { $0 = server }
      while server.isRunning {
        if try await isReady() { return }
        try await Task.sleep(for: .milliseconds(20))
      }
      try await Task.sleep(for: .milliseconds(100))
    }
    throw Failure(description: "the server does not start:\n\(log)")
  }

  /// Ends the server with a signal, and waits until it is gone: SIGKILL is a crash, SIGQUIT an immediate shutdown,
  /// SIGINT one that ends sessions, SIGTERM one that waits for them.
  package func stop(_ signal: Int32 = SIGINT) async throws {
    guard let server = process.withLock({ $0 }) else { return }
    kill(server.processIdentifier, signal)
    while server.isRunning { try await Task.sleep(for: .milliseconds(5)) }
  }

  /// Makes a database of `user` with pgvector, and returns its name.
  package func makeDatabase() async throws -> String {
    let name = "test_" + UUID().uuidString.lowercased().replacingOccurrences(of: "-", with: "")
    try await sql("CREATE DATABASE \(name) OWNER \(Self.user)", in: "postgres")
    try await sql("CREATE EXTENSION vector", in: name)
    return name
  }

  /// Returns the address of a database, for `user` or another role.
  package func address(of database: String, as role: String = PostgresServer.user) -> PostgresAddress {
    PostgresAddress(hosts: [.init(name: folder, port: port)], user: role, database: database)
  }

  /// Runs SQL with the server's own client, by default as its superuser, and returns the values, a row on a line.
  @discardableResult
  package func sql(_ text: String, in database: String, as role: String = PostgresServer.role) async throws -> String {
    try await run(
      "psql", "-h", folder, "-p", "\(port)", "-U", role, "-d", database, "-XAtq", "-v", "ON_ERROR_STOP=1", "-c",
      text)
  }

  /// Little memory, and no waiting for the disk: what is written survives the server's crash, not the machine's.
  private static let settings = [
    "fsync": "off", "shared_buffers": "32MB", "max_connections": "200", "wal_level": "replica", "max_wal_senders": "4",
    "hot_standby": "on", "log_min_messages": "warning",
  ]

  private func isReady() async throws -> Bool {
    let result = try await BuiltProgram.run(
      executable: programs + "/pg_isready", ["-q", "-h", folder, "-p", "\(port)"])
    return result.status == 0
  }

  // MARK: Programs

  private static let isRoot = getuid() == 0
  /// `nobody` and `nogroup`.
  private static let nobody: uid_t = 65534

  /// Makes a folder in /tmp, since the path of a socket has at most 107 bytes, and finds programs that may run there.
  private static func prepareFolder() async throws -> (folder: String, programs: String) {
    let own = ProcessInfo.processInfo.environment["POSTGRES_BIN"]
    var programs = own ?? Repository.url.appendingPathComponent(".deps/postgres/bin").path
    guard FileManager.default.isExecutableFile(atPath: programs + "/postgres") else {
      throw Failure(description: "\(programs)/postgres is missing: run 'make test', or 'scripts/postgres'")
    }
    let folder = "/tmp/rag-postgres-" + UUID().uuidString.prefix(8)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    guard isRoot else { return (folder, programs) }
    chown(folder, nobody, nobody)
    let check = try await BuiltProgram.run(
      executable: "/usr/bin/setpriv", asNobody + ["test", "-x", programs + "/postgres"])
    if check.status != 0, own == nil {
      // The checkout is in a folder of root's own.
      let copy = try await BuiltProgram.run(
        executable: "/bin/cp",
        ["-a", Repository.url.appendingPathComponent(".deps/postgres").path, folder + "/programs"])
      guard copy.status == 0 else { throw Failure(description: copy.errors) }
      chmod(folder + "/programs", 0o755)
      programs = folder + "/programs/bin"
    }
    return (folder, programs)
  }

  private static var asNobody: [String] { ["--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups"] }

  @discardableResult
  private func run(_ program: String, _ arguments: String...) async throws -> String {
    let path = programs + "/" + program
    let result =
      Self.isRoot
      ? try await BuiltProgram.run(executable: "/usr/bin/setpriv", Self.asNobody + [path] + arguments, in: "/tmp")
      : try await BuiltProgram.run(executable: path, arguments, in: "/tmp")
    guard result.status == 0 else { throw Failure(description: "\(program): \(result.errors)\(result.output)\n\(log)") }
    return result.output.trimmingCharacters(in: .newlines)
  }

  private func launch(_ program: String, _ arguments: [String]) throws -> Process {
    let server = Process()
    let command = (Self.isRoot ? ["/usr/bin/setpriv"] + Self.asNobody : []) + [programs + "/" + program] + arguments
    server.executableURL = URL(fileURLWithPath: command[0])
    server.arguments = Array(command.dropFirst())
    server.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    server.currentDirectoryURL = URL(fileURLWithPath: "/tmp")
    if !FileManager.default.fileExists(atPath: folder + "/log") {
      _ = FileManager.default.createFile(atPath: folder + "/log", contents: nil)
    }
    let log = try FileHandle(forWritingTo: URL(fileURLWithPath: folder + "/log"))
    try log.seekToEnd()
    (server.standardOutput, server.standardError) = (log, log)
    server.standardInput = FileHandle.nullDevice
    try server.start()
    return server
  }

  private func startGuard() throws {
    let watch = Process()
    watch.executableURL = URL(fileURLWithPath: "/bin/sh")
    watch.arguments = [
      "-c",
      #"""
      trap '' INT TERM
      cat >/dev/null
      server=$(head -1 "$1/data/postmaster.pid" 2>/dev/null) && kill -QUIT "$server" 2>/dev/null
      for attempt in 1 2 3 4 5 6 7 8 9 10; do [ -e "$1/data/postmaster.pid" ] || break; sleep 0.2; done
      rm -rf "$1"
      """#, "sh", folder,
    ]
    watch.standardInput = guardInput
    // An output of ours that stays open would keep those who read it waiting.
    (watch.standardOutput, watch.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try watch.start()
  }
}
