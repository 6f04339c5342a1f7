import Embedding
import Foundation
import Indexer
import NotesMCP
import Retriever
import TestSupport
import VectorStore

/// What is done with the text of a note, from reading it to showing it, a step at a time.
enum TextWork: String, CaseIterable {
  case parsing, chunks, comments, entries, sentences, mentions, boilerplate, orders, facts, quantities, dates, excerpt
  case hiddenParts, visible, keywords, tokens

  /// The largest text that comes this far: what is done with passages is done with a chunk or a few.
  var most: Int {
    switch self {
    case .parsing, .chunks, .comments, .entries, .hiddenParts, .visible, .keywords, .tokens: .max
    default: 1 << 14
    }
  }

  func run(_ text: String, as path: String) throws {
    switch self {
    case .parsing: _ = try ParsedDocument(DocumentText(text), path: path)
    case .chunks:
      let chunker = Chunker(maximumTokens: 256) { $0.utf8.count / 4 + 1 }
      _ = try chunker.chunks(of: ParsedDocument(DocumentText(text), path: path)).all()
    case .comments: _ = try DocumentText(text).withoutComments()
    case .entries:
      let chunk = Chunk(
        text: text, headingPath: [], lines: 1...text.utf8.count + 1, bytes: 0..<text.utf8.count, tableHeader: nil)
      _ = NoteEntries.read([chunk])
    case .sentences: _ = Sentences.split(text, firstLine: 1).count + Sentences.ranges(in: text).count
    case .mentions: _ = NoteMentions(in: text).contains(title: text, path: "a/b.md")
    case .boilerplate: _ = Boilerplate(among: [(1, text), (2, text), (3, text)]).prose(of: text)
    case .orders: _ = Orders.isOrder(text)
    case .facts:
      _ = Facts.facts(of: text)
      _ = Facts.text(text, holds: "www.example.org/a")
    case .quantities: _ = Quantity.all(in: text)
    case .dates: _ = EntryDate(firstIn: text)
    case .excerpt: _ = ExcerptTerms(of: text)
    case .hiddenParts: _ = NoteText.hidden(in: text)
    case .visible: _ = NoteText.shown(text)
    case .keywords: _ = KeywordText.indexed(KeywordText.folded(text))
    case .tokens: _ = try MiniLM.encoder().tokenCount(of: text)
    }
  }
}
