extension Character {
  /// Whether it ends a line as the lines of a document are counted: a line feed, a carriage return, or both.
  ///
  /// Form feeds and Unicode's separators are white space within a line, for editors and for the index.
  var endsLine: Bool { self == "\n" || self == "\r" || self == "\r\n" }
}
