/// Thrown if bytes are not text.
public struct NotText: Error, Hashable {
  /// The offset of the first invalid byte in the file.
  public var offset: Int
  /// A description of it.
  public var found: String
  /// Whether it may be text in a single-byte encoding.
  public var isOtherEncoding: Bool

  /// Creates a description of the first invalid byte.
  public init(offset: Int, found: String, isOtherEncoding: Bool = false) {
    (self.offset, self.found, self.isOtherEncoding) = (offset, found, isOtherEncoding)
  }

  /// Finds the first byte that is not UTF-8, or is NUL; `nil` if there is none.
  public init?(in file: [UInt8], from start: Int = 0) {
    var parser = Unicode.UTF8.ForwardParser()
    var offset = start
    var iterator = file[start...].makeIterator()
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let scalar):
        if scalar.first == 0 {
          self.init(offset: offset, found: "NUL")
          return
        }
        offset += scalar.count
      case .error:
        let byte = file[offset]
        let hexadecimal = (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        self.init(offset: offset, found: "0x" + hexadecimal, isOtherEncoding: !file.contains(0))
        return
      case .emptyInput: return nil
      }
    }
  }

  /// The reason, as one line for the user.
  public var reason: String {
    "not UTF-8 text (or UTF-16 with a byte-order mark): \(found) at byte \(offset)"
      + (isOtherEncoding
        ? ". If it is Windows-1252 or Latin-1, convert it: iconv -f windows-1252 -t utf-8 OLD > NEW" : "")
  }
}
