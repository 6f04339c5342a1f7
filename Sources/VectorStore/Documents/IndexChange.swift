/// One document's change.
///
/// A batch of changes is one transaction.
public enum IndexChange: Sendable {
  /// Stores the document and its chunks, in order, in place of what the index holds under its folder and path.
  case replace(Document, [EncodedChunk])
  /// Keeps the chunks of the document at a path under another record: a renamed file, or one whose date changed.
  ///
  /// The path is looked up as it was before the batch, in the record's folder or in another that is named, so that a
  /// batch may exchange two files' names. A document at the new path that is not itself kept is removed.
  case keepChunks(ofPath: String, in: String? = nil, as: Document)
  /// Removes the document and its chunks.
  case remove(folder: String, path: String)
}
