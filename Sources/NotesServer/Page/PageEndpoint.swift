import JSONSchema
import LanguageModels
import NotesMCP
import Retriever
import VectorStore

/// The page for browsers. Search and reading work without JavaScript: the server writes the results into it. What
/// a browser may do with the page is said by the process that listens.
enum PageEndpoint {
  static func page(_ request: HTTPRequest, _ services: ServerServices) async throws -> HTTPReply {
    let query = request.query["q"] ?? ""
    var results = ""
    do {
      if let note = request.query["note"], !note.isEmpty {
        results = try await self.note(note, lines: request.query["lines"], services)
      } else if !query.allSatisfy(\.isWhitespace) {
        results = try await self.results(for: query, services)
      }
    } catch {
      results = "<p class=\"notice\">\(services.serverError(for: error).message.escapedHTML)</p>"
    }
    let html = PageFiles.text(of: "page.html")
      .replacing("{{query}}", with: query.escapedHTML)
      .replacing("{{state}}", with: (await state(services)).escapedHTML)
      .replacing("{{results}}", with: results)
    return .text(html, as: "text/html; charset=utf-8")
  }

  static func part(_ request: HTTPRequest, _ services: ServerServices) async throws -> HTTPReply {
    let name = String(request.path.dropFirst("/page/".count))
    guard name != "page.html", let type = PageFiles.type(of: name) else {
      throw ServerError.missing("the page has no part of this name")
    }
    return .text(PageFiles.text(of: name), as: type)
  }

  private static func state(_ services: ServerServices) async -> String {
    guard let status = try? await services.notes.index().status() else { return "There is no index yet." }
    return "\(status.documents) notes, \(status.chunks) chunks"
  }

  /// Where the page shows lines of a note.
  static func address(of source: Source) -> String {
    let id = NoteID(path: NoteID(source).path).text
    let (first, last) = (source.lines.lowerBound, source.lines.upperBound)
    return "/?note=\(id.escapedQuery)&lines=\(first)-\(last)#L\(first)"
  }

  private static func results(for query: String, _ services: ServerServices) async throws -> String {
    let (result, _) = try await SearchEndpoint.search(query, limit: SearchEndpoint.usualLimit, services)
    guard !result.passages.isEmpty else { return "<p class=\"notice\">Nothing found.</p>" }
    let terms = ExcerptTerms.terms(of: query)
    let items = result.passages.map { passage in
      let address = address(of: passage.source)
      let excerpt = passage.excerpt(for: query).map { marked($0, terms) }.joined(separator: "<br>")
      return """
        <li class="passage"><a class="source" href="\(address.escapedHTML)">\
        \(passage.shownSource(for: query).description.visibleLine.escapedHTML)</a>\
        <span class="title">\(passage.title.shownTitle)</span>\
        <p class="excerpt">\(excerpt)</p></li>
        """
    }
    return "<ol class=\"results\">\(items.joined())</ol>"
  }

  private static func marked(_ line: String, _ terms: Set<String>) -> String {
    var (html, word) = ("", "")
    func flush() {
      html += terms.contains(where: word.lowercased().contains) ? "<mark>\(word.escapedHTML)</mark>" : word.escapedHTML
      word = ""
    }
    for character in line.visibleText {
      if character.isLetter || character.isNumber {
        word.append(character)
      } else {
        flush()
        html += String(character).escapedHTML
      }
    }
    flush()
    return html
  }

  private static func note(_ id: String, lines: String?, _ services: ServerServices) async throws -> String {
    let cited = lines.flatMap { NoteID.lines(in: $0[...]) }
    let part = try await DocumentsEndpoint.part(of: id, around: cited?.lowerBound ?? 1, services)
    let html = part.lines.enumerated().map { place, line in
      let number = part.first + place
      let mark = cited?.contains(number) == true ? " cited" : ""
      let text = shown(line)
      return "<span class=\"line\(mark)\" id=\"L\(number)\" data-line=\"\(number)\">\(text)</span>"
    }
    return """
      <article class="note"><h2>\(part.document.title.shownTitle)</h2>\
      <pre>\(html.joined(separator: "\n"))</pre></article>
      """
  }
}

extension PageEndpoint {
  /// The most characters shown of a line: a browser lays out longer ones for minutes.
  private static let longestLine = 20_000

  /// Returns a line as HTML, cut if it is very long.
  static func shown(_ line: String) -> String {
    let text = line.prefix(longestLine)
    let left = line[text.endIndex...].count
    return String(text).visibleText.escapedHTML
      + (left > 0 ? " … <em>cut here: \(left) more characters are in the file</em>" : "")
  }
}

extension String {
  /// The beginning of a title, which may be as long as a file.
  fileprivate var shownTitle: String { String(prefix(500)).visibleLine.escapedHTML }

  /// The text as HTML shows it.
  var escapedHTML: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
      // No text can stand for a part of the page.
      .replacing("{", with: "&#123;")
  }

  /// The text as a value after `?`.
  fileprivate var escapedQuery: String {
    utf8.map { byte in
      let character = Character(Unicode.Scalar(byte))
      return byte < 0x80 && (character.isLetter || character.isNumber || "-._~/".contains(character))
        ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
