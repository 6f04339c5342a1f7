import ArgumentParser
import Files
import Foundation
import Indexer
import VectorStore

/// Options that restrict a search, or all that a server has, to folders and tags.
struct ScopeOptions: ParsableArguments {
  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "Look only at notes in this folder, at any depth. Repeat to allow several folders.", valueName: "folder"),
    completion: .directory)
  var folders: [String] = []

  @Option(
    name: .customLong("tag"),
    help: ArgumentHelp("Look only at notes with this tag or one nested in it. Repeat to require all.", valueName: "tag")
  )
  var tags: [String] = []

  mutating func validate() throws {
    if folders.contains(where: { $0.allSatisfy(\.isWhitespace) })
      || tags.contains(where: { TagText.normalized($0) == nil })
    {
      throw ValidationError("--in and --tag need a value: name a folder or a tag.")
    }
  }

  /// The options as typed, for messages.
  var typed: [String] { folders.map { "--in \($0)" } + tags.map { "--tag \($0)" } }

  /// Returns the filter for an index. Relative folders are resolved in the working directory and each indexed folder.
  ///
  /// - Throws: `CommandError.unknownFolder` for a folder without an indexed note.
  func filter(for index: SearchIndex) async throws -> SearchFilter {
    let known = try await index.folders()
    var filter = SearchFilter(tags: tags)
    for folder in folders {
      let places = Self.places(of: folder, in: known)
      if !known.isEmpty, try await !index.holdsNotes(passing: SearchFilter(folders: places)) {
        throw CommandError.unknownFolder(folder, known: known)
      }
      filter.folders += places
    }
    return filter
  }

  /// Returns the absolute paths that a typed one may mean.
  private static func places(of folder: String, in known: [String]) -> [String] {
    let isRelative = !["/", "~", "."].contains { folder.hasPrefix($0) }
    return [DocumentFolder(folder).path] + (isRelative ? known.map { "\($0)/\(folder)" } : [])
  }

  /// Returns what a server of an index has; `nil` for all of it.
  func scope(in options: IndexOptions) async throws -> SearchFilter? {
    guard !typed.isEmpty else { return nil }
    let index = try await options.openWithoutEncoder()
    var filter = try await filter(for: index)
    var folders: [String] = []
    for folder in filter.folders where try await index.holdsNotes(passing: SearchFilter(folders: [folder])) {
      folders.append(folder)
    }
    // Without any, as in an empty index, nothing must pass.
    if !folders.isEmpty { filter.folders = folders }
    try await index.close()
    return filter
  }
}
