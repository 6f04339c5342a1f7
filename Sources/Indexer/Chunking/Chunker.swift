import VectorStore

/// Splits documents into chunks that follow their structure and fit an encoder.
///
/// All text that is not blank is in exactly one chunk. The split is the best for the document as a whole: it has the
/// lowest sum of what chunks cost for deviating from the target size, for beginning in the middle of something, and for
/// holding more than one section (as lines are broken in Knuth and Plass 1981).
package struct Chunker: Sendable {
  /// The target size of chunks in tokens: the size that gave the best retrieval in our measurements.
  package static let targetTokens = 160

  /// How many chunks of a sheet are encoded whole: 7,000 rows of 11 tokens. Of those after them, the first rows are,
  /// since all rows of a sheet say the same kind of thing and words find them; a sheet of 300,000 rows took as long to
  /// encode as 5,000 pages.
  static let mostWholeOfRows = 500

  /// The fewest tokens that are then encoded of a chunk: one row, or two short ones.
  static let leastEncodedOfRows = 12

  /// The number of tokens that an encoder adds to each text: one before it and one after.
  static let specialTokens = 2

  /// The maximum number of tokens in an encoded text, including heading path and special tokens.
  package var maximumTokens: Int
  /// The target size of chunks in tokens.
  package var target: Int
  /// The costs that decide the split.
  var costs = Costs()
  let count: @Sendable (Substring) -> Int

  /// The costs that make one split worse than another; an empty chunk costs 1.
  struct Costs: Sendable {
    /// A child, sibling or higher-level section that starts in the middle of a chunk.
    var childSection = 0.1
    var siblingSection = 0.2
    var higherSection = 0.4
    /// A section in the middle of a chunk that must not be joined with what is before it: one about other days, or a
    /// contact.
    var record = 3.0
    /// A chunk of the maximum size.
    var fullChunk = 0.3
    /// A chunk that ends in a heading.
    var headingAtEnd = 3.0
  }

  /// Creates a chunker.
  ///
  /// - Parameter count: Returns the tokens of a text, without special tokens. For texts joined by white space, the sum
  ///   of the counts is at least the count of the whole.
  package init(
    maximumTokens: Int, target: Int = Chunker.targetTokens, count: @escaping @Sendable (Substring) -> Int
  ) {
    self.maximumTokens = max(16, maximumTokens)
    self.target = target
    self.count = count
  }

  /// The maximum number of tokens in a text, without special tokens.
  var limit: Int { maximumTokens - Chunker.specialTokens }

  /// Returns the chunks of a document, in order.
  package func chunks(of document: ParsedDocument) -> DocumentChunks {
    DocumentChunks(of: document, by: self)
  }

  /// Returns the cost of a chunk's size alone.
  func sizeCost(_ tokens: Int) -> Double {
    if tokens < target {
      let lack = Double(target - tokens) / Double(target)
      return lack * lack
    }
    let excess = Double(tokens - target) / Double(max(1, limit - target))
    return costs.fullChunk * excess * excess
  }
}
