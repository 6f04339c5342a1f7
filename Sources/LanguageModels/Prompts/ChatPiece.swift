/// A part of a formatted conversation.
package enum ChatPiece: Sendable, Hashable {
  /// Text of the template: names of control tokens in it become those tokens.
  case template(String)
  /// Text of a message: always plain text.
  case content(String)
}
