import Foundation

/// The tokenizer in an encoder's folder: `vocab.txt` (WordPiece), `sentencepiece.bpe.model` (XLM-RoBERTa's unigram
/// model), or `tokenizer.json` with either.
package enum TokenizerFolder {
  /// Reads the first of these files that is there.
  ///
  /// - Parameter isCased: Whether a WordPiece vocabulary distinguishes capitals and accents.
  /// - Throws: `EmbeddingError`, naming the file that is missing, damaged or unsupported.
  package static func tokenizer(in directory: String, isCased: Bool) throws -> any Tokenizer {
    let (words, pieces, json) = (
      directory + "/vocab.txt", directory + "/sentencepiece.bpe.model", directory + "/tokenizer.json"
    )
    if FileManager.default.fileExists(atPath: words) {
      return WordPieceTokenizer(try WordPieceVocabulary(contentsOf: words), isCased: isCased)
    }
    if FileManager.default.fileExists(atPath: pieces) { return try unigrams(inSentencePiece: pieces) }
    if FileManager.default.fileExists(atPath: json) { return try tokenizer(inJSON: json, isCased: isCased) }
    throw EmbeddingError.unreadable(path: words, reason: "the vocabulary is missing")
  }

  /// Reads a SentencePiece model, whose ids XLM-RoBERTa shifts: four special tokens come first, `<mask>` comes last.
  private static func unigrams(inSentencePiece path: String) throws -> any Tokenizer {
    let mapped = try MappedFile(contentsOf: path)
    guard let file = SentencePieceFile(mapped.bytes) else {
      throw EmbeddingError.damaged(path: path, reason: "it is not a SentencePiece model")
    }
    guard file.isUnigram else {
      throw EmbeddingError.unsupported(path: path, expected: "a unigram model", found: "another kind")
    }
    var vocabulary = UnigramVocabulary()
    var special: [(text: String, id: Int32)] = []
    func add(_ name: String) {
      special.append((name, Int32(vocabulary.count)))
      vocabulary.append(name.utf8, score: 0)
    }
    for name in ["<s>", "<pad>", "</s>", "<unk>"] { add(name) }
    for piece in file.pieces.dropFirst(3) { vocabulary.append(piece.text, score: piece.score) }
    add("<mask>")
    return try unigrams(
      vocabulary, special, characterMap: file.characterMap, digest: SHA256Digest.hexadecimal(of: mapped.bytes),
      path: path)
  }

  private static func unigrams(
    _ vocabulary: consuming UnigramVocabulary, _ special: [(text: String, id: Int32)], characterMap: [UInt8],
    digest: String, path: String
  ) throws -> any Tokenizer {
    guard let map = CharacterMap(characterMap) else {
      throw EmbeddingError.damaged(path: path, reason: "its normalization is not a compiled map")
    }
    vocabulary.index()
    guard let tokenizer = UnigramTokenizer(vocabulary, special: special, map: map, digest: digest) else {
      throw EmbeddingError.damaged(path: path, reason: "it lacks <s>, </s> or <unk>")
    }
    return tokenizer
  }

  // MARK: tokenizer.json

  /// Reads a file of Hugging Face's tokenizers.
  private static func tokenizer(inJSON path: String, isCased: Bool) throws -> any Tokenizer {
    guard let data = FileManager.default.contents(atPath: path),
      let file = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let model = file["model"] as? [String: Any]
    else { throw EmbeddingError.damaged(path: path, reason: "it is not a tokenizer in JSON") }
    let digest = data.withUnsafeBytes { SHA256Digest.hexadecimal(of: $0) }
    let damage = EmbeddingError.damaged(path: path, reason: "its vocabulary cannot be read")
    switch model["type"] as? String ?? (model["vocab"] is [Any] ? "Unigram" : "WordPiece") {
    case "WordPiece":
      guard let ids = model["vocab"] as? [String: Int], Set(ids.values) == Set(0..<ids.count) else { throw damage }
      let pieces = ids.sorted { $0.value < $1.value }.map { Array($0.key.utf8) }
      return WordPieceTokenizer(try WordPieceVocabulary(pieces, digest: digest, path: path), isCased: isCased)
    case "Unigram" where model["byte_fallback"] as? Bool != true:
      guard let pieces = model["vocab"] as? [[Any]] else { throw damage }
      var vocabulary = UnigramVocabulary()
      for piece in pieces {
        guard piece.count == 2, let text = piece[0] as? String, let score = piece[1] as? Double else { throw damage }
        vocabulary.append(text.utf8, score: Float(score))
      }
      let added = file["added_tokens"] as? [[String: Any]] ?? []
      let special = added.compactMap { token -> (text: String, id: Int32)? in
        guard token["special"] as? Bool == true, let text = token["content"] as? String, let id = token["id"] as? Int32,
          0 <= id, id < vocabulary.count
        else { return nil }
        return (text, id)
      }
      return try unigrams(
        vocabulary, special, characterMap: try characterMap(file["normalizer"], path: path), digest: digest, path: path)
    case let kind:
      throw EmbeddingError.unsupported(path: path, expected: "a WordPiece or a unigram model", found: kind)
    }
  }

  /// Returns the compiled map among the normalizers; the others treat white space, at which words end anyway.
  private static func characterMap(_ normalizer: Any?, path: String) throws -> [UInt8] {
    guard let normalizer = normalizer as? [String: Any] else { return [] }
    let all = normalizer["normalizers"] as? [[String: Any]] ?? [normalizer]
    for normalizer in all {
      switch normalizer["type"] as? String {
      case "Precompiled":
        let map = (normalizer["precompiled_charsmap"] as? String).flatMap { Data(base64Encoded: $0) }
        return map.map { Array($0) } ?? []
      case "Strip", "Replace": continue
      case let kind:
        throw EmbeddingError.unsupported(path: path, expected: "a compiled normalization", found: kind ?? "none")
      }
    }
    return []
  }
}
