import Files
import Foundation

/// A hub of models: Hugging Face's, or another with its API. It is asked only for a name that begins with `hf:`.
package struct Hub: Sendable {
  /// The address at which paths begin, without a slash at the end.
  let endpoint: String
  let token: String?

  /// Reads the variables of `huggingface_hub`: `HF_ENDPOINT`, and the token of `HF_TOKEN`, else of the file that
  /// `HF_TOKEN_PATH` names, else of `token` in `HF_HOME`.
  ///
  /// - Throws: `HubError.invalidEndpoint`.
  package init(environment: [String: String] = ProcessInfo.processInfo.environment) throws {
    var address = environment["HF_ENDPOINT", default: ""]
    if address.isEmpty { address = Self.standard }
    while address.hasSuffix("/") { address.removeLast() }
    guard let url = URL(string: address), ["http", "https"].contains(url.scheme), url.host?.isEmpty == false,
      url.query == nil, url.user == nil
    else { throw HubError.invalidEndpoint(address) }
    endpoint = address
    token = Self.token(in: environment)
  }

  private static let standard = "https://huggingface.co"
  /// A token has some forty characters.
  private static let longestToken = 4096

  private static func token(in environment: [String: String]) -> String? {
    func folder(_ name: String) -> String? {
      environment[name].flatMap { path in
        path.isEmpty ? nil : path.hasPrefix("~/") ? UserFolders.home(in: environment) + path.dropFirst() : path
      }
    }
    let path =
      folder("HF_TOKEN_PATH") ?? (folder("HF_HOME") ?? UserFolders.cache(in: environment) + "/huggingface") + "/token"
    var text = environment["HF_TOKEN", default: ""]
    if text.isEmpty, let bytes = FileStatus.bytes(ofReadable: path), bytes <= longestToken {
      text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
    // Anything else would be more than one header.
    return token.isEmpty || !token.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? nil : token
  }

  /// Returns the models that a name stands for: one if it names a file or if the repository has only one.
  ///
  /// - Parameter onWait: Called with the hub's host and the seconds that it asks to wait.
  /// - Throws: `HubError`.
  package func variants(of name: HubName, onWait: @escaping @Sendable (String, Int) -> Void) async throws
    -> [HubVariant]
  {
    let files = try await files(of: name, onWait: onWait)
    let variants = HubVariant.all(among: files)
    guard let file = name.file else {
      if variants.isEmpty { throw HubError.noModel(repository: name.repository) }
      return variants
    }
    // Any part of a split model stands for all.
    guard let variant = variants.first(where: { $0.file != nil && $0.files.contains { $0.path == file } }) else {
      throw HubError.unknownFile(file, repository: name.repository, known: variants.compactMap(\.file))
    }
    return [variant]
  }

  /// A file or folder in the hub's reply: https://huggingface.co/docs/hub/api
  private struct Entry: Decodable {
    struct LFS: Decodable {
      var oid: String
      var size: Int64
    }
    var type: String
    var path: String
    var oid: String?
    var size: Int64?
    var lfs: LFS?

    /// Sums of sizes up to this one do not overflow: a petabyte.
    private static let mostBytes: Int64 = 1 << 50

    var file: HubFile? {
      guard type == "file", HubFile.isSafe(path), (0...Self.mostBytes).contains(lfs?.size ?? size ?? 0) else {
        return nil
      }
      if let lfs {
        guard lfs.oid.wholeMatch(of: /[0-9a-f]{64}/) != nil else { return nil }
        return HubFile(path: path, bytes: lfs.size, digest: .sha256(lfs.oid))
      }
      guard let oid, oid.wholeMatch(of: /[0-9a-f]{40}/) != nil, let size else { return nil }
      return HubFile(path: path, bytes: size, digest: .gitBlob(oid))
    }
  }

  /// More pages of a thousand entries than a repository of models has.
  private static let mostPages = 20

  /// Returns a repository's files but those that could not be written safely.
  private func files(of name: HubName, onWait: @escaping @Sendable (String, Int) -> Void) async throws -> [HubFile] {
    let client = HubClient(hub: self, repository: name.repository, onWait: onWait)
    var page: String? = "\(endpoint)/api/models/\(name.repository)/tree/main?recursive=true"
    var files: [HubFile] = []
    for _ in 0..<Self.mostPages {
      guard let url = page else { break }
      let (data, next) = try await client.page(at: url)
      guard let entries = try? JSONDecoder().decode([Entry].self, from: data) else {
        throw HubError.invalidReply(host: client.host, reason: "its list of files cannot be read")
      }
      files += entries.compactMap(\.file)
      // A mirror may pass on the address of the original.
      page = next.map { $0.hasPrefix(Self.standard + "/") ? endpoint + $0.dropFirst(Self.standard.count) : $0 }
    }
    return files
  }
}
