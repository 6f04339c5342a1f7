import Embedding
import Foundation
import Postgres
import PostgresIndex
import Synchronization
import TestSupport
import Testing
import VectorStore

/// Copies of an index, from files and databases to files and databases.
@Suite struct IndexCopyTests {
  enum Engine: CaseIterable {
    case file, database
  }

  /// Makes an empty index of an engine.
  private static func location(_ engine: Engine, in folder: TemporaryFolder) async throws -> IndexLocation {
    switch engine {
    case .file: return .file("\(folder.path)/\(UUID()).sqlite")
    case .database:
      let server = try await PostgresServer.shared()
      return .database(
        PostgresAddress(
          hosts: [.init(name: server.folder, port: server.port)], user: PostgresServer.role,
          database: try await server.makeDatabase()))
    }
  }

  /// An index of an engine, with some of everything.
  private static func full(
    _ engine: Engine, in folder: TemporaryFolder, documents: Int = 60, seed: UInt64 = 1
  ) async throws -> SearchIndex {
    let index = try await location(engine, in: folder).open(encoder: FullIndex.encoder)
    try await FullIndex.fill(index, documents: documents, seed: seed)
    return index
  }

  /// Copies an index to a place, as the command does: without an encoder.
  @discardableResult
  private static func copy(
    _ source: SearchIndex, to target: IndexLocation, batches: Int = 1024,
    onProgress: @Sendable (IndexCopy.Progress) -> Void = { _ in }
  ) async throws -> IndexCopy.Report {
    let index = try await target.open()
    do {
      let report = try await IndexCopy(of: source, chunksPerBatch: batches).run(into: index, onProgress: onProgress)
      try await index.close()
      return report
    } catch {
      try? await index.close()
      throw error
    }
  }

  @Test(arguments: Engine.allCases, Engine.allCases)
  func everythingIsEqual(source: Engine, target: Engine) async throws {
    let folder = try TemporaryFolder()
    let index = try await Self.full(source, in: folder)
    let place = try await Self.location(target, in: folder)
    let report = try await Self.copy(index, to: place, batches: 8)
    let count = try await index.documentEntries().count
    #expect(report.copied == count && report.unchanged == 0 && report.removed == 0 && count > 50)
    let copied = try await place.open(encoder: FullIndex.encoder)
    let expected = try await FullIndex.everything(of: index)
    #expect(expected.count > 500)
    #expect(try await FullIndex.everything(of: copied) == expected)
    #expect(try await copied.check() == [])
    #expect(try await copied.orphans() == 0)
    #expect(
      try await copied.documentEntries().map { [$0.folder, $0.path] }
        == index.documentEntries().map { [$0.folder, $0.path] })
    // Nothing is sent again.
    let revision = try await copied.revision()
    try await copied.close()
    let again = try await Self.copy(index, to: place)
    #expect(again.copied == 0 && again.unchanged == count && again.contents == report.contents)
    #expect(try await place.open(access: .readOnly).revision() == revision)
  }

  @Test(arguments: Engine.allCases) func aLaterCopySendsWhatHasChanged(target: Engine) async throws {
    let folder = try TemporaryFolder()
    let index = try await Self.full(.file, in: folder)
    let place = try await Self.location(target, in: folder)
    let count = try await Self.copy(index, to: place).copied
    var generator = SeededGenerator(seed: 9)
    let documents = try await index.documents(in: "/notes/a")
    var touched = documents[1]
    touched.modified += 1
    var tagged = try await index.contents(ofDocuments: index.documentEntries().map(\.id)).values.map(\.document)
      .filter { $0.folder == "/notes/b" }.sorted { $0.path < $1.path }[0]
    tagged.shape?.aliases.append("a third name")
    try await index.apply([
      FullIndex.document("new.md", in: "/notes/empty", &generator),
      FullIndex.document(documents[0].path, in: "/notes/a", &generator),
      .keepChunks(ofPath: touched.path, as: touched), .keepChunks(ofPath: tagged.path, as: tagged),
      .remove(folder: "/notes/a", path: documents[2].path),
    ])
    try await index.dropKeptVectors(in: "/notes/b")
    try await index.note(FolderSettings([]), ofFolder: "/notes/a")
    let report = try await Self.copy(index, to: place)
    #expect(report.copied == 4 && report.removed == 1 && report.unchanged == count - 4)
    let copied = try await place.open(encoder: FullIndex.encoder)
    #expect(try await FullIndex.everything(of: copied) == FullIndex.everything(of: index))
    #expect(try await copied.check() == [])
    try await copied.close()
  }

  @Test(arguments: Engine.allCases) func anInterruptedCopyHasWholeDocumentsAndGoesOn(target: Engine) async throws {
    let folder = try TemporaryFolder()
    let index = try await Self.full(target == .file ? .database : .file, in: folder, documents: 24)
    let entries = try await index.documentEntries()
    let digests = Set(try await index.contents(ofDocuments: entries.map(\.id)).values.map { try $0.digest() })
    let place = try await Self.location(target, in: folder)
    var sent = 0
    for stop in 1... {
      let step = Atomic(0)
      let copying = Task {
        try await Self.copy(index, to: place, batches: 6) { _ in
          if step.add(1, ordering: .relaxed).newValue == stop { withUnsafeCurrentTask { $0?.cancel() } }
        }
      }
      let result = await copying.result
      let copied = try await place.open(encoder: FullIndex.encoder)
      #expect(try await copied.check() == [])
      let found = try await copied.contents(ofDocuments: copied.documentEntries().map(\.id)).values
      for document in found { #expect(digests.contains(try document.digest()), "\(document.document.path)") }
      #expect(found.count >= sent)
      sent = found.count
      guard case .success(let report) = result else {
        try await copied.close()
        continue
      }
      #expect(stop > 4 && report.copied == 0)
      #expect(try await FullIndex.everything(of: copied) == FullIndex.everything(of: index))
      try await copied.close()
      return
    }
  }

  @Test func aConnectionThatBreaksLeavesWholeDocuments() async throws {
    let folder = try TemporaryFolder()
    let index = try await Self.full(.file, in: folder, documents: 24)
    let server = try await PostgresServer.shared()
    let direct = PostgresAddress(
      hosts: [.init(name: server.folder, port: server.port)], user: PostgresServer.role,
      database: try await server.makeDatabase())
    try await SearchIndex.open(at: direct).close()
    let proxy = try CuttingProxy(to: "\(server.folder)/.s.PGSQL.\(server.port)")
    let address = PostgresAddress(
      hosts: [.init(name: "127.0.0.1", port: proxy.port)], user: PostgresServer.role, database: direct.database)
    var broken = 0
    for limit in [2_000, 9_000, 15_000, 30_000, 60_000] {
      proxy.cut(.afterSending(limit))
      do {
        try await Self.copy(index, to: .database(address), batches: 6)
      } catch {
        broken += 1
      }
      let copied = try await SearchIndex.open(at: direct, encoder: FullIndex.encoder)
      #expect(try await copied.check() == [])
      #expect(try await copied.orphans() == 0)
      try await copied.close()
    }
    #expect(broken > 2)
    try await Self.copy(index, to: .database(direct))
    let copied = try await SearchIndex.open(at: direct, encoder: FullIndex.encoder)
    #expect(try await FullIndex.everything(of: copied) == FullIndex.everything(of: index))
  }

  @Test func aSourceThatChangesIsReadOnceMore() async throws {
    let folder = try TemporaryFolder()
    let index = try await Self.full(.file, in: folder, documents: 24)
    let place = try await Self.location(.database, in: folder)
    let change = Mutex<[IndexChange]?>([
      .remove(folder: "/notes/a", path: "d/0.md"), .remove(folder: "/notes/b", path: "d/1.md"),
    ])
    let other = try SearchIndex(at: index.path)
    let report = try await Self.copy(index, to: place, batches: 6) { _ in
      guard let changes = change.withLock({ $0.take() }) else { return }
      let done = DispatchSemaphore(value: 0)
      Task.detached {
        try? await other.apply(changes)
        done.signal()
      }
      done.wait()
    }
    #expect(report.contents.documents == (try await index.documentEntries().count))
    let copied = try await place.open(encoder: FullIndex.encoder)
    #expect(try await FullIndex.everything(of: copied) == FullIndex.everything(of: index))
  }

  @Test(arguments: Engine.allCases) func anotherEncoderAndOtherFoldersAreRefused(target: Engine) async throws {
    let folder = try TemporaryFolder()
    let index = try await Self.full(.file, in: folder, documents: 9)
    let place = try await Self.location(target, in: folder)
    let encoder = HashingEncoder(dimensions: 12, name: "other")
    let other = try await place.open(encoder: encoder)
    var generator = SeededGenerator(seed: 2)
    let vector = UnitVector.random(12, using: &generator)
    try await other.apply([.replace(.test("x.md", in: "/x"), [.test("x", vector: vector)])])
    let before = try await other.contents(ofDocuments: other.documentEntries().map(\.id)).values.map { try $0.digest() }
    await #expect(
      throws: IndexCopyError.differentEncoder(
        source: FullIndex.encoder.space, target: encoder.space, path: other.path)
    ) { try await IndexCopy(of: index).run(into: other, removingFolders: true) }
    #expect(
      try await other.contents(ofDocuments: other.documentEntries().map(\.id)).values.map { try $0.digest() } == before)

    // Without chunks, it may get another encoder.
    try await other.apply([.remove(folder: "/x", path: "x.md")])
    await #expect(throws: IndexCopyError.otherFolders(["/x"], path: other.path)) {
      try await IndexCopy(of: index).run(into: other)
    }
    #expect(try await other.folders() == ["/x"])
    try await other.close()
    let target = try await place.open()
    _ = try await IndexCopy(of: index).run(into: target, removingFolders: true)
    try await target.close()
    let copied = try await place.open(encoder: FullIndex.encoder)
    #expect(try await FullIndex.everything(of: copied) == FullIndex.everything(of: index))
  }

  @Test func aDatabaseThatStoresSomethingElseIsFoundOut() async throws {
    let folder = try TemporaryFolder()
    let index = try await Self.full(.file, in: folder, documents: 9)
    let place = try await Self.location(.database, in: folder)
    guard case .database(let address) = place else { return }
    try await place.open().close()
    let server = try await PostgresServer.shared()
    try await server.sql(
      """
      CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.title := NEW.title || 1; RETURN NEW; END';
      CREATE TRIGGER spoil BEFORE UPDATE ON rag.documents FOR EACH ROW EXECUTE FUNCTION spoil()
      """, in: address.database ?? "")
    do {
      try await Self.copy(index, to: place)
      Issue.record("it was taken for equal")
    } catch let IndexCopyError.unequal(source, target, _) {
      #expect(source.documents == target.documents && source.chunks == target.chunks && source.digest != target.digest)
    }
  }

  @Test func aFolderKeepsItsOwner() async throws {
    let folder = try TemporaryFolder()
    let index = try await Self.full(.database, in: folder, documents: 9)
    let server = try await PostgresServer.shared()
    let suffix = index.path.suffix(8).filter(\.isLetter) + String(ProcessInfo.processInfo.processIdentifier)
    let (team, other) = ("Team \(suffix)", "other_\(suffix)")
    try await server.sql("CREATE ROLE \"\(team)\"; CREATE ROLE \(other)", in: "postgres")
    try await index.give("/notes/a", to: .role(team))
    let expected = ["/notes/a": team]
    let place = try await Self.location(.database, in: folder)
    // A folder of everybody's becomes private before anything new is in it.
    let target = try await place.open()
    try await target.noteFolder("/notes/a")
    try await target.give("/notes/b", to: .role(other))
    _ = try await IndexCopy(of: index).run(into: target)
    let owned = expected.merging(["/notes/b": other]) { $1 }
    #expect(try await target.owners() == owned, "what is private in the target stays so")
    let folders = try await index.folders()
    _ = try await IndexCopy(of: index).run(into: target, as: .role(other))
    #expect(try await target.owners() == Dictionary(uniqueKeysWithValues: folders.map { ($0, other) }))
    _ = try await IndexCopy(of: index).run(into: target, as: .everybody)
    #expect(try await target.owners() == [:])

    let file = try await Self.copy(index, to: try await Self.location(.file, in: folder))
    #expect(file.lostOwners == expected)
    await #expect(throws: SearchIndexError.self) {
      try await IndexCopy(of: index).run(into: try await Self.location(.file, in: folder).open(), as: .role(team))
    }
    try await target.close()
  }

  @Test func whatCannotBeGivenToItsOwnerIsNotCopied() async throws {
    let folder = try TemporaryFolder()
    let index = try await Self.full(.file, in: folder, documents: 9)
    let place = try await Self.location(.database, in: folder)
    let target = try await place.open()
    let reason = "there is no role nobody_of_all: CREATE ROLE nobody_of_all"
    await #expect(
      throws: IndexCopyError.owner("nobody_of_all", of: try await index.folders(), reason: reason, path: place.name)
    ) { try await IndexCopy(of: index).run(into: target, as: .role("nobody_of_all")) }
    #expect(try await target.folders() == [])
    try await target.close()
  }

  @Test func aBusyTargetIsSaid() async throws {
    let folder = try TemporaryFolder()
    let index = try await Self.full(.file, in: folder, documents: 3)
    let place = try await Self.location(.database, in: folder)
    let writer = try await place.open()
    try await writer.beginWriting()
    try await writer.beginWriting(to: "/notes/a", waitingFor: .zero)
    await #expect(throws: SearchIndexError.busyFolder("/notes/a", path: place.name)) {
      try await Self.copy(index, to: place)
    }
    await writer.endWriting(to: "/notes/a")
    await writer.endWriting()
  }
}
