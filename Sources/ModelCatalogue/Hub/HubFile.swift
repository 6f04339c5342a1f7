/// A file in a repository of a hub.
package struct HubFile: Sendable, Hashable {
  /// The path in the repository, which is safe to write to.
  package var path: String
  package var bytes: Int64
  package var digest: HubDigest

  /// The length of a file's name that leaves room for the ending of an unfinished one.
  private static let longestName = 200

  /// Whether a path stays in its folder and has no hidden files and no characters that control a terminal.
  package static func isSafe(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count < 10 && parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") && $0.utf8.count <= longestName }
      && !path.unicodeScalars.contains {
        switch $0.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
        default: $0 == "\\"
        }
      }
  }
}
