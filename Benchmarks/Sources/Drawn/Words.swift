import Foundation

/// The whole words of a vocabulary; the n-th is drawn with 1/n of the frequency of the first, as Zipf's law has it.
public struct Words: Sendable {
  private let words: [String]

  /// Reads a vocabulary file, a word on a line.
  public init(contentsOf path: String) throws {
    words = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
      .filter { $0.count > 1 && $0.allSatisfy(\.isLetter) && $0.allSatisfy(\.isASCII) }
  }

  /// Draws a word.
  public func any(_ random: inout SplitMix) -> String {
    let share = Double(random.next() >> 11) / Double(1 << 53)
    return words[min(words.count - 1, Int(pow(Double(words.count), share)) - 1)]
  }

  /// So many words with spaces between.
  public func text(_ count: Int, _ random: inout SplitMix) -> String {
    (0..<count).map { _ in any(&random) }.joined(separator: " ")
  }
}
