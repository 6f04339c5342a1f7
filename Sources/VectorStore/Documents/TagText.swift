import Foundation

/// Tags as they are stored and compared.
package enum TagText {
  /// A tag in lower case and without the sign before it: `#Work/Travel` is `work/travel`; `nil` for one that says
  /// nothing.
  ///
  /// Parts of nested tags that are empty are left out, and runs of white space are one space.
  package static func normalized(_ tag: String) -> String? {
    let parts = tag.lowercased().precomposedStringWithCanonicalMapping.drop { $0 == "#" || $0.isWhitespace }
      .split(separator: "/").map { $0.split { $0.isWhitespace || $0 == "\0" }.joined(separator: " ") }
      .filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }
}
