extension Character {
  /// The width in terminal columns: zero, one or two.
  var columns: Int {
    if isASCII { return 1 }
    if unicodeScalars.contains("\u{FE0F}") { return 2 }
    return min(2, unicodeScalars.reduce(0) { $0 + $1.columns })
  }
}

extension Unicode.Scalar {
  fileprivate var columns: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: 0
    default: properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) } ? 2 : 1
    }
  }

  /// Blocks of wide characters: Unicode Standard Annex 11, East Asian Width W and F.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18D8F, 0x1AFF0...0x1B2FB, 0x1F200...0x1F2FF,
    0x20000...0x3FFFD,
  ]
}
