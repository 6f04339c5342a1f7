import ArgumentParser
import Embedding
import Foundation
import Indexer
import VectorStore

/// The option that leaves the index as it is before a search.
struct RefreshOptions: ParsableArguments {
  @Flag(help: "Do not look for changed notes first, and leave the index as it is.")
  var noRefresh = false

  /// How long it may look for changes: 5,000 notes take that long.
  private static let look = Duration.milliseconds(50)

  /// The most files that could not be read which are named before a search.
  private static let mostComplaints = 2

  /// Looks for changed notes, indexes them if they are few, and says which are not in the index otherwise.
  ///
  /// - Parameters:
  ///   - index: The index that will be searched, open for reading.
  ///   - load: Loads the encoder, if the index is open without.
  /// - Returns: Whether it has looked, and there was time enough.
  @discardableResult
  func refresh(
    _ index: SearchIndex, encoder load: () async -> (any TextEncoder)? = { nil }
  ) async throws -> Bool {
    guard !noRefresh else { return false }
    let refresh = try await IndexRefresh(of: index, lookingFor: Self.look) {
      if let encoder = index.encoder { encoder } else { await load() }
    }
    let complaints = IndexOutput(index: index.path, reports: refresh.reports).complaints
    if complaints.count > Self.mostComplaints {
      let command = SuggestedCommand.quoted("status")
      Console.note("rag: \(Numbers.count(complaints.count, of: "file")) could not be read as a whole: see \(command)")
    } else {
      complaints.forEach { Console.note($0) }
    }
    if let waiting = refresh.waiting { try await Self.say(waiting, of: index) }
    return refresh.waiting != nil
  }

  /// Looks for changed notes, and says how many are not in the index as they are.
  static func sayWhatWaits(in index: SearchIndex) async throws {
    if let waiting = try await index.waitingFiles(within: look) { try await say(waiting, of: index) }
  }

  /// Says that files could not be read, if there are any: what is not found may be in them.
  static func sayWhatIsUnread(in index: SearchIndex) async throws {
    guard try await index.unreadFiles().contains(where: { !$0.isPartlyRead }) else { return }
    Console.note("rag: some files could not be read: \(SuggestedCommand.quoted("status")) names them")
  }

  /// Says for how many files an index is out of date, and what is to be done.
  static func say(_ waiting: WaitingFiles, of index: SearchIndex) async throws {
    guard let summary = waiting.summary else { return }
    // A process on another machine sees that machine's files.
    let watchers = try await index.watchers().filter(\.isHere)
    let followed = Set(watchers.flatMap { $0.folders ?? [] })
    let isWatched = watchers.contains { $0.folders == nil } || followed.isSuperset(of: waiting.folders)
    let remedy = isWatched ? "'rag watch' will index them soon" : "run \(SuggestedCommand.quoted("index"))"
    Console.note("rag: \(summary): \(remedy)")
  }
}
