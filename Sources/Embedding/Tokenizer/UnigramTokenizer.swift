/// The tokenizer of XLM-RoBERTa and its descendants, such as multilingual-e5. Normalizes text, splits it at white
/// space, and divides each word, with a mark before it, into the likeliest pieces of a unigram model (Kudo,
/// arXiv:1804.10959).
///
/// Gives the ids of Hugging Face's tokenizers.
struct UnigramTokenizer: Tokenizer {
  let begin: Int32
  let end: Int32
  let digest: String
  private let unknown: Int32
  private let vocabulary: UnigramVocabulary
  private let map: CharacterMap
  private let special: SpecialTokens

  var count: Int { vocabulary.count }

  /// - Parameters:
  ///   - vocabulary: The pieces, indexed, among them the special tokens.
  ///   - special: The names and ids of the special tokens; `nil` if one that is needed is missing.
  init?(
    _ vocabulary: UnigramVocabulary, special: [(text: String, id: Int32)], map: CharacterMap, digest: String
  ) {
    func id(_ name: String) -> Int32? { special.first { $0.text == name }?.id }
    guard let begin = id("<s>"), let end = id("</s>"), let unknown = id("<unk>") else { return nil }
    (self.begin, self.end, self.unknown) = (begin, end, unknown)
    self.vocabulary = vocabulary
    self.special = SpecialTokens(special)
    self.map = map
    self.digest = digest
  }

  /// Its vocabularies are made of a hundred languages, with words of every script.
  func isUnread(_ id: Int32) -> Bool { id == unknown }

  func ids(of text: String) -> [Int32] {
    var text = text
    return text.withUTF8 { bytes in
      var writer = Writer(tokenizer: self)
      special.split(bytes) {
        writer.add($0)
      } token: {
        writer.ids.append($0)
      }
      return writer.ids
    }
  }

  /// The mark that begins a word (U+2581).
  private static let mark = Array("▁".utf8)

  /// The word being read, and the tokens before it.
  private struct Writer {
    let tokenizer: UnigramTokenizer
    var ids: [Int32] = []
    private var word: [UInt8] = []
    private var path: [Step] = []

    /// The best division of a word's beginning: its score, and its last piece.
    private struct Step {
      var score = 0.0
      var start = -1
      var id: Int32 = 0
    }

    init(tokenizer: UnigramTokenizer) { self.tokenizer = tokenizer }

    mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
      if text.allSatisfy({ $0 < 0x80 }) {
        for byte in text { take(tokenizer.map.ascii[Int(byte)]) }
      } else {
        for character in String(decoding: text, as: UTF8.self) { take(character) }
      }
      endWord()
    }

    private mutating func take(_ character: Character) {
      // Longer clusters are never entries of the map.
      if character.utf8.count < 6, let replacement = tokenizer.map.replacement(of: character.utf8) {
        return take(replacement)
      }
      for scalar in character.unicodeScalars {
        let bytes = UTF8.encode(scalar).map { Array($0) } ?? []
        take(tokenizer.map.replacement(of: bytes) ?? bytes[...])
      }
    }

    /// Takes normalized text, which may contain several characters or none.
    private mutating func take(_ text: some Collection<UInt8>) {
      if text.allSatisfy({ $0 > 0x20 && $0 < 0x80 }) {
        word += text
        return
      }
      for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
        if scalar.properties.isWhitespace { endWord() } else { word += UTF8.encode(scalar).map { Array($0) } ?? [] }
      }
    }

    private mutating func endWord() {
      guard !word.isEmpty else { return }
      if !word.starts(with: UnigramTokenizer.mark) { word.insert(contentsOf: UnigramTokenizer.mark, at: 0) }
      let text = word
      word.removeAll(keepingCapacity: true)
      text.withUnsafeBufferPointer { text in
        var start = 0
        for index in text.indices.dropFirst() where text[index...].starts(with: UnigramTokenizer.mark) {
          divide(UnsafeBufferPointer(rebasing: text[start..<index]))
          start = index
        }
        divide(UnsafeBufferPointer(rebasing: text[start...]))
      }
    }

    /// Appends the likeliest pieces of a word (Viterbi's algorithm); adjacent unknown characters are one token.
    private mutating func divide(_ text: UnsafeBufferPointer<UInt8>) {
      let vocabulary = tokenizer.vocabulary
      path.removeAll(keepingCapacity: true)
      path.append(contentsOf: repeatElement(Step(), count: text.count + 1))
      var start = 0
      while start < text.count {
        var next = start + 1
        while next < text.count, text[next] & 0xC0 == 0x80 { next += 1 }
        let score = path[start].score
        var isKnown = false
        vocabulary.forEachPiece(in: text, from: start) { end, id in
          isKnown = isKnown || end == next
          improve(end, Step(score: score + Double(vocabulary.scores[Int(id)]), start: start, id: id))
        }
        if !isKnown {
          improve(next, Step(score: score + vocabulary.unknownScore, start: start, id: tokenizer.unknown))
        }
        start = next
      }
      let first = ids.count
      var end = text.count
      while end > 0 {
        let step = path[end]
        if step.id != tokenizer.unknown || ids.count == first || ids.last != step.id { ids.append(step.id) }
        end = step.start
      }
      ids[first...].reverse()
    }

    private mutating func improve(_ end: Int, _ step: Step) {
      if path[end].start < 0 || step.score > path[end].score { path[end] = step }
    }
  }
}
