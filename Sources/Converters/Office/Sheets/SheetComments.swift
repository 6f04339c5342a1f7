/// The comments on cells: notes, and threads with the names of those who wrote them.
struct SheetComments {
  private let archive: ZipArchive
  /// The names of those who wrote threads, by their ids.
  private let people: [String: String]

  /// - Parameter workbook: The main part's name.
  init(_ archive: ZipArchive, workbook: String) {
    self.archive = archive
    let name = (try? archive.relationsByType(of: workbook))?["person"]
    people =
      name.flatMap { try? archive.xml($0) }.map { list in
        withExtendedLifetime(list) {
          Dictionary(
            list.root.all("person").compactMap { person in
              person.attribute("id").map { ($0, person.attribute("displayName") ?? "") }
            }, uniquingKeysWith: { first, _ in first })
        }
      } ?? [:]
  }

  /// Adds those of a sheet to its cells. Returns those of cells that are empty.
  func add(
    of sheet: String, to rows: inout [(number: Int, cells: [String])]
  ) -> [(cell: String, text: String)] {
    let places = Dictionary(rows.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { first, _ in first })
    var unplaced: [(cell: String, text: String)] = []
    for comment in comments(of: sheet) {
      guard let words = MarkdownWriter.oneLine(comment.text) else { continue }
      guard let column = SheetPlace.column(comment.cell), let row = SheetPlace.row(comment.cell),
        let place = places[row], column < rows[place].cells.count
      else {
        unplaced.append((comment.cell, words))
        continue
      }
      rows[place].cells[column] += " (comment: \(words))"
    }
    return unplaced
  }

  private func comments(of sheet: String) -> [(cell: String, text: String)] {
    let parts = (try? archive.relationsByType(of: sheet)) ?? [:]
    let threads = parts["threadedComment"].map { read($0, "threadedComment") } ?? []
    // A thread's copy for older programs begins with words about these programs.
    let threaded = Set(threads.map(\.cell))
    return threads + (parts["comments"].map { read($0, "comment") } ?? []).filter { !threaded.contains($0.cell) }
  }

  private func read(_ part: String, _ name: String) -> [(cell: String, text: String)] {
    guard let document = try? archive.xml(part) else { return [] }
    return withExtendedLifetime(document) {
      document.root.all(name).compactMap { comment in
        guard let cell = comment.attribute("ref"), let text = comment.first("text")?.text else { return nil }
        let author = comment.attribute("personId").flatMap { people[$0] } ?? ""
        return (cell, author.isEmpty ? text : "\(author): \(text)")
      }
    }
  }
}
