/// A chunk that contains a word.
package struct KeywordHolder: Sendable {
  package var chunk: Int64
  /// How often it does; an occurrence in a heading counts twice.
  package var frequency: UInt32
  /// The number of words in the chunk.
  package var length: UInt32

  package init(chunk: Int64, frequency: UInt32, length: UInt32) {
    (self.chunk, self.frequency, self.length) = (chunk, frequency, length)
  }
}
