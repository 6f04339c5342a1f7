/// A repository of models on a hub, and a file in it if one was named.
///
///     let name = try HubName("hf:owner/repository/model-Q4_K_M.gguf")
package struct HubName: Sendable, Hashable {
  /// `owner/repository`.
  package let repository: String
  /// The path of a file in the repository.
  package let file: String?

  /// - Throws: `HubError.invalidName`.
  package init(_ text: String) throws {
    guard let path = Self.path(text) else { throw HubError.invalidName(text) }
    let parts = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, parts.prefix(2).allSatisfy(Self.isPossible), parts.count < 3 || HubFile.isSafe(parts[2])
    else { throw HubError.invalidName(text) }
    repository = parts[0] + "/" + parts[1]
    file = parts.count > 2 ? parts[2] : nil
  }

  /// Returns what follows `hf:`; `nil` if a text does not begin with it.
  package static func path(_ text: String) -> String? {
    text.lowercased().hasPrefix("hf:") ? String(text.dropFirst(3)) : nil
  }

  /// The rule of `huggingface_hub`'s `validate_repo_id`, without its ban on `--`.
  private static func isPossible(_ part: String) -> Bool {
    part.wholeMatch(of: /[A-Za-z0-9_](?:[A-Za-z0-9_.\-]{0,94}[A-Za-z0-9_])?/) != nil && !part.contains("..")
  }

  /// The name as it is typed.
  package func typed(_ file: String?) -> String { "hf:" + repository + (file.map { "/" + $0 } ?? "") }
}
