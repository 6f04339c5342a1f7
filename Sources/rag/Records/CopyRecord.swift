import VectorStore

/// The output of `rag copy`.
struct CopyRecord: Encodable {
  var from: String
  var to: String
  var folders: Int
  var documents: Int
  var chunks: Int
  var copied: Int
  var unchanged: Int
  var removed: Int
  /// Nothing ever is.
  var encoded = 0
  var digest: String
  var seconds: Double

  init(from: String, to: String, _ report: IndexCopy.Report, seconds: Double) {
    (self.from, self.to, self.seconds) = (from, to, seconds)
    (folders, documents) = (report.contents.folders, report.contents.documents)
    (chunks, digest) = (report.contents.chunks, report.contents.digest)
    (copied, unchanged, removed) = (report.copied, report.unchanged, report.removed)
  }

  /// One line.
  var summary: String {
    "\(to) is equal to \(from): \(Numbers.count(documents, of: "document")), \(Numbers.count(chunks, of: "chunk")), "
      + "\(Numbers.count(copied)) copied, \(Numbers.count(unchanged)) unchanged, \(Numbers.count(removed)) removed, "
      + "\(encoded) encoded, digest \(digest.prefix(12)), \(Numbers.short(seconds)) s"
  }
}
