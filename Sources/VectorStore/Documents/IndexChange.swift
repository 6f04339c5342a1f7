/// A change to one document.
///
/// A batch of changes is one transaction.
public enum IndexChange: Sendable {
  /// Stores the document and its chunks, in order, replacing what the index has for its folder and path.
  case replace(Document, [EncodedChunk])
  /// Keeps the chunks of a document under a new record: for a renamed file, or one whose date changed.
  ///
  /// The path is the document's before the batch, in the given folder or, if none is given, that of the new record. So
  /// a batch can swap the names of two files. A document at the new path that is not itself kept is removed.
  case keepChunks(ofPath: String, in: String? = nil, as: Document)
  /// Removes the document and its chunks.
  case remove(folder: String, path: String)
}
