import Embedding
import Foundation
import Indexer
import Synchronization
import TestSupport
import Testing
import VectorStore

/// While an index is brought up to date, nothing else changes it, through the same `SearchIndex` either.
@Suite struct WriterExclusionTests {
  /// Does the work while an update is encoding: the update waits for it.
  private func duringAnUpdate(
    start: @escaping @Sendable (SearchIndex, _ folder: String) -> Task<[any Error], Never>, fromProgress: Bool
  ) async throws -> (errors: [any Error], paths: [String]) {
    let work = Mutex<Task<[any Error], Never>?>(nil)
    let begun = AsyncStream<Void>.makeStream()
    let encoder = HashingEncoder { _ in
      begun.continuation.yield()
      while work.withLock({ $0 }) == nil { await Task.yield() }
      _ = await work.withLock { $0 }?.value
    }
    let fixture = try await IndexerFixture(["a.md": "# A\n\nfirst\n", "b.md": "# B\n\nsecond\n"], encoder: encoder)
    let (index, folder) = (fixture.index, fixture.notesPath)
    async let update = index.update(from: folder) { _ in
      guard fromProgress else { return }
      work.withLock { if $0 == nil { $0 = start(index, folder) } }
    }
    if !fromProgress {
      for await _ in begun.stream { break }
      work.withLock { $0 = start(index, folder) }
    }
    let report = try await update
    #expect(report.changed == 2 && report.chunks == 2)
    let errors = await work.withLock { $0 }?.value ?? []
    let paths = try await fixture.paths()
    // When it is over, others may write again.
    #expect(try await index.removeFolder(folder) == 2)
    return (errors, paths)
  }

  @Test(.timeLimit(.minutes(15)), arguments: [true, false])
  func whatElseWouldWriteIsToldThatTheIndexIsBusy(fromProgress: Bool) async throws {
    let (errors, paths) = try await duringAnUpdate(
      start: { index, folder in
        Task {
          var errors: [any Error] = []
          do { _ = try await index.removeFolder(folder) } catch { errors.append(error) }
          do { try await index.apply([.remove(folder: folder, path: "a.md")]) } catch { errors.append(error) }
          do { _ = try await index.update(from: folder, waitingFor: .zero) } catch { errors.append(error) }
          return errors
        }
      }, fromProgress: fromProgress)
    #expect(paths == ["a.md", "b.md"])
    #expect(errors.count == 3)
    for error in errors {
      guard case .busy(_, ProcessInfo.processInfo.processIdentifier)? = error as? SearchIndexError else {
        Issue.record("\(error)")
        continue
      }
    }
  }
}
