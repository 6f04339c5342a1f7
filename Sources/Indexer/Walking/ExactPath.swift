/// A path as a key: two are the same only if their bytes are.
///
/// Swift's strings are equal when they look alike (`ü` as one character or as two); files are not.
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

  /// Whether the path is `folder`, or lies in it.
  ///
  /// The empty path is the root, in which all lie.
  func lies(in folder: ExactPath) -> Bool {
    guard !folder.bytes.isEmpty, folder != self else { return true }
    return bytes.count > folder.bytes.count && bytes[folder.bytes.count] == UInt8(ascii: "/")
      && bytes.starts(with: folder.bytes)
  }

  /// Whether the path is one of the folders, or lies in one.
  func lies(inAnyOf folders: Set<ExactPath>) -> Bool {
    guard !folders.isEmpty else { return false }
    return folders.contains(ExactPath("")) || folders.contains(self)
      || bytes.indices.contains { bytes[$0] == UInt8(ascii: "/") && folders.contains(ExactPath(bytes[..<$0])) }
  }
}
