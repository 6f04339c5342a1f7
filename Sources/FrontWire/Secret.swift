/// Text that nobody can guess.
public enum Secret {
  /// Returns 32 random bytes in hexadecimal digits.
  public static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    // Each number has three digits, of which the first is dropped.
    return (0..<32).map { _ in String(Int.random(in: 256...511, using: &generator), radix: 16).suffix(2) }.joined()
  }

  /// Compares in a time that does not depend on where two texts differ.
  public static func isSame(_ text: String, as secret: String) -> Bool {
    let (given, wanted) = (Array(text.utf8), Array(secret.utf8))
    guard given.count == wanted.count, !wanted.isEmpty else { return false }
    return zip(given, wanted).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
