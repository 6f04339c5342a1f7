/// A note with what it says of itself, for lists.
package struct DescribedNote: Sendable {
  package var document: Document
  package var shape: NoteShape

  package init(document: Document, shape: NoteShape) { (self.document, self.shape) = (document, shape) }

  /// The orders of a list.
  package enum Order: Sendable, Hashable {
    /// The last changed first.
    case modified
    /// The latest of its own days first, those without one last.
    case date
    /// By title.
    case title
    /// By path.
    case path
    /// By the first value of a key of the front matter, numbers before text; notes without the key last.
    case key(String)

    /// The orders that have a name of their own.
    package static let named: [(name: String, order: Order)] = [
      ("modified", .modified), ("date", .date), ("title", .title), ("path", .path),
    ]

    /// Returns the order of a name, else that by a key of the front matter; `nil` without a name.
    package init?(_ name: String) {
      let key = NoteProperty.folded(name)
      guard !key.isEmpty else { return nil }
      self = Self.named.first { $0.name == key }?.order ?? .key(key)
    }
  }

  /// Returns entries in an order, ties by path.
  ///
  /// - Parameter reversed: Whether the last comes first; notes without the key, or without a date, stay last.
  package static func sorted(
    _ entries: [DescribedNote], by order: Order, reversed: Bool = false
  ) -> [DescribedNote] {
    var (known, unknown): ([(entry: DescribedNote, rank: Rank)], [DescribedNote]) = ([], [])
    for entry in entries {
      if let rank = entry.rank(in: order) { known.append((entry, rank)) } else { unknown.append(entry) }
    }
    func path(_ entry: DescribedNote) -> (String, String) { (entry.document.path, entry.document.folder) }
    known.sort { left, right in
      guard left.rank == right.rank else { return reversed ? right.rank < left.rank : left.rank < right.rank }
      return reversed ? path(left.entry) > path(right.entry) : path(left.entry) < path(right.entry)
    }
    return known.map(\.entry) + unknown.sorted { path($0) < path($1) }
  }

  /// Whether the note's front matter has a folded key with a value.
  package func has(_ key: String) -> Bool { rank(in: .key(key)) != nil }

  /// What decides the place of a note in an order.
  private enum Rank: Comparable {
    case whole(Int64)
    case number(Double)
    case text(String)
  }

  /// Returns what decides the note's place; `nil` if it does not have it.
  private func rank(in order: Order) -> Rank? {
    switch order {
    // Ties by path decide.
    case .path: return .text("")
    case .title: return .text(NoteName.lowercased(document.title))
    case .modified: return .whole(-document.modified)
    case .date: return shape.dated.map { .whole(-Int64($0.lowerBound.number)) }
    case .key(let key):
      let values = shape.properties.filter { NoteProperty.folded($0.key) == key }.map { NoteName.trimmed($0.value) }
      guard let value = values.first(where: { !$0.isEmpty }) else { return nil }
      return NoteProperty.number(value).map { .number($0) } ?? .text(NoteName.lowercased(value))
    }
  }
}
