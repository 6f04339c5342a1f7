import Foundation
import Postgres
import TestSupport
import Testing

/// Who may connect, and to whom we talk. Each failure is one line that names the address.
struct PostgresLoginTests {
  private func expect(
    _ kind: PostgresError.Kind, state: String?, naming text: String, at address: PostgresAddress,
    location: SourceLocation = #_sourceLocation
  ) async {
    await #expect(sourceLocation: location) {
      try await PostgresConnection.connect(to: address, timeout: .seconds(20))
    } throws: { error in
      guard let error = error as? PostgresError else { return false }
      let isFit = error.kind == kind && error.sqlState == state && error.message.contains(text)
      if !isFit { Issue.record("\(error.kind) \(error)", sourceLocation: location) }
      return isFit && !error.description.contains("s3cret") && !error.description.contains("\n")
        && !error.description.contains(".c:") && error.isBeforeSending
    }
  }

  @Test func asksForThePassword() async throws {
    let server = try await PostgresServer(usesTCP: true)
    let database = try await Database(on: server)
    try await server.sql("CREATE ROLE scram LOGIN PASSWORD 's3cret'", in: "postgres")
    let connection = try await PostgresConnection.connect(
      to: database.address(port: server.port, user: "scram", password: "s3cret"))
    #expect(try await connection.query("SELECT current_user")[0].read(0) == "scram")
    await #expect { try await connection.query("CREATE TABLE t (n int8)") } throws: {
      ($0 as? PostgresError)?.kind == .permissionDenied
    }
    await expect(
      .wrongPassword, state: "28P01", naming: "127.0.0.1:\(server.port)",
      at: database.address(port: server.port, user: "scram", password: "wrong"))
    await expect(
      .wrongPassword, state: nil, naming: "asks for a password", at: database.address(port: server.port, user: "scram"))
    // Neither the connection nor the pool prints it.
    let pool = PostgresPool(database.address(port: server.port, user: "scram", password: "s3cret"))
    var printed = ""
    dump(pool.address, to: &printed)
    #expect(!printed.contains("s3cret") && !connection.address.contains("s3cret"))
  }

  @Test func namesWhatIsMissing() async throws {
    let database = try await Database()
    var address = database.address
    address.database = "nothing"
    await expect(.noSuchDatabase, state: "3D000", naming: "\"nothing\"", at: address)
    address = database.address
    address.user = "nobody else"
    await expect(.wrongPassword, state: "28000", naming: "nobody else", at: address)
    await expect(
      .unreachable, state: nil, naming: "/nowhere", at: PostgresAddress(hosts: [.init(name: "/nowhere")]))
    let port = try RawServer { _ in [] }.port
    await expect(
      .unreachable, state: nil, naming: "127.0.0.1:\(port)",
      at: PostgresAddress(hosts: [.init(name: "127.0.0.1", port: port)]))
    await expect(
      .unreachable, state: nil, naming: "no server answers: cannot reach",
      at: PostgresAddress(hosts: [.init(name: "/nowhere"), .init(name: "/nowhere else")]))
    await expect(
      .badAddress, state: nil, naming: "unknown_option",
      at: PostgresAddress(hosts: database.address.hosts, options: ["unknown_option": "1"]))
  }

  @Test func triesTheNextHost() async throws {
    let database = try await Database()
    var address = database.address
    address.hosts.insert(.init(name: "/nowhere"), at: 0)
    #expect(try await PostgresConnection.connect(to: address).query("SELECT 1::int8")[0].read(0) == 1)
  }

  @Test func namesAnExtension() async throws {
    let connection = try await Database().connect()
    try await connection.requireExtension("vector", atLeast: "0.7.0")
    await #expect { try await connection.requireExtension("vector", atLeast: "99.0") } throws: {
      let error = $0 as? PostgresError
      return error?.kind == .missingExtension && error?.message.contains("99.0 is needed") == true
    }
    await #expect { try await connection.requireExtension("nothing", atLeast: "1") } throws: {
      ($0 as? PostgresError)?.message.contains("the server does not have it") == true
    }
    try await connection.query("DROP EXTENSION vector")
    await #expect { try await connection.requireExtension("vector", atLeast: "0.7.0") } throws: {
      ($0 as? PostgresError)?.message.contains("CREATE EXTENSION vector") == true
    }
  }

  @Test func refusesAnOldServer() async throws {
    let database = try await Database()
    await #expect {
      try await PostgresConnection.connect(
        to: database.address, timeout: .seconds(10), statementTimeout: nil, oldest: 990000)
    } throws: {
      let error = $0 as? PostgresError
      return error?.kind == .oldServer && error?.message.contains("99 is the oldest") == true
    }
  }

  @Test(.timeLimit(.minutes(1))) func waitsForAFullServer() async throws {
    let server = try await PostgresServer(settings: [
      "max_connections": "3", "superuser_reserved_connections": "1", "max_wal_senders": "0", "wal_level": "minimal",
    ])
    let database = try await Database(on: server)
    try await server.sql("CREATE ROLE plain LOGIN", in: "postgres")
    var address = database.address
    address.user = "plain"
    let first = try await PostgresConnection.connect(to: address)
    let second = try await PostgresConnection.connect(to: address)
    await expect(.tooManyConnections, state: "53300", naming: "takes no more connections", at: address)
    let pool = PostgresPool(address, size: 1, patience: .seconds(30))
    let task = Task { try await pool.query("SELECT 1::int8")[0].read(0, as: Int.self) }
    try await Task.sleep(for: .milliseconds(100))
    await first.close()
    #expect(try await task.value == 1)
    await second.close()
  }

  /// In a process of its own, since the file is named by the environment.
  @Test func readsTheService() async {
    await #expect(processExitsWith: .success) {
      let database = try await Database()
      let folder = try TemporaryFolder()
      let file = try folder.write(
        """
        [notes]
        host=\(database.server.folder)
        port=\(database.server.port)
        user=\(PostgresServer.role)
        dbname=\(database.name)

        [remote]
        host=db.example.org
        hostaddr=127.0.0.1
        port=1
        """, to: "services.conf")
      setenv("PGSERVICEFILE", file, 1)
      let connection = try await PostgresConnection.connect(to: PostgresAddress("postgres://?service=notes"))
      #expect(try await connection.query("SELECT current_database()::text")[0].read(0) == database.name)
      await #expect {
        try await PostgresConnection.connect(to: PostgresAddress("postgres://?service=remote"))
      } throws: {
        ($0 as? PostgresError)?.message.contains("db.example.org:1") == true
      }
    }
  }

  // MARK: TLS

  /// A server's certificate that nobody knows is refused; one that is named is accepted, for the right name only.
  @Test(.timeLimit(.minutes(2))) func verifiesTheServer() async throws {
    let database = try await Database()
    let front = try await TLSFront(to: database.server.folder + "/.s.PGSQL.\(database.server.port)")
    func address(_ options: [String: String], host: String = "localhost") -> PostgresAddress {
      PostgresAddress(
        hosts: [.init(name: host, port: front.port)], user: PostgresServer.role, database: database.name,
        options: options)
    }
    // What is not this machine is verified, so the name is one that is not; hostaddr says where it is.
    let remote = ["hostaddr": "127.0.0.1"]
    await expect(.untrusted, state: nil, naming: "db.example.org", at: address(remote, host: "db.example.org"))
    let trusted = try await PostgresConnection.connect(
      to: address(remote.merging(["sslrootcert": front.certificate]) { $1 }, host: "db.example.org"))
    #expect(trusted.isEncrypted)
    #expect(try await trusted.query("SELECT 1::int8")[0].read(0) == 1)
    await expect(
      .untrusted, state: nil, naming: "other.example.org",
      at: address(remote.merging(["sslrootcert": front.certificate]) { $1 }, host: "other.example.org"))
    // Only who asks for it goes without.
    let unverified = try await PostgresConnection.connect(
      to: address(remote.merging(["sslmode": "require"]) { $1 }, host: "other.example.org"))
    #expect(unverified.isEncrypted)
    // A server without TLS is refused as well.
    let plain = try database.proxy()
    await expect(
      .untrusted, state: nil, naming: "db.example.org",
      at: PostgresAddress(
        hosts: [.init(name: "db.example.org", port: plain.port)], user: PostgresServer.role, database: database.name,
        options: remote))
  }
}
