/// A type that turns text into the tokens of an encoder's vocabulary.
package protocol Tokenizer: Sendable {
  /// The number of tokens in the vocabulary; every id is below it.
  var count: Int { get }
  /// The token before a text.
  var begin: Int32 { get }
  /// The token after a text.
  var end: Int32 { get }
  /// A digest of everything that determines the ids.
  var digest: String { get }

  /// Returns the token ids of a text, without special tokens around it and without truncation.
  func ids(of text: String) -> [Int32]

  /// Whether a token is unknown, or a lone letter of a script of which the vocabulary has no words.
  func isUnread(_ id: Int32) -> Bool
}

extension Tokenizer {
  /// Returns ids between the tokens that begin and end a text.
  func framed(_ ids: some Sequence<Int32>) -> [Int32] { [begin] + ids + [end] }
}
