import Foundation
import Indexer
import VectorStore

/// A note, as `rag list --json` and `rag show --json` describe it.
struct ListedNote: Encodable {
  var folder: String
  var path: String
  var title: String
  var aliases: [String]
  var tags: [String]
  /// The first and the last of the days that it is about.
  var firstDay: Day?
  var lastDay: Day?
  var modified: String
  var bytes: Int64
  /// The values of each key of its front matter.
  var frontMatter: [String: [String]]
  var openTasks: Int
  /// What could not be read of its file.
  var problem: String?

  init(_ entry: DescribedNote) {
    let (document, shape) = (entry.document, entry.shape)
    (folder, path, title, aliases) = (document.folder, document.path, document.title, shape.aliases)
    (tags, firstDay, lastDay) = (document.tags, shape.dated?.lowerBound, shape.dated?.upperBound)
    (modified, bytes) = (document.modificationDate.formatted(.iso8601), document.size)
    frontMatter = Dictionary(grouping: shape.properties, by: \.key).mapValues { $0.map(\.value) }
    openTasks = shape.tasks.count { $0.state == .open }
    if let reason = document.problem {
      let unread = UnreadFile(folder: folder, path: path, problem: reason, isPartlyRead: true)
      if unread.isMissingText || unread.isOfFrontMatter { problem = reason }
    }
  }

  /// What a person must know of its text, in short; `nil` if it is all there.
  var warning: String? {
    guard let problem else { return nil }
    let unread = UnreadFile(folder: folder, path: path, problem: problem, isPartlyRead: true)
    return unread.isOfFrontMatter ? "broken front matter" : "read in part"
  }

  /// Returns the values of a key of the front matter, whose case is ignored.
  func values(of key: String) -> [String] {
    frontMatter.filter { NoteName.folded($0.key) == NoteName.folded(key) }.flatMap(\.value)
  }

  /// The title, unless the file's name says the same.
  var ownTitle: String? {
    let name = (path as NSString).lastPathComponent
    let names = [name, (name as NSString).deletingPathExtension].map { NoteName.folded($0) }
    return names.contains(NoteName.folded(title)) ? nil : title
  }

  /// The days as one text: `2025-03-14`, `2025-03-01 to 2025-03-31`.
  var days: String? {
    guard let firstDay, let lastDay else { return nil }
    return firstDay == lastDay ? "\(firstDay)" : "\(firstDay) to \(lastDay)"
  }
}
