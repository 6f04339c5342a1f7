import Foundation

/// An encoder's word pieces, found by the hash of their bytes.
struct WordPieceVocabulary: Sendable {
  /// A piece's place in `text`, without `##`.
  private struct Piece: Sendable {
    var start: Int32
    var count: Int32
    /// Whether the piece continues a word (`##…`) and does not begin one.
    var continues: Bool
  }

  /// All pieces, one after the other.
  private let text: [UInt8]
  private let pieces: [Piece]
  /// Ids by hash, −1 for none: open addressing, with at least twice as many slots as pieces.
  private var slots: [Int32]
  /// The number of bytes of the longest piece.
  private let longest: Int

  /// The number of pieces.
  var count: Int { pieces.count }
  private(set) var unknown: Int32 = 0
  private(set) var begin: Int32 = 0
  private(set) var end: Int32 = 0
  private(set) var special = SpecialTokens([])
  /// The unknown token and the lone letters of scripts of which there are no words: a word in such a script is spelled.
  private(set) var unread: Set<Int32> = []
  /// The digest of the file.
  let digest: String

  /// Reads `vocab.txt`: one piece per line.
  init(contentsOf path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw EmbeddingError.unreadable(path: path, reason: "the vocabulary is missing")
    }
    let text = [UInt8](data)
    var lines: [Range<Int>] = []
    var start = 0
    text.withUnsafeBufferPointer { text in
      for end in text.indices where text[end] == UInt8(ascii: "\n") {
        lines.append(start..<(end > start && text[end - 1] == UInt8(ascii: "\r") ? end - 1 : end))
        start = end + 1
      }
    }
    if start < text.count { lines.append(start..<text.count) }
    try self.init(text, lines, digest: text.withUnsafeBytes { SHA256Digest.hexadecimal(of: $0) }, path: path)
  }

  /// - Parameters:
  ///   - pieces: The pieces, in the order of their ids.
  ///   - digest: The digest of the file at `path`.
  init(_ pieces: [[UInt8]], digest: String, path: String) throws {
    var end = 0
    let ranges = pieces.map { piece in
      defer { end += piece.count }
      return end..<end + piece.count
    }
    try self.init(pieces.flatMap(\.self), ranges, digest: digest, path: path)
  }

  private init(_ text: [UInt8], _ lines: [Range<Int>], digest: String, path: String) throws {
    guard text.count < Int(Int32.max) else {
      throw EmbeddingError.damaged(path: path, reason: "it is too large for a vocabulary")
    }
    (self.text, self.digest) = (text, digest)
    pieces = lines.map { line in
      let continues = line.count > 2 && text[line.lowerBound] == 0x23 && text[line.lowerBound + 1] == 0x23
      let start = line.lowerBound + (continues ? 2 : 0)
      return Piece(start: Int32(start), count: Int32(line.upperBound - start), continues: continues)
    }
    longest = pieces.reduce(0) { max($0, Int($1.count)) }
    var capacity = 16
    while capacity < pieces.count * 2 { capacity *= 2 }
    slots = [Int32](repeating: -1, count: capacity)
    text.withUnsafeBufferPointer { text in
      for (id, piece) in pieces.enumerated() where piece.count > 0 {
        let bytes = UnsafeBufferPointer(rebasing: text[Int(piece.start)..<Int(piece.start + piece.count)])
        let hash = bytes.reduce(Self.seed(piece.continues)) { Self.hash($0, $1) }
        let slot = slot(of: bytes, hash, continues: piece.continues)
        // A duplicate piece keeps its first id.
        if slots[slot] < 0 { slots[slot] = Int32(id) }
      }
    }

    func id(_ mark: String) throws -> Int32 {
      guard let id = self.id(of: Array(mark.utf8)) else {
        throw EmbeddingError.damaged(path: path, reason: "it lacks \(mark)")
      }
      return id
    }
    unknown = try id("[UNK]")
    begin = try id("[CLS]")
    end = try id("[SEP]")
    special = SpecialTokens(try ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"].map { ($0, try id($0)) })
    unread = loneLetters.union([unknown])
  }

  /// Returns the longest piece at `start` that begins a word, or `continues` one: its id and the index after it; `nil`
  /// if no piece fits.
  func longestPiece(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, continues: Bool
  ) -> (id: Int32, end: Int)? {
    let most = min(longest, bytes.count - start)
    guard most > 0 else { return nil }
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: most) { hashes in
      var hash = Self.seed(continues)
      for index in 0..<most {
        hash = Self.hash(hash, bytes[start + index])
        hashes.initializeElement(at: index, to: hash)
      }
      for count in stride(from: most, to: 0, by: -1) {
        let piece = UnsafeBufferPointer(rebasing: bytes[start..<start + count])
        let id = slots[slot(of: piece, hashes[count - 1], continues: continues)]
        if id >= 0 { return (id, start + count) }
      }
      return nil
    }
  }

  private func id(of bytes: [UInt8]) -> Int32? {
    bytes.withUnsafeBufferPointer { bytes in
      let hash = bytes.reduce(Self.seed(false)) { Self.hash($0, $1) }
      let id = slots[slot(of: bytes, hash, continues: false)]
      return id < 0 ? nil : id
    }
  }

  /// Returns the slot of a piece with a hash, or the empty one where it would be.
  private func slot(of bytes: UnsafeBufferPointer<UInt8>, _ hash: UInt64, continues: Bool) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash ^ hash >> 32) & mask
    while slots[slot] >= 0, !isPiece(slots[slot], bytes, continues) { slot = (slot + 1) & mask }
    return slot
  }

  private func isPiece(_ id: Int32, _ bytes: UnsafeBufferPointer<UInt8>, _ continues: Bool) -> Bool {
    let piece = pieces[Int(id)]
    guard piece.continues == continues, Int(piece.count) == bytes.count else { return false }
    return text.withUnsafeBufferPointer { text in
      bytes.indices.allSatisfy { text[Int(piece.start) + $0] == bytes[$0] }
    }
  }

  /// FNV-1a in 64 bits (Fowler, Noll and Vo; RFC 9923), with a seed of its own for pieces that continue a word.
  private static func seed(_ continues: Bool) -> UInt64 { 0xCBF2_9CE4_8422_2325 ^ (continues ? 1 << 32 : 0) }
  private static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// The ids of the pieces that are one letter of another script than the Latin.
  ///
  /// Han characters are words, if they are enough to write Chinese or Japanese.
  private var loneLetters: Set<Int32> {
    var letters: Set<Int32> = []
    var ideographs: Set<Int32> = []
    for (id, piece) in pieces.enumerated() where (2...4).contains(piece.count) && text[Int(piece.start)] >= 0x80 {
      let letter = String(decoding: text[Int(piece.start)..<Int(piece.start + piece.count)], as: UTF8.self)
      guard let scalar = letter.unicodeScalars.first, letter.unicodeScalars.count == 1,
        scalar.properties.isAlphabetic, !Self.isLatin(scalar)
      else { continue }
      if scalar.properties.isIdeographic { ideographs.insert(Int32(id)) } else { letters.insert(Int32(id)) }
    }
    return ideographs.count < Self.fewestIdeographs ? letters.union(ideographs) : letters
  }

  /// Whether a letter is in one of Unicode's blocks up to Latin Extended-B, or in Latin Extended Additional.
  private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x250 || (0x1E00...0x1EFF).contains(scalar.value)
  }

  /// The number of jōyō kanji, those taught in Japan's schools (2010). Chinese takes more; BERT's English vocabulary
  /// has 244.
  private static let fewestIdeographs = 2_136
}
