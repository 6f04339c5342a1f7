import VectorStore

/// Parts documents into chunks that follow their structure and fit an encoder.
///
/// Every part of a document that is not blank is in exactly one chunk. Where to part is chosen for the document as a
/// whole: the sum of what each chunk costs for being of another size than the target, for beginning in the middle of
/// something, and for holding more than one section, is the least there is (as lines are broken in Knuth and Plass
/// 1981).
package struct Chunker: Sendable {
  /// The size that chunks are meant to have, in tokens; measured to retrieve best.
  package static let targetTokens = 160

  /// Tokens that an encoder adds to each text: one before it and one after.
  static let specialTokens = 2

  /// The most tokens of one encoded text, heading path and special tokens included.
  package var maximumTokens: Int
  /// The size that chunks are meant to have.
  package var target: Int
  /// What chunks cost besides their size.
  package var costs: Costs
  let count: @Sendable (Substring) -> Int

  /// What makes one way to part a document worse than another; a chunk without any text costs 1.
  package struct Costs: Sendable {
    /// A section that begins in the middle of a chunk, below, beside or above the one before it.
    package var childSection = 0.1
    package var siblingSection = 0.2
    package var higherSection = 0.4
    /// A chunk as long as can be.
    package var fullChunk = 0.3
    /// A chunk that ends in a heading.
    package var headingAtEnd = 3.0

    package init() {}
  }

  /// Creates a chunker.
  ///
  /// - Parameter count: The tokens of a text, special ones not counted. For texts joined by white space the counts add
  ///   up, or the sum is the larger.
  package init(
    maximumTokens: Int = 256, target: Int = Chunker.targetTokens, costs: Costs = Costs(),
    count: @escaping @Sendable (Substring) -> Int
  ) {
    self.maximumTokens = max(16, maximumTokens)
    self.target = target
    self.costs = costs
    self.count = count
  }

  /// Tokens that one text may have, without the special ones.
  var limit: Int { maximumTokens - Chunker.specialTokens }

  /// The chunks of a document, in order.
  package func chunks(of document: ParsedDocument) -> DocumentChunks {
    DocumentChunks(of: document, by: self)
  }

  /// What a chunk costs for its size alone.
  func sizeCost(_ tokens: Int) -> Double {
    if tokens < target {
      let lack = Double(target - tokens) / Double(target)
      return lack * lack
    }
    let excess = Double(tokens - target) / Double(max(1, limit - target))
    return costs.fullChunk * excess * excess
  }
}
