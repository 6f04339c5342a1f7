import ForeignFormats
import Foundation
package import VectorStore

/// How many files of a format were read, and what became of the others.
package struct FormatCount: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The file extension, in lower case.
  package var format: String
  /// Files that were read, all or in part.
  package var read = 0
  /// Of these, the files of which only a part was read.
  package var inPart = 0
  /// Of those read, the files with text that OCR found.
  package var byOCR = 0
  /// Files of which nothing could be read.
  package var failed = 0
  /// Files that `.gitignore` or `.ragignore` excludes.
  package var skipped = 0
  /// Files in the index that were changed, deleted or excluded since.
  package var stale = 0
  /// Files that were added since.
  package var new = 0

  package init(format: String) { self.format = format }

  /// Such as `pdf 12, 3 in part, 2 by OCR, 1 failed, 4 skipped, 1 stale, 1 new`.
  package var description: String {
    let others = [
      (inPart, "in part"), (byOCR, "by OCR"), (failed, "failed"), (skipped, "skipped"), (stale, "stale"), (new, "new"),
    ]
    return "\(format) \(read)" + others.filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
  }

  /// Returns the file extension of a path in lower case; `eml` for a message in a Maildir, which has none.
  static func format(of path: String) -> String {
    Maildir.isMessage(path) ? "eml" : (path as NSString).pathExtension.lowercased()
  }

  /// Returns the sum of the counts of several folders, in alphabetical order.
  package static func sum(of counts: some Sequence<FormatCount>) -> [FormatCount] {
    var sums: [String: FormatCount] = [:]
    for count in counts {
      var sum = sums[count.format] ?? FormatCount(format: count.format)
      for part in [\.read, \.inPart, \.byOCR, \.failed, \.skipped, \.stale, \.new] as [WritableKeyPath<Self, Int>] {
        sum[keyPath: part] += count[keyPath: part]
      }
      sums[count.format] = sum
    }
    return sums.values.sorted { $0.format < $1.format }
  }

  /// Counts what was read of a folder's documents.
  ///
  /// - Parameter unread: What could not be read, of documents of any folder.
  package static func counts(of documents: [Document], unread: [UnreadFile]) -> [FormatCount] {
    let states = Dictionary(
      unread.map { (ExactPath($0.folder + "/" + $0.path), $0) }, uniquingKeysWith: { first, _ in first })
    return sum(
      of: documents.map { document in
        var count = FormatCount(format: format(of: document.path))
        let state = states[ExactPath(document.folder + "/" + document.path)]
        if let state, !state.isPartlyRead {
          count.failed = 1
        } else {
          count.read = 1
          count.inPart = state?.isMissingText == true ? 1 : 0
          count.byOCR = state.map { ScannedPages.wereRead($0.problem) } == true ? 1 : 0
        }
        return count
      })
  }
}

extension UnreadFile {
  /// Whether text of the file is missing: what OCR has read is all there, if perhaps with wrong letters.
  package var isMissingText: Bool { problem.contains(";") || !ScannedPages.wereRead(problem) }

  /// Whether it is a text whose front matter could not be read.
  package var isOfFrontMatter: Bool { isPartlyRead && ForeignFormat(path: path) == nil }
}
