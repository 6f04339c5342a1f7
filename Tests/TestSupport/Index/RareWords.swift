import Foundation

/// Words that stand nowhere else, by any part of them.
package struct RareWords {
  private var generator: SeededGenerator

  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Twelve consonants, which no stemmer shortens.
  package mutating func word() -> String {
    String((0..<12).map { _ in "bcdfghjkmpqvwxz".randomElement(using: &generator) ?? "b" })
  }

  /// Eight bytes as one number.
  fileprivate static func end(of bytes: some Sequence<UInt8>) -> UInt64 {
    Array(bytes).withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
  }

  package mutating func words(_ count: Int) -> [String] { (0..<count).map { _ in word() } }
}

extension TemporaryFolder {
  /// Which of the words the folder's files hold, those in `excluded` left aside: an end of a word suffices, since an
  /// index of words leaves out beginnings that they share.
  package func traces(of words: some Sequence<String>, except excluded: String) throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: path).filter { !$0.hasPrefix(excluded) }
    let ends = Dictionary(words.map { (RareWords.end(of: $0.utf8.suffix(8)), $0) }) { first, _ in first }
    var found: [String] = []
    for name in names {
      guard let bytes = FileManager.default.contents(atPath: path + "/" + name), bytes.count >= 8 else { continue }
      bytes.withUnsafeBytes { bytes in
        for offset in 0...bytes.count - 8 where (0x62...0x7A).contains(bytes[offset]) {
          let end = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          if let word = ends[end] { found.append("\(word) in \(name)") }
        }
      }
    }
    return found
  }
}
