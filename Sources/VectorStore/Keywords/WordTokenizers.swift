import GRDB
import GRDBSQLite

/// The tokenizers of the two keyword indexes. They belong to a connection, and are kept with it: making one prepares a
/// statement, which takes as long as tokenizing a passage.
struct WordTokenizers {
  /// Splits text into its words.
  let exact: any FTS5Tokenizer
  /// Splits text into the stems of its words.
  let stemmed: any FTS5Tokenizer

  init(_ db: Database) throws {
    exact = try Self.exact(db)
    stemmed = try db.makeTokenizer(FTS5TokenizerDescriptor(components: IndexSchema.stemmedTokenizer))
  }

  /// Returns the one for words alone.
  static func exact(_ db: Database) throws -> any FTS5Tokenizer {
    try db.makeTokenizer(FTS5TokenizerDescriptor(components: IndexSchema.exactTokenizer))
  }
}

extension FTS5Tokenizer {
  /// Returns the words of a text, in order and with repetitions, as the keyword index of this tokenizer has them.
  ///
  /// GRDB's own `tokenize(document:)` takes three times as long: each word passes through a `Data`. Stems that are not
  /// UTF-8 are left out, as by GRDB: Porter's algorithm knows bytes, and may cut a letter of another script in two.
  func words(of text: String) throws -> [String] {
    var text = text
    var words: [String] = []
    let code = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        withUnsafeMutablePointer(to: &words) { words in
          tokenize(
            context: words, tokenization: .document, pText: characters.baseAddress, nText: CInt(characters.count)
          ) { words, _, word, count, _, _ in
            let bytes = UnsafeRawBufferPointer(start: word, count: Int(count))
            if let word = String(validating: bytes, as: UTF8.self) {
              words?.assumingMemoryBound(to: [String].self).pointee.append(word)
            }
            return SQLITE_OK
          }
        }
      }
    }
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    return words
  }
}
