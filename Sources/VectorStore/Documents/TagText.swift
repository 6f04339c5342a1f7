import Foundation

/// Normalization of tags for storage and comparison.
package enum TagText {
  /// Returns a tag in lower case and without its leading `#`: `work/travel` for `#Work/Travel`; `nil` if nothing is
  /// left.
  ///
  /// Drops empty parts of nested tags and collapses runs of white space.
  package static func normalized(_ tag: String) -> String? {
    let parts = tag.lowercased().precomposedStringWithCanonicalMapping.drop { $0 == "#" || $0.isWhitespace }
      .split(separator: "/").map { $0.split { $0.isWhitespace || $0 == "\0" }.joined(separator: " ") }
      .filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }
}
