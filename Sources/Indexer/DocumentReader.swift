import Embedding
import VectorStore

/// Reads documents and parts them into chunks, batch by batch, on a thread of its own.
actor DocumentReader {
  /// What became of one file.
  enum Reading: Sendable {
    /// Its contents are those that the index holds under the record's path.
    case touched(Document)
    /// Its contents are those of a file that is gone.
    case moved(from: String, Document)
    /// Its contents are to be stored.
    case chunked(Document, [DigestedChunk])
    /// The same of a long file: its chunks are made as they are asked for.
    case long(Document, DocumentChunks)
    case failed(IndexReport.Failure)
  }

  /// A chunk and the digest of its encoded text.
  struct DigestedChunk: Sendable {
    var chunk: DocumentChunk
    var digest: String

    init(_ chunk: DocumentChunk) {
      self.chunk = chunk
      digest = SHA256Digest.hexadecimal(of: chunk.encodedText)
    }
  }

  /// Some files' readings.
  struct Batch: Sendable {
    var readings: [Reading] = []
    /// Sizes of the files, summed.
    var bytes: Int64 = 0
    /// Chunks to be stored.
    var chunks = 0
  }

  /// A batch is full when it has so many chunks, files or bytes; all of it is one transaction.
  private static let full = (chunks: 128, files: 256, bytes: 8 << 20)
  /// A larger file, of some 250 chunks or more, has a batch of its own.
  private static let longFile: Int64 = 128 << 10
  /// A larger file is no note.
  private static let largestFile: Int64 = 256 << 20

  private let folder: DocumentFolder
  private let chunker: Chunker
  private let executor = SerialQueueExecutor(label: "rag.reader")
  private var files: ArraySlice<DocumentFolder.File> = []
  private var known: [ExactPath: Document] = [:]
  private var vanished: [String: [Document]] = [:]

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(of folder: DocumentFolder, encoder: any TextEncoder) {
    self.folder = folder
    chunker = Chunker(maximumTokens: encoder.maximumTokens) { encoder.tokenCount(of: String($0)) }
  }

  /// Walks the folder.
  func listing() -> DocumentFolder.Listing {
    folder.listing()
  }

  /// Says what is to be read.
  ///
  /// - Parameters:
  ///   - known: What the index holds of the files, by path. What is not named here is read as if it were new.
  ///   - vanished: Documents of the index whose files are gone.
  func start(_ files: [DocumentFolder.File], known: [ExactPath: Document], vanished: [Document]) {
    self.files = files[...]
    self.known = known
    self.vanished = Dictionary(grouping: vanished.filter { !$0.digest.isEmpty }, by: \.digest)
  }

  /// The next batch, or `nil` when all files have been read.
  func next() throws -> Batch? {
    guard !files.isEmpty else { return nil }
    var batch = Batch()
    while batch.chunks < Self.full.chunks, batch.readings.count < Self.full.files, batch.bytes < Self.full.bytes,
      let file = files.first
    {
      if file.size > Self.longFile, !batch.readings.isEmpty { break }
      files.removeFirst()
      try Task.checkCancellation()
      let reading = read(file)
      batch.readings.append(reading)
      batch.bytes += file.size
      if case .chunked(_, let chunks) = reading { batch.chunks += chunks.count }
      if case .long = reading { break }
    }
    return batch
  }

  private func read(_ file: DocumentFolder.File) -> Reading {
    let contents: FileContents
    do {
      contents = try FileContents(path: folder.path + "/" + file.path, limit: Self.largestFile)
    } catch {
      return .failed(IndexReport.Failure(path: file.path, reason: error.reason))
    }
    var document = Document(
      folder: folder.path, path: file.path, title: "", size: contents.stamp.size, modified: contents.reliableModified,
      digest: contents.digest)
    do {
      if let former = known[ExactPath(file.path)], former.digest == document.digest {
        document.title = former.title
        document.tags = try tags(of: former, contents)
        return .touched(document)
      }
      if let former = takeVanished(like: document) {
        document.title =
          former.title == ParsedDocument.stem(of: former.path)
          ? ParsedDocument.stem(of: document.path) : former.title
        document.tags = try tags(of: former, contents)
        return .moved(from: former.path, document)
      }
      let parsed = ParsedDocument(try DocumentText(decoding: contents.bytes), path: file.path)
      document.title = parsed.title
      document.tags = parsed.tags
      let chunks = chunker.chunks(of: parsed)
      return file.size > Self.longFile ? .long(document, chunks) : .chunked(document, chunks.map(DigestedChunk.init))
    } catch {
      return .failed(IndexReport.Failure(path: file.path, reason: error.reason))
    }
  }

  /// The tags of a document of the same contents, which the index may not know.
  private func tags(of former: Document, _ contents: FileContents) throws(DocumentText.NotText) -> [String] {
    if let tags = former.tags { return tags }
    return ParsedDocument(try DocumentText(decoding: contents.bytes), path: former.path).tags
  }

  /// A document that is gone, and had the same contents in the same format.
  private func takeVanished(like document: Document) -> Document? {
    let format = DocumentFormat(path: document.path)
    let candidates = vanished[document.digest] ?? []
    guard let index = candidates.firstIndex(where: { DocumentFormat(path: $0.path) == format }) else { return nil }
    return vanished[document.digest]?.remove(at: index)
  }
}
