import Foundation
import TestSupport
import Testing

import Postgres

struct PostgresAddressTests {
  @Test func readsEveryPart() throws {
    let address = try PostgresAddress(
      "postgres://anna%40x:p%3Aw@db1:5433,[::1]:5434,%2Frun%2Fpg/notes?target_session_attrs=read-write&sslmode=require")
    #expect(
      address.hosts == [.init(name: "db1", port: 5433), .init(name: "::1", port: 5434), .init(name: "/run/pg")])
    #expect(address.user == "anna@x")
    #expect(address.password == "p:w")
    #expect(address.database == "notes")
    #expect(address.options == ["target_session_attrs": "read-write", "sslmode": "require"])
  }

  @Test func takesHostsAndPortsFromOptions() throws {
    let address = try PostgresAddress("postgresql:///notes?host=/run/postgresql&port=5433&user=anna")
    #expect(address.hosts == [.init(name: "/run/postgresql", port: 5433)])
    #expect(address.user == "anna")
    #expect(try PostgresAddress("postgres://").hosts.isEmpty)
  }

  /// Whether it is parsed, refused, printed or mirrored.
  @Test(arguments: [
    "postgres://anna:s3cret@db/notes", "postgres://anna@db/notes?password=s3cret",
    "postgres://anna:s3cret@db:port/notes", "postgres://anna:s3cret%zz@db/notes", "postgres://anna:s3cret@[::1/notes",
    "postgres://anna:s3cret@db/notes?x", "postgres://db/notes?sslpassword=s3cret", "http://anna:s3cret@db",
  ])
  func neverPrintsThePassword(text: String) {
    var printed = ""
    do {
      let address = try PostgresAddress(text)
      dump(address, to: &printed)
      printed += "\(address) \(String(reflecting: address)) \(Optional(address) as Any) \([address])"
    } catch {
      printed = "\(error)"
      #expect(error is PostgresError)
    }
    #expect(!printed.contains("s3cret"), "\(printed)")
  }

  @Test func printsWhatCanBeReadAgain() throws {
    let text = "postgres://anna%40x@db1:5433,[::1]:5434,%2Frun%2Fpg/my%20notes?connect_timeout=3"
    #expect(try PostgresAddress(text).description == text)
  }

  @Test(arguments: ["db.example.org", "10.0.0.1", "localhost.example.org", "127.0.0.1.example.org", "fe80::1"])
  func verifiesOtherMachines(host: String) throws {
    let address = PostgresAddress(hosts: [.init(name: host)])
    #expect(!address.hosts[0].isLocal)
    let keywords = address.keywords(for: address.hosts[0], mustVerify: true)
    #expect(keywords["sslmode"] == "verify-full")
  }

  @Test(arguments: ["/run/postgresql", "@abstract", "localhost", "127.0.0.1", "127.8.9.1", "::1", ""])
  func doesNotVerifyThisMachine(host: String) throws {
    #expect(PostgresAddress.Host(name: host).isLocal)
  }

  @Test func leavesTheChoiceToTheAddress() throws {
    let address = try PostgresAddress("postgres://db.example.org/notes?sslmode=disable")
    #expect(address.choosesTrust)
    let keywords = address.keywords(for: address.hosts[0], mustVerify: true)
    #expect(keywords["sslmode"] == "disable")
    #expect(keywords["sslrootcert"] == nil)
  }

  /// A name of this machine before an address of another one: libpq connects to the address.
  @Test(arguments: [
    "postgres://localhost/notes?hostaddr=203.0.113.7",
    "postgres://127.0.0.1/notes?hostaddr=203.0.113.7",
    "postgres:///notes?host=localhost&hostaddr=203.0.113.7",
    "postgres:///notes?hostaddr=203.0.113.7",
    "postgres://localhost/notes?hostaddr=2001:db8::7",
  ])
  func verifiesWhatANumericAddressLeadsTo(text: String) async throws {
    let attempts = try await PostgresConnection.attempts(at: PostgresAddress(text))
    #expect(attempts.map { $0["sslmode"] } == ["verify-full"])
    let local = text.replacing("203.0.113.7", with: "127.0.0.1").replacing("2001:db8::7", with: "::1")
    #expect(try await PostgresConnection.attempts(at: PostgresAddress(local)).map { $0["sslmode"] } == [nil])
    // The user said how far the server is trusted.
    let trusting = try await PostgresConnection.attempts(at: PostgresAddress(text + "&sslmode=require"))
    #expect(trusting.map { $0["sslmode"] } == ["require"])
  }

  /// In a process of its own, since the environment is everybody's.
  @Test func verifiesWhatTheEnvironmentLeadsTo() async {
    await #expect(processExitsWith: .success) {
      func modes(_ text: String) async throws -> [String?] {
        try await PostgresConnection.attempts(at: PostgresAddress(text)).map { $0["sslmode"] }
      }
      setenv("PGHOSTADDR", "203.0.113.7", 1)
      #expect(try await modes("postgres://localhost/notes") == ["verify-full"])
      setenv("PGHOST", "localhost", 1)
      #expect(try await modes("postgres:///notes") == ["verify-full"])
      unsetenv("PGHOSTADDR")
      #expect(try await modes("postgres:///notes") == [nil])
      let folder = try TemporaryFolder()
      setenv(
        "PGSERVICEFILE", try folder.write("[away]\nhost=localhost\nhostaddr=203.0.113.7\n", to: "services.conf"), 1)
      #expect(try await modes("postgres://?service=away") == ["verify-full"])
    }
  }
}
