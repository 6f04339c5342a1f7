import Foundation

/// llama.cpp's own server with one model, as `scripts/server` built it. It ends with the last reference.
package final class LlamaServerProgram: Sendable {
  private let process = Process()
  private let input = Pipe()
  private let port: UInt16

  /// The address of its API.
  package var address: String { "http://127.0.0.1:\(port)/v1" }

  /// Starts a server with a model, the small one by default, evaluated as the tests evaluate it, and waits until it has
  /// loaded it.
  package static func start(
    model: String? = nil, contextSize: Int = 2048, _ options: String...
  ) async throws -> LlamaServerProgram {
    let server = try LlamaServerProgram(model: model ?? Models.smallModel(), contextSize: contextSize, options)
    try await server.waitUntilReady()
    return server
  }

  private init(model: String, contextSize: Int, _ options: [String]) throws {
    let program = Repository.url.appendingPathComponent(".deps/server/llama-server").path
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw Models.Missing(description: "\(program) is missing: run 'make test', or 'scripts/server'")
    }
    // A port that was just given up.
    port = try RawServer { _ in [] }.port
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // The shell ends the server when its input does: with this process, however it ends.
    process.arguments =
      [
        "-c", #""$@" & server=$!; cat >/dev/null; kill -KILL $server"#, "sh", program, "--offline", "-m", model,
        "--host",
        "127.0.0.1", "--port", "\(port)", "-c", "\(contextSize)", "-np", "1", "-t", "1", "-b", "128", "-ub", "128",
        "-fa",
        "off", "--no-repack", "--cache-ram", "0", "--no-warmup", "-fit", "off",
      ] + options
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.start()
  }

  deinit { try? input.fileHandleForWriting.close() }

  private func waitUntilReady() async throws {
    let port = port
    while true {
      let health = try await BuiltProgram.run(
        executable: "/usr/bin/curl", ["-s", "--noproxy", "*", "http://127.0.0.1:\(port)/health"])
      if health.output.contains("ok") { return }
      guard process.isRunning else { throw Models.Missing(description: "llama-server ended before it was ready") }
      try await Task.sleep(for: .milliseconds(100))
    }
  }
}
