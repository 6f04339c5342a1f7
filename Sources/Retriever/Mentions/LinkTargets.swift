/// Finds what a text links to, in any of the forms `[[target|text]]`, `[[target#heading]]`, `[[file:target.org][text]]`
/// and `[text](folder/target.md)`.
enum LinkTargets {
  private static let endings = [".md", ".markdown", ".org", ".txt", ".rst"]

  /// Returns the targets as written, without headings. Cost: one pass over the text, whatever is not closed in it.
  static func targets(in text: String) -> [String] {
    let bytes = Array(text.utf8)
    var targets: [String] = []
    /// The brackets that are open on the line.
    var open: [Int] = []
    var place = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\n"): open = []
      case UInt8(ascii: "["): open.append(place)
      case UInt8(ascii: "]"):
        guard let start = open.last else { break }
        let isDouble = open.count > 1 && open[open.count - 2] == start - 1
        if isDouble, place + 1 < bytes.count, "[]".utf8.contains(bytes[place + 1]) {
          if let target = wikiTarget(bytes[(start + 1)..<place]) { targets.append(target) }
          open.removeLast(2)
          place += 1
        } else {
          open.removeLast()
          let isPicture = start > 0 && bytes[start - 1] == UInt8(ascii: "!")
          if !isPicture, place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "(") {
            let address = bytes[(place + 2)...].prefix { !isEndOfAddress($0) }
            if let target = target(of: address, before: address.endIndex < bytes.count) { targets.append(target) }
            place = address.endIndex - 1
          }
        }
      default: break
      }
      place += 1
    }
    return targets
  }

  private static func isEndOfAddress(_ byte: UInt8) -> Bool {
    byte <= 0x20 || ">)#".utf8.contains(byte)
  }

  private static func wikiTarget(_ inner: ArraySlice<UInt8>) -> String? {
    var target = inner.prefix { !"|#".utf8.contains($0) }
    if target.starts(with: "file:".utf8) { target = target.dropFirst("file:".utf8.count) }
    return target.isEmpty ? nil : String(decoding: target, as: UTF8.self)
  }

  private static func target(of address: ArraySlice<UInt8>, before isFollowed: Bool) -> String? {
    let address = address.first == UInt8(ascii: "<") ? address.dropFirst() : address
    let target = String(decoding: address, as: UTF8.self)
    return isFollowed && endings.contains { target.hasSuffix($0) && target.utf8.count > $0.utf8.count } ? target : nil
  }
}
