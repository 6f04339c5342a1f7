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
  /// Special tokens that are recognized in a text, such as `[SEP]`, with their ids.
  let special: [(text: [UInt8], id: Int32)]
  /// The digest of the file.
  let digest: String

  init(contentsOf path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw EmbeddingError.unreadable(path: path, reason: "the vocabulary is missing")
    }
    var pieces = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
    if pieces.last?.isEmpty == true { pieces.removeLast() }
    count = pieces.count
    func id(_ mark: String) throws -> Int32 {
      guard let index = pieces.firstIndex(of: Array(mark.utf8)) else {
        throw EmbeddingError.damaged(path: path, reason: "it lacks \(mark)")
      }
      return Int32(index)
    }
    unknown = try id("[UNK]")
    begin = try id("[CLS]")
    end = try id("[SEP]")
    special = try ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"].map { (Array($0.utf8), try id($0)) }
    var sum = SHA256Digest()
    data.withUnsafeBytes { sum.update($0) }
    digest = sum.hexadecimal()

    reserve(pieces.reduce(0) { $0 + $1.count })
    for (index, piece) in pieces.enumerated() {
      let continues = piece.starts(with: [0x23, 0x23]) && piece.count > 2
      insert(continues ? piece[2...] : piece[...], at: continues ? Self.continuationRoot : Self.wordRoot, Int32(index))
    }
  }

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
