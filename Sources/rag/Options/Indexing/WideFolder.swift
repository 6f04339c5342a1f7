import Files
import Foundation
import Indexer
import VectorStore

/// A home folder, or a folder above it, which is rarely meant to be indexed as a whole.
struct WideFolder {
  /// The folder, without symbolic links.
  let path: String
  /// What it is: a predicate, such as "is your home folder".
  let description: String

  /// - Parameters:
  ///   - folder: The folder as typed.
  ///   - known: The folders of the index: they have been confirmed.
  /// - Returns: `nil` if it is not as wide as that.
  init?(_ folder: String, known: [String]) {
    let home = RealPath.resolve(UserFolders.home(in: ProcessInfo.processInfo.environment))
    path = DocumentFolder(folder).path
    guard !known.containsPath(path) else { return nil }
    if [home].containsPath(path) {
      description = "is your home folder"
    } else if RealPath.relative(home, to: path) != nil {
      description = "contains your home folder"
    } else {
      return nil
    }
  }
}
