import Foundation

extension String {
  /// Returns a normal form of the text in time that is proportional to its length.
  ///
  ///     text.inNormalForm(\.decomposedStringWithCanonicalMapping)
  ///
  /// Foundation on Linux moves the rest of a text for each character that becomes longer or shorter: 400 kB of `é` took
  /// 0.5 s, and twice as much four times as long. Here it gets a piece after the other.
  package func inNormalForm(_ form: KeyPath<String, String>) -> String {
    guard utf8.count > lengthOfPiece else { return self[keyPath: form] }
    var result = ""
    var piece = String.UnicodeScalarView()
    var (count, marks) = (0, 0)
    for scalar in unicodeScalars {
      let mayEnd = count >= 4 * lengthOfPiece || count >= lengthOfPiece && !scalar.mayChangeBefore
      if mayEnd || marks > mostMarks {
        result += String(piece)[keyPath: form]
        piece = String.UnicodeScalarView()
        (count, marks) = (0, 0)
      }
      piece.append(scalar)
      count += 1
      marks = scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered ? marks + 1 : 0
    }
    return result + String(piece)[keyPath: form]
  }
}

private let lengthOfPiece = 512
/// No language puts more marks on a letter (UAX #15, Stream-Safe Text Format).
private let mostMarks = 30

extension Unicode.Scalar {
  /// Whether a normal form may join this with what is before it, or change their order: marks, letters that stand for
  /// marks, such as those of half-width kana, and the parts of Korean syllables (Unicode 15, UAX #15 and chapter 3.12).
  fileprivate var mayChangeBefore: Bool {
    switch value {
    case ..<0x300: return false
    case 0x1100...0x11FF, 0xD7B0...0xD7FF, 0xFF9E...0xFFDC: return true
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .modifierLetter: return true
    default: return properties.canonicalCombiningClass != .notReordered
    }
  }
}
