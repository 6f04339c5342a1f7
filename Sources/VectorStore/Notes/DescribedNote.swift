/// A note with what it says of itself, for lists.
package struct DescribedNote: Sendable {
  package var document: Document
  package var shape: NoteShape

  package init(document: Document, shape: NoteShape) { (self.document, self.shape) = (document, shape) }

  /// The orders of a list.
  package enum Order: String, Sendable, CaseIterable {
    /// The last changed first.
    case modified
    /// The latest of its own days first, those without one last.
    case date
    /// By title.
    case title
    /// By path.
    case path
  }

  /// Returns entries in an order, ties by path.
  package static func sorted(_ entries: [DescribedNote], by order: Order) -> [DescribedNote] {
    entries.sorted { left, right in
      let paths = (left.document.path, left.document.folder) < (right.document.path, right.document.folder)
      switch order {
      case .path: return paths
      case .title:
        let titles = (NoteName.lowercased(left.document.title), NoteName.lowercased(right.document.title))
        return titles.0 == titles.1 ? paths : titles.0 < titles.1
      case .modified:
        let (first, second) = (left.document.modified, right.document.modified)
        return first == second ? paths : first > second
      case .date:
        let (first, second) = (
          left.shape.dated?.lowerBound.number ?? .min, right.shape.dated?.lowerBound.number ?? .min
        )
        return first == second ? paths : first > second
      }
    }
  }
}
