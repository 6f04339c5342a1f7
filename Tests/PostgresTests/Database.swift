import Postgres
import TestSupport

/// A database of a test's own, on the server that all tests share.
struct Database {
  let server: PostgresServer
  let name: String

  init(on server: PostgresServer? = nil) async throws {
    self.server = if let server { server } else { try await PostgresServer.shared() }
    name = try await self.server.makeDatabase()
  }

  /// Through the server's Unix socket.
  var address: PostgresAddress { address() }

  func address(options: [String: String] = [:]) -> PostgresAddress {
    PostgresAddress(
      hosts: [.init(name: server.folder, port: server.port)], user: PostgresServer.role, database: name,
      options: options)
  }

  /// Through a port of this machine.
  func address(port: UInt16, user: String = PostgresServer.role, password: String? = nil) -> PostgresAddress {
    PostgresAddress(
      hosts: [.init(name: "127.0.0.1", port: port)], user: user, password: password, database: name)
  }

  func connect(statementTimeout: Duration? = nil) async throws -> PostgresConnection {
    try await PostgresConnection.connect(to: address, statementTimeout: statementTimeout)
  }

  func proxy() throws -> CuttingProxy { try CuttingProxy(to: server.folder + "/.s.PGSQL.\(server.port)") }
}
