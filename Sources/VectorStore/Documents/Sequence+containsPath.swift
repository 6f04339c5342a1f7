extension Sequence<String> {
  /// Whether the sequence contains a path, byte for byte.
  ///
  /// Swift strings are equal if they are canonically equivalent (`ü` as one code point or two); file names are not.
  package func containsPath(_ path: String) -> Bool {
    contains { $0.utf8.elementsEqual(path.utf8) }
  }
}
