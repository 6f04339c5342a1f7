import PostgresIndex

/// The output of `rag worker --json`.
struct WorkerRecord: Encodable {
  var index: String
  var documents: Int
  var encodedChunks: Int
  var reusedChunks: Int
  var failed: Int

  init(index: String, _ report: WorkerReport) {
    self.index = index
    (documents, failed) = (report.documents, report.failed)
    (encodedChunks, reusedChunks) = (report.encodedChunks, report.reusedChunks)
  }

  /// `588 documents stored, 9,120 chunks encoded, 1 failed`
  var summary: String {
    "\(Numbers.count(documents, of: "document")) stored, \(Numbers.count(encodedChunks, of: "chunk")) encoded, "
      + "\(Numbers.count(failed)) failed"
  }
}
