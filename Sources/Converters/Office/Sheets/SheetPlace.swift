/// Names of cells, such as `C7`.
enum SheetPlace {
  /// Returns the row: of `C7`, 7.
  static func row(_ name: String) -> Int? { Int(name.drop { !$0.isNumber }) }

  /// Returns the column, from 0: of `C7`, 2.
  static func column(_ name: String) -> Int? {
    var column = 0
    for letter in name.utf8.prefix(4) {
      guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) else { break }
      column = column * 26 + Int(letter - UInt8(ascii: "A")) + 1
    }
    return column > 0 ? column - 1 : nil
  }
}
