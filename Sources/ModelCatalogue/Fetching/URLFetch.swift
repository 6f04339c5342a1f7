import Foundation

/// Fetches a file from a URL by running `curl`.
struct URLFetch: Sendable {
  /// The seconds that a host may take to answer.
  static let connectTimeout = 5
  /// The seconds below one kilobyte per second after which a connection counts as broken.
  static let stallTimeout = 30
  /// The maximum number of attempts if connections break, as long as each transfers something.
  static let mostAttempts = 20

  var url: String
  /// The size of the whole file.
  var bytes: Int64
  var environment: [String: String]

  var host: String { URL(string: url)?.host ?? url }

  /// Fetches into a file, resuming where an earlier attempt stopped.
  ///
  /// - Throws: `FetchError`. The partial file is kept.
  func run(to path: String, watching: @Sendable () -> Void) async throws {
    for attempt in 1... {
      var before = ModelFolder.size(of: path) ?? 0
      if before == bytes { return }
      if before > bytes {
        try? FileManager.default.removeItem(atPath: path)
        before = 0
      }
      let ending = try await ChildProcess.run(
        [
          "curl", "--fail", "--location", "--silent", "--show-error",
          "--connect-timeout", String(Self.connectTimeout),
          "--speed-limit", "1024", "--speed-time", String(Self.stallTimeout),
          "--continue-at", "-", "--output", path, url,
        ], environment: environment, watching: watching)
      let code = CurlCode(rawValue: ending.status)
      if ending.status == 0 { return }
      let hasGrown = (ModelFolder.size(of: path) ?? 0) > before
      if code == .cannotResume, before > 0 {
        try? FileManager.default.removeItem(atPath: path)
      } else if code?.isBrokenConnection != true || !hasGrown || attempt == Self.mostAttempts {
        throw FetchError(
          reason: ending.lastLine, isUnreachable: code?.isUnreachable == true && !hasGrown,
          isDiskFull: code == .cannotWrite)
      }
    }
  }
}

/// The exit codes in curl's manual that decide what happens next.
private enum CurlCode: Int32 {
  case noSuchProxy = 5
  case noSuchHost = 6
  case noConnection = 7
  case partialFile = 18
  case cannotWrite = 23
  case timeOut = 28
  case cannotResume = 33
  case cannotReceive = 56
  case brokenStream = 92

  var isUnreachable: Bool { [.noSuchProxy, .noSuchHost, .noConnection, .timeOut].contains(self) }
  var isBrokenConnection: Bool { [.partialFile, .timeOut, .cannotReceive, .brokenStream].contains(self) }
}
