import Foundation
import TestSupport

/// The certificate of `db.example.org`, signed by itself, and a server that has it in front of a PostgreSQL server,
/// whose build for the tests has no TLS.
final class TLSFront: Sendable {
  let port: UInt16
  /// The file of the certificate.
  let certificate: String
  private let folder: TemporaryFolder
  private let process = Process()
  /// The front ends when this does.
  private let input = Pipe()

  init(to socketPath: String) async throws {
    folder = try TemporaryFolder()
    certificate = folder.path + "/server.crt"
    let made = try await BuiltProgram.run(
      executable: "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
        "/CN=db.example.org", "-addext", "subjectAltName=DNS:db.example.org", "-keyout", folder.path + "/server.key",
        "-out", certificate,
      ])
    guard made.status == 0 else { throw PostgresServer.Failure(description: made.errors) }
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", Repository.url.appendingPathComponent("Tests/PostgresTests/TLS/front.py").path, certificate,
      folder.path + "/server.key", socketPath,
    ]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.start()
    var line = Data()
    while !line.contains(UInt8(ascii: "\n")) {
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { break }
      line += piece
    }
    let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard let port = UInt16(text) else { throw PostgresServer.Failure(description: "front.py did not start: \(text)") }
    self.port = port
  }

  deinit { try? input.fileHandleForWriting.close() }
}
