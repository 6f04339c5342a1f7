import Foundation

/// An encoder's word pieces as a byte trie: one walk finds the longest piece at a position.
struct WordPieceVocabulary: Sendable {
  /// Nodes are numbered from 0. Pieces that begin a word descend from `wordRoot`, those that continue one (`##…`) from
  /// `continuationRoot`.
  static let wordRoot: Int32 = 0
  static let continuationRoot: Int32 = 1
  static let noNode: Int32 = -1

  /// The id of the piece that ends at a node, or −1.
  private var ids: [Int32] = [-1, -1]
  /// Open addressing: `node << 8 | byte` → child. At least twice as many slots as edges.
  private var keys: [UInt64] = []
  private var children: [Int32] = []
  private var mask = 0

  /// The number of pieces.
  let count: Int
  let unknown: Int32
  let begin: Int32
  let end: Int32
  let special: SpecialTokens
  /// The unknown token and the lone letters of scripts of which there are no words: a word in such a script is spelled.
  let unread: Set<Int32>
  /// The digest of the file.
  let digest: String

  /// Reads `vocab.txt`: one piece per line.
  init(contentsOf path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw EmbeddingError.unreadable(path: path, reason: "the vocabulary is missing")
    }
    var pieces = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
    if pieces.last?.isEmpty == true { pieces.removeLast() }
    try self.init(pieces, digest: data.withUnsafeBytes { SHA256Digest.hexadecimal(of: $0) }, path: path)
  }

  /// - Parameters:
  ///   - pieces: The pieces, in the order of their ids.
  ///   - digest: The digest of the file at `path`.
  init(_ pieces: [[UInt8]], digest: String, path: String) throws {
    func id(_ mark: String) throws -> Int32 {
      guard let index = pieces.firstIndex(of: Array(mark.utf8)) else {
        throw EmbeddingError.damaged(path: path, reason: "it lacks \(mark)")
      }
      return Int32(index)
    }
    count = pieces.count
    unknown = try id("[UNK]")
    begin = try id("[CLS]")
    end = try id("[SEP]")
    special = SpecialTokens(try ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"].map { ($0, try id($0)) })
    self.digest = digest
    unread = Self.loneLetters(among: pieces).union([unknown])

    reserve(pieces.reduce(0) { $0 + $1.count })
    for (index, piece) in pieces.enumerated() {
      let continues = piece.starts(with: [0x23, 0x23]) && piece.count > 2
      insert(continues ? piece[2...] : piece[...], at: continues ? Self.continuationRoot : Self.wordRoot, Int32(index))
    }
  }

  /// Returns the ids of the pieces that are one letter of another script than the Latin.
  ///
  /// Han characters are words, if they are enough to write Chinese or Japanese.
  private static func loneLetters(among pieces: [[UInt8]]) -> Set<Int32> {
    var letters: Set<Int32> = []
    var ideographs: Set<Int32> = []
    for (index, piece) in pieces.enumerated() {
      let letter = String(decoding: piece.starts(with: [0x23, 0x23]) ? piece[2...] : piece[...], as: UTF8.self)
      guard !piece.isEmpty, let scalar = letter.unicodeScalars.first, letter.unicodeScalars.count == 1,
        scalar.properties.isAlphabetic, !isLatin(scalar)
      else { continue }
      if scalar.properties.isIdeographic { ideographs.insert(Int32(index)) } else { letters.insert(Int32(index)) }
    }
    return ideographs.count < fewestIdeographs ? letters.union(ideographs) : letters
  }

  /// Whether a letter is in one of Unicode's blocks up to Latin Extended-B, or in Latin Extended Additional.
  private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x250 || (0x1E00...0x1EFF).contains(scalar.value)
  }

  /// The number of jōyō kanji, those taught in Japan's schools (2010). Chinese takes more; BERT's English vocabulary
  /// has 244.
  private static let fewestIdeographs = 2_136

  private mutating func reserve(_ edges: Int) {
    var capacity = 16
    while capacity < edges * 2 { capacity *= 2 }
    keys = [UInt64](repeating: .max, count: capacity)
    children = [Int32](repeating: Self.noNode, count: capacity)
    mask = capacity - 1
  }

  private mutating func insert(_ bytes: ArraySlice<UInt8>, at root: Int32, _ id: Int32) {
    var node = root
    for byte in bytes {
      let place = place(of: node, byte)
      if children[place] == Self.noNode {
        keys[place] = Self.key(node, byte)
        children[place] = Int32(ids.count)
        ids.append(-1)
      }
      node = children[place]
    }
    // A duplicate piece keeps its first id.
    if ids[Int(node)] < 0 { ids[Int(node)] = id }
  }

  private static func key(_ node: Int32, _ byte: UInt8) -> UInt64 { UInt64(node) << 8 | UInt64(byte) }

  private func place(of node: Int32, _ byte: UInt8) -> Int {
    let key = Self.key(node, byte)
    // Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4).
    var place = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while keys[place] != key && children[place] != Self.noNode { place = (place + 1) & mask }
    return place
  }

  /// Returns the longest piece at `start`: its id and the index after it; `nil` if no piece fits.
  func longestPiece(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, root: Int32
  ) -> (id: Int32, end: Int)? {
    var node = root
    var best: (id: Int32, end: Int)?
    var index = start
    while index < bytes.count {
      node = children[place(of: node, bytes[index])]
      guard node != Self.noNode else { break }
      index += 1
      let id = ids[Int(node)]
      if id >= 0 { best = (id, index) }
    }
    return best
  }
}
