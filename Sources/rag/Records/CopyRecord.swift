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
  /// The role that sees only some folders of the source; `nil` if all of it was copied.
  var seenAs: String?
  /// The roles that own folders of the source, if the target is a file.
  var lostOwners: [String: String]
  var seconds: Double

  /// - Parameter reader: The role as which the source was read.
  init(from: String, to: String, _ report: IndexCopy.Report, as reader: StoreRole?, seconds: Double) {
    (self.from, self.to, self.seconds) = (from, to, seconds)
    seenAs = reader.flatMap { $0.seesEverything ? nil : $0.name }
    lostOwners = report.lostOwners
    (folders, documents) = (report.contents.folders, report.contents.documents)
    (chunks, digest) = (report.contents.chunks, report.contents.digest)
    (copied, unchanged, removed) = (report.copied, report.unchanged, report.removed)
  }

  /// One line.
  var summary: String {
    "\(to) is equal to \(from)\(seenAs.map { " as \($0) sees it" } ?? ""): \(Numbers.count(documents, of: "document")), \(Numbers.count(chunks, of: "chunk")), "
      + "\(Numbers.count(copied)) copied, \(Numbers.count(unchanged)) unchanged, \(Numbers.count(removed)) removed, "
      + "\(encoded) encoded, digest \(digest.prefix(12)), \(Numbers.short(seconds)) s"
  }

  /// Who sees more than before.
  var warning: String? {
    guard !lostOwners.isEmpty else { return nil }
    let owners = Set(lostOwners.values).sorted().joined(separator: ", ")
    return "\(Numbers.count(lostOwners.count, of: "folder")) of \(owners) can now be read by whoever can read \(to): "
      + "a file has no owners. On the way back to a database, name them with --as"
  }
}
