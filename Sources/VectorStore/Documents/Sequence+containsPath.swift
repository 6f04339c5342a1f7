extension Sequence<String> {
  /// Whether one of the paths is this one, byte for byte.
  ///
  /// Swift's strings are equal when they look alike (`ü` as one character or as two); files are not.
  package func containsPath(_ path: String) -> Bool {
    contains { $0.utf8.elementsEqual(path.utf8) }
  }
}
