import ForeignFormats

/// Converts Rich Text Format (1.9.1).
enum RTFConverter {
  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    guard bytes.starts(with: Array("{\\rtf".utf8)) else {
      throw ConversionError.damaged("it does not begin as RTF does")
    }
    var walk = RTFWalk()
    var scanner = RTFScanner(bytes)
    while let token = scanner.next() {
      switch token {
      case .open: walk.open()
      case .close: walk.close()
      case .optional: walk.isOptional = true
      case .byte(let byte): walk.add(byte)
      case .word("bin", let count): scanner.skip(count ?? 0)
      case .word(let word, let number): walk.apply(word, number)
      }
    }
    return walk.conversion()
  }
}
