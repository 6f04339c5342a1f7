import Embedding
import Foundation

/// A hub on this machine. As Hugging Face does, it sends small files from another path, large ones from another host.
package final class HubServer: Sendable {
  /// A file in the repository `owner/tiny`.
  package struct File: Sendable {
    package var path: String
    package var data: Data
    /// The digest that the list of files shows.
    package var digest: String
    package var isLarge: Bool

    /// A file that Git LFS keeps.
    package static func large(_ path: String, _ data: Data, digest: String? = nil) -> File {
      File(
        path: path, data: data, digest: digest ?? data.withUnsafeBytes { SHA256Digest.hexadecimal(of: $0) },
        isLarge: true)
    }

    /// A file that Git keeps, with the digest that Git itself computes.
    package static func small(_ path: String, _ data: Data) throws -> File {
      let scratch = try TemporaryFolder()
      let digest = try Git.run(["hash-object", try scratch.write(data, to: "file")], in: scratch.path)
      let digits = String(decoding: digest, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      return File(path: path, data: data, digest: digits, isLarge: false)
    }

    fileprivate var listed: [String: Any] {
      var entry: [String: Any] = ["type": "file", "path": path, "size": data.count, "oid": digest]
      guard isLarge else { return entry }
      entry["oid"] = String(repeating: "0", count: 40)
      entry["lfs"] = ["oid": digest, "size": data.count, "pointerSize": 135] as [String: Any]
      return entry
    }
  }

  package static let repository = "owner/tiny"

  /// The hub itself, and the host of its large files.
  package let hub, store: RawServer

  /// The variables that make `rag` ask this hub, with no token of the user's.
  package var environment: [String: String] {
    ["HF_ENDPOINT": "http://127.0.0.1:\(hub.port)/", "HF_TOKEN": "", "HF_TOKEN_PATH": ""]
  }

  /// Serves these files.
  ///
  /// - Parameters:
  ///   - page: The number of entries in a page of the list.
  ///   - store: What the host of the large files answers instead, given a request and the file's bytes.
  ///   - hub: What the hub answers instead, where it is not `nil`.
  package init(
    _ files: [File], page: Int = 1000,
    store keep: @escaping @Sendable (RawServer.Request, Data) -> [RawServer.Step]? = { _, _ in nil },
    hub answer: @escaping @Sendable (RawServer.Request) -> [RawServer.Step]? = { _ in nil }
  ) throws {
    let store = try RawServer { request in
      guard let file = files.first(where: { request.path == "/store/" + $0.digest }) else {
        return [.response("", status: "404 Not Found")]
      }
      return keep(request, file.data) ?? HubServer.steps(for: request, file.data)
    }
    self.store = store
    let root = "/\(Self.repository)/resolve/main/"
    let tree = "/api/models/\(Self.repository)/tree/main?recursive=true"
    hub = try RawServer { request in
      if let steps = answer(request) { return steps }
      if request.path.hasPrefix(tree) {
        let start = request.path.split(separator: "&cursor=").dropFirst().first.flatMap { Int($0) } ?? 0
        let host = request.head.firstMatch(of: /Host: (\S+)/).map { String($0.1) } ?? ""
        let next = "<http://\(host)\(tree)&cursor=\(start + page)>; rel=\"next\""
        let entries = [["type": "directory", "path": "folder", "oid": "1", "size": 0]] + files.map(\.listed)
        let shown = try? JSONSerialization.data(withJSONObject: Array(entries.dropFirst(start).prefix(page)))
        return [
          .response(
            String(decoding: shown ?? Data(), as: UTF8.self),
            more: start + page < entries.count ? "Link: \(next)\r\n" : "")
        ]
      }
      guard let path = request.path.removingPercentEncoding else { return [] }
      if path.hasPrefix("/cache/"), let file = files.first(where: { "/cache/" + $0.path == path }) {
        return HubServer.steps(for: request, file.data)
      }
      guard let file = files.first(where: { root + $0.path == path }) else {
        return [.response("", status: "404 Not Found", more: "X-Error-Code: EntryNotFound\r\n")]
      }
      return [
        .response(
          "", status: file.isLarge ? "302 Found" : "307 Temporary Redirect",
          more: file.isLarge
            ? "Location: http://127.0.0.1:\(store.port)/store/\(file.digest)\r\n" : "Location: /cache/\(file.path)\r\n")
      ]
    }
  }

  /// Sends bytes, from where a request wants them, up to a number of them: then the connection breaks.
  package static func steps(for request: RawServer.Request, _ data: Data, upTo end: Int? = nil) -> [RawServer.Step] {
    let start = HubServer.start(of: request) ?? 0
    let head =
      start > 0
      ? "206 Partial Content\r\nContent-Range: bytes \(start)-\(data.count - 1)/\(data.count)" : "200 OK"
    let body = data.dropFirst(start).prefix((end ?? data.count) - start)
    return [.text("HTTP/1.1 \(head)\r\nContent-Length: \(data.count - start)\r\n\r\n"), .send(Array(body))]
  }

  /// The first byte that a request asks for, if it names one.
  package static func start(of request: RawServer.Request) -> Int? {
    request.head.firstMatch(of: /Range: bytes=(\d+)-/).flatMap { Int($0.1) }
  }
}
