extension Character {
  /// Whether it ends a line, as a document's lines are counted: a line feed, a carriage return, or both.
  ///
  /// Form feeds and Unicode's separators are white space within a line, in editors and in the index.
  var endsLine: Bool { self == "\n" || self == "\r" || self == "\r\n" }
}
