/// The comments on slides, of the older form and of the newer one with replies.
struct SlideComments {
  private let archive: ZipArchive
  /// The authors' names by their numbers.
  private let authors: [String: String]

  /// - Parameter presentation: The main part's name.
  init(_ archive: ZipArchive, presentation: String) {
    self.archive = archive
    let parts = (try? archive.relationsByType(of: presentation)) ?? [:]
    var authors: [String: String] = [:]
    for (kind, element) in [("commentAuthors", "cmAuthor"), ("authors", "author")] {
      guard let name = parts[kind], let list = try? archive.xml(name) else { continue }
      withExtendedLifetime(list) {
        for author in list.root.all(element) { author.attribute("id").map { authors[$0] = author.attribute("name") } }
      }
    }
    self.authors = authors
  }

  /// Writes those of a slide.
  func write(of slide: String, to writer: inout MarkdownWriter) {
    guard let name = (try? archive.relationsByType(of: slide))?["comments"], let list = try? archive.xml(name) else {
      return
    }
    withExtendedLifetime(list) {
      for comment in list.root.all("cm") {
        write(comment, to: &writer)
        for reply in comment.all("reply") { write(reply, to: &writer) }
      }
    }
  }

  private func write(_ comment: MarkupNode, to writer: inout MarkdownWriter) {
    let words = comment.elements.flatMap { part -> [String] in
      switch part.name {
      case "text": [part.text]
      case "txBody": part.all("p").map(\.drawnText)
      default: []
      }
    }
    writer.comment(words.joined(separator: " "), by: comment.attribute("authorId").flatMap { authors[$0] })
  }
}
