import Foundation
import HTTP
import Synchronization

/// Fetches single files of a repository.
///
/// A file is written under a temporary name and renamed when its digest is verified, which is computed while it
/// arrives. An interrupted download is resumed.
struct HubFetch: Sendable {
  /// The most attempts for a file if connections break, as long as each brings something.
  private static let mostAttempts = 20

  let client: HubClient

  /// Fetches a file from the byte at which an earlier download stopped.
  ///
  /// - Parameters:
  ///   - path: The path for the whole file; what has arrived is in a file beside it, with `.part` at the end.
  ///   - show: Called with the number of bytes that are there.
  /// - Throws: `HubError`; `CatalogueError`; `CancellationError` if the task is cancelled.
  func fetch(_ file: HubFile, to path: String, show: @escaping @Sendable (Int64) -> Void) async throws {
    var part = try await PartialFile.open(path + ".part", of: file)
    let begun = part.bytes
    // Of an attempt that brought nothing, nothing stays.
    defer { if part.bytes == 0 { unlink(path + ".part") } }
    try await fill(part, file, show)
    do {
      try part.finish(as: path)
    } catch CatalogueError.wrongSum where begun > 0 {
      // The beginning may have been another file's: try once more.
      part = try await PartialFile.open(path + ".part", of: file)
      try await fill(part, file, show)
      try part.finish(as: path)
    }
  }

  /// Fetches the rest of a file, and goes on where a connection breaks.
  private func fill(_ part: PartialFile, _ file: HubFile, _ show: @escaping @Sendable (Int64) -> Void) async throws {
    var attempt = 0
    while part.bytes < file.bytes {
      attempt += 1
      let start = part.bytes
      let received = Mutex(Int64(0))
      do {
        try await client.file(file.path, from: start) { piece in
          let isFirst = received.withLock { received in
            defer { received += Int64(piece.bytes.count) }
            return received == 0
          }
          if isFirst { try begin(piece, part, at: start) }
          try part.append(piece.bytes)
          show(part.bytes)
        }
        if part.bytes < file.bytes { throw HubError.broken(host: client.host) }
      } catch HubError.failed(_, 416, _) where start > 0 {
        part.restart()
      } catch HubError.broken(let host) {
        guard received.withLock({ $0 > 0 }), attempt < Self.mostAttempts else { throw HubError.broken(host: host) }
      }
    }
  }

  /// Checks from which byte on the hub sends.
  private func begin(_ piece: HTTPPart, _ part: PartialFile, at start: Int64) throws {
    if piece.status == 206 {
      guard piece.fields["content-range"]?.hasPrefix("bytes \(start)-") == true else {
        throw HubError.invalidReply(host: client.host, reason: "it sends other bytes than it was asked for")
      }
    } else if start > 0 {
      part.restart()
    }
  }
}
