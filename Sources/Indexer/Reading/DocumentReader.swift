import Embedding
import ForeignFormats
import VectorStore

/// Reads documents and splits them into chunks, batch by batch, on its own thread.
actor DocumentReader {
  private let folder: DocumentFolder
  private let chunker: Chunker
  private let executor = SerialQueueExecutor(label: "rag.reader")
  private var files: ArraySlice<FolderDiff.File> = []
  /// The document read last, if not all of it is in a batch.
  private var open: OpenDocument?
  /// Documents whose files are gone, in reverse order.
  private var vanished: [Likeness: [Document]] = [:]

  /// What documents with the same chunks and vectors have in common.
  private struct Likeness: Hashable {
    var digest: String
    var format: DocumentFormat
    /// The title's bytes: canonically equivalent texts are not the same to an encoder.
    var title: [UInt8]

    init(digest: String, path: String, title: String) {
      self.digest = digest
      format = DocumentFormat(path: path)
      self.title = Array(title.utf8)
    }
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(of folder: DocumentFolder, encoder: any TextEncoder) {
    self.folder = folder
    chunker = Chunker(maximumTokens: encoder.maximumTokens) { encoder.tokenCount(of: String($0)) }
  }

  /// Walks the folder.
  func listing(_ progress: @Sendable (Int) -> Void = { _ in }) throws -> DocumentFolder.Listing {
    try folder.listing(progress: progress)
  }

  /// Sets the files to read, and the documents whose files are gone.
  func start(_ files: [FolderDiff.File], vanished: [Document]) {
    self.files = files[...]
    self.vanished = Dictionary(grouping: vanished.reversed().filter { !$0.digest.isEmpty }) {
      Likeness(digest: $0.digest, path: $0.path, title: $0.title)
    }
  }

  /// Returns the next batch, or `nil` when all files have been read.
  func next() throws -> DocumentBatch? {
    var batch = DocumentBatch()
    while !batch.isFull {
      if open == nil {
        guard let file = files.popFirst() else { break }
        try Task.checkCancellation()
        try read(file, into: &batch)
      }
      guard var document = open.take() else { continue }
      if try !batch.add(&document) { open = document }
    }
    return batch.isEmpty ? nil : batch
  }

  /// Reads a file, and opens its document if it must be stored.
  private func read(_ file: FolderDiff.File, into batch: inout DocumentBatch) throws(CancellationError) {
    let path = file.found.path
    func add(_ reading: DocumentBatch.Reading) { batch.add(reading, bytes: file.found.size) }
    let contents: FileContents
    do {
      contents = try FileContents(path: folder.path + "/" + path, in: folder.path)
    } catch {
      let advice = error.isTooLarge ? ". Split it, or name it in .ragignore" : ""
      return add(.failed(IndexReport.Failure(path: path, reason: error.reason + advice)))
    }
    guard !Task.isCancelled else { throw CancellationError() }
    var document = Document(
      folder: folder.path, path: path, title: "", size: contents.stamp.size, modified: contents.reliableModified,
      digest: contents.digest)
    let former = [file.document, file.former].compactMap(\.self).first { $0.digest == document.digest }
    // What was read of pictures is kept, whatever the folder's setting is by now.
    let keepsScans = former?.wasRecognized == true
    let canRead = ScannedPages.recognizer != nil
    let readsScans = folder.settings.readScans || keepsScans && canRead
    let isUnread = folder.settings.readScans && file.document?.awaitsRecognition == true
    // A note whose comments are now to be read, or left out, and that has none, stays as it is. The text of events says
    // their days.
    let hasNoComments = file.document != nil && !DocumentText.mayHaveComments(contents.bytes)
    let isSame = !file.hasOtherTimeZone && (file.former == nil || hasNoComments)
    let touched = isSame && !isUnread || keepsScans && !canRead ? former : nil
    if let touched, !file.lacksOccurrences || !canRead && keepsScans {
      (document.title, document.tags) = (touched.title, touched.tags)
      (document.places, document.problem) = (touched.places, touched.problem)
      return add(.touched(document))
    }
    /// Reports a file that cannot be read. One of which the index has no text is noted, so that it is not tried again
    /// before it changes; the text of another stays.
    func fail(_ reason: String, isOfFile: Bool = true) {
      add(.failed(IndexReport.Failure(path: path, reason: reason)))
      guard isOfFile, file.hasFailed || file.document == nil && file.former == nil else { return }
      (document.title, document.problem) = (ParsedDocument.stem(of: path), reason)
      batch.add(.chunked(document, DigestedChunks([])), bytes: 0)
    }
    let parsed: ParsedDocument
    do {
      let note = try NoteText(
        decoding: contents.bytes, path: path, readsScans: readsScans,
        leavesOutComments: folder.settings.contains(.withoutComments), calendar: folder.calendar)
      parsed = try ParsedDocument(note, path: path)
    } catch let failure as DocumentText.NotText {
      return fail(failure.reason)
    } catch let failure as FileConverter.Failure {
      return fail(failure.reason, isOfFile: failure.isOfFile)
    } catch {
      throw CancellationError()
    }
    (document.places, document.problem) = (parsed.places, parsed.problem)
    document.title = parsed.title
    document.tags = parsed.tags
    document.shape = parsed.shape
    if let touched {
      document.title = touched.title
      add(.touched(document))
    } else if let former = takeVanished(like: document) {
      add(.moved(from: former.path, document))
    } else {
      open = OpenDocument(document, chunker.chunks(of: parsed))
    }
  }

  /// Takes a document that is gone and differs only in its path.
  private func takeVanished(like document: Document) -> Document? {
    vanished[Likeness(digest: document.digest, path: document.path, title: document.title)]?.popLast()
  }
}
