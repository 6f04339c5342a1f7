/// Text as tokens of `ScriptedLanguageModel`: one array of bytes, and the end of each token in it.
struct ScriptedTokens {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  var count: Int { ends.count }

  /// The bytes of a token.
  subscript(index: Int) -> ArraySlice<UInt8> { bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]] }

  init() {}
  init(_ text: String) { append(text) }

  /// Adds a token that no text contains: its first byte never occurs in UTF-8.
  mutating func append(marker: UInt8) {
    bytes += [0xFF, marker]
    ends.append(bytes.count)
  }

  /// Adds the tokens of a text: runs of letters and digits with at most one space before them, and other characters.
  mutating func append(_ text: String) {
    var text = text
    let isASCII = text.withUTF8 { $0.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\r") } }
    var continues = false
    if isASCII {
      text.withUTF8 { characters in
        for byte in characters {
          let isWord = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          append(CollectionOfOne(byte), continuing: isWord && continues)
          continues = isWord || byte == UInt8(ascii: " ")
        }
      }
    } else {
      for character in text {
        let isWord = character.isLetter || character.isNumber
        append(character.utf8, continuing: isWord && continues)
        continues = isWord || character == " "
      }
    }
  }

  private mutating func append(_ character: some Collection<UInt8>, continuing: Bool) {
    bytes.append(contentsOf: character)
    if continuing { ends[ends.count - 1] = bytes.count } else { ends.append(bytes.count) }
  }

  /// Adds the first `count` tokens of `other`.
  mutating func append(contentsOf other: Self, count: Int) {
    for index in 0..<count {
      bytes += other[index]
      ends.append(bytes.count)
    }
  }

  /// Returns the number of tokens that both begin with.
  func commonPrefix(with other: Self) -> Int {
    let equalBytes = zip(bytes, other.bytes).prefix { $0 == $1 }.count
    return zip(ends, other.ends).prefix { $0 == $1 && $0 <= equalBytes }.count
  }
}
