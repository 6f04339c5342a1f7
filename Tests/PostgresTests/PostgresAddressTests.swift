import Foundation
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
}
