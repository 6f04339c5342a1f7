/// A path as a key: two are equal only if their bytes are.
///
/// Swift strings are equal if they are canonically equivalent (`ü` as one code point or two); file names are not.
struct ExactPath: Hashable, Comparable, Sendable {
  let bytes: [UInt8]

  init(_ path: String) {
    bytes = Array(path.utf8)
  }

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = Array(bytes)
  }

  static func < (left: ExactPath, right: ExactPath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// Whether the path is `folder` or inside it.
  ///
  /// The empty path is the root, which contains all others.
  func lies(in folder: ExactPath) -> Bool {
    guard !folder.bytes.isEmpty, folder != self else { return true }
    return bytes.count > folder.bytes.count && bytes[folder.bytes.count] == UInt8(ascii: "/")
      && bytes.starts(with: folder.bytes)
  }

  /// Whether the path is one of the folders or inside one.
  func lies(inAnyOf folders: Set<ExactPath>) -> Bool {
    guard !folders.isEmpty else { return false }
    return folders.contains(ExactPath("")) || folders.contains(self)
      || bytes.indices.contains { bytes[$0] == UInt8(ascii: "/") && folders.contains(ExactPath(bytes[..<$0])) }
  }
}
