import JSONSchema
import VectorStore

/// Looks, as long as somebody wants to know, whether the notes in the index have changed.
actor NoteWatch {
  /// What a subscriber is told about.
  struct Interest: Sendable {
    /// The addresses of notes.
    var uris: Set<String> = []
    /// Whether notes that are new or gone count.
    var list = false

    var isEmpty: Bool { uris.isEmpty && !list }
  }

  /// How often the index is looked at.
  private static let interval = Duration.seconds(1)

  private let notes: NotesAccess
  private var uris: Set<String>
  private let wantsList: Bool
  private var digests: [String: String?] = [:]
  private var names: Set<String> = []
  /// The revision of the index that was looked at last.
  private var revision: String?

  init(_ interest: Interest, in notes: NotesAccess) {
    self.notes = notes
    (uris, wantsList) = (interest.uris, interest.list)
  }

  /// Notes the state from which changes are reported. Call it before the subscriber is answered.
  func begin() async { try? await look() }

  /// Adds a note, as it is now; what is still to be told of others is not lost.
  func add(_ uri: String) async {
    guard uris.insert(uri).inserted else { return }
    digests[uri] = .some(try? await notes.index().document(named: uri)?.document.digest)
  }

  /// Stops reporting changes of a note.
  func remove(_ uri: String) {
    uris.remove(uri)
    digests[uri] = nil
  }

  /// Reports changes until the task is cancelled.
  ///
  /// - Parameters:
  ///   - updated: Called with the address of a note that has changed or is gone.
  ///   - listChanged: Called if notes are new or gone.
  func run(updated: @Sendable (String) async -> Void, listChanged: @Sendable () async -> Void) async {
    while !Task.isCancelled {
      try? await Task.sleep(for: Self.interval)
      guard !Task.isCancelled else { return }
      let (before, known) = (digests, names)
      // An index that is being replaced is looked at again later.
      guard (try? await look()) != nil else { continue }
      for uri in uris where digests[uri] != before[uri] { await updated(uri) }
      if wantsList, names != known { await listChanged() }
    }
  }

  private func look() async throws {
    let index = try await notes.index()
    let revision = try await index.revision()
    guard revision != self.revision else { return }
    for uri in uris { digests[uri] = .some(try await index.document(named: uri)?.document.digest) }
    if wantsList {
      names = Set(try await index.documentNames().map { "\($0.folder)/\($0.path)" })
    }
    self.revision = revision
  }
}
