import ForeignFormats

/// Converts books: the chapters in the order in which they are read.
enum EPUBConverter {
  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    let archive = try ZipArchive(bytes)
    guard let container = try archive.xml("META-INF/container.xml"),
      let package = withExtendedLifetime(container, { container.root.first("rootfile")?.attribute("full-path") })
    else { throw ConversionError.damaged("META-INF/container.xml names no book") }
    guard let book = try archive.xml(package) else { throw ConversionError.damaged("\(package) is missing") }
    // A list of encrypted files may name fonts alone.
    let encryption = try archive.xml("META-INF/encryption.xml")
    let encrypted = encryption.map { list in
      withExtendedLifetime(list) { Set(list.root.all("CipherReference").compactMap { $0.attribute("URI") }) }
    }
    let folder = ZipArchive.split(package).folder
    let (title, chapters) = withExtendedLifetime(book) { read(book.root, in: folder) }
    var byline = withExtendedLifetime(book) { authors(of: book.root) }
    if let encrypted, let first = chapters.first, encrypted.contains(first) { throw ConversionError.encrypted }

    var writer = MarkdownWriter()
    var number = 0
    var missing = 0
    var seen: Set<String> = []
    for chapter in chapters where seen.insert(chapter).inserted {
      guard let file = try archive.file(chapter) else {
        missing += 1
        continue
      }
      let page = try MarkupDocument(html: file)
      withExtendedLifetime(page) {
        HiddenText.remove(below: page.root)
        let body = page.root.first("body") ?? page.root
        guard HTMLWalk.textCount(in: body, byClass: false, inMain: true) > 0 else { return }
        number += 1
        writer.begin("\(number)")
        // So that a search for a name finds the book.
        if let names = byline { writer.paragraph("By " + names) }
        byline = nil
        HTMLConverter.write(body, inBook: true, to: &writer)
      }
    }
    let remarks = missing > 0 ? ["\(missing) of \(chapters.count) chapters are missing"] : []
    return writer.conversion(title: title, unit: .chapter, remarks: remarks)
  }

  /// Returns the names of those who made a book: `Odile Brandt, Jan Pohl (translator)`.
  private static func authors(of book: MarkupNode) -> String? {
    var roles: [String: String] = [:]
    for meta in book.all("meta") where meta.attribute("property") == "role" {
      meta.attribute("refines").map { roles[String($0.drop { $0 == "#" })] = meta.text }
    }
    let found = ["creator", "contributor"].flatMap { name in book.all(name) }.compactMap { person -> String? in
      guard let name = MarkdownWriter.oneLine(person.text) else { return nil }
      let role = person.attribute("role") ?? person.attribute("id").flatMap { roles[$0] }
      if person.name == "contributor" || role != nil, role != "aut" {
        // Programs that make books call themselves contributors.
        return role.flatMap { Self.roles[$0] }.map { "\(name) (\($0))" } ?? (person.name == "creator" ? name : nil)
      }
      return name
    }
    return found.isEmpty ? nil : found.joined(separator: ", ")
  }

  /// What those are called who made a book with its author (MARC Code List for Relators).
  private static let roles = [
    "edt": "editor", "ill": "illustrator", "trl": "translator", "nrt": "narrator", "aui": "author of the introduction",
    "aft": "author of the afterword", "com": "compiler", "pht": "photographer",
  ]

  private static func read(_ book: MarkupNode, in folder: String) -> (title: String?, chapters: [String]) {
    let files = Dictionary(
      book.all("item").compactMap { item in
        guard let id = item.attribute("id"), let target = item.attribute("href") else { return nil }
        // The list of contents is no chapter.
        return item.attribute("properties")?.contains("nav") == true
          ? nil : (id, ZipArchive.resolve(target, from: folder))
      } as [(String, String)], uniquingKeysWith: { first, _ in first })
    let chapters = book.all("itemref").compactMap { $0.attribute("idref").flatMap { files[$0] } }
    return (book.first("title")?.text, chapters)
  }
}
