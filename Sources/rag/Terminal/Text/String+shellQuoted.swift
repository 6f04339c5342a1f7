extension String {
  /// The text quoted as one word for a POSIX shell.
  package var shellQuoted: String {
    let isPlain = !isEmpty && utf8.allSatisfy { $0 >= 0x80 || Self.plain.contains($0) }
    return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
  }

  private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:+@%=".utf8)
}
