import Embedding
import Foundation
import Postgres
import TestSupport
import VectorStore

/// An index that has some of everything.
enum FullIndex {
  static let folders = ["/notes/a", "/notes/b", "/notes/empty"]
  private static let words = [
    "the", "key", "keys", "rotation", "garden", "HK-01", "Straße", "naïve", "鍵を回す", "열쇠를", "don't", "C++", "nul\0",
    "private \u{F0000} mark", "🧑‍🚀",
  ]
  private static let dimensions = 24

  static var encoder: HashingEncoder { HashingEncoder(dimensions: dimensions) }

  static func text(_ most: Int, _ generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...most, using: &generator)).map { _ in words.randomElement(using: &generator) ?? "" }
      .joined(separator: " ")
  }

  static func document(_ path: String, in folder: String, _ generator: inout SeededGenerator) -> IndexChange {
    var document = Document.test(
      path, in: folder, title: text(3, &generator), digest: "\(UInt64.random(in: 0 ... .max, using: &generator))",
      modified: .random(in: 0...1_700_000_000_000_000_000, using: &generator), tags: ["work/travel", "House"])
    document.size = .random(in: 0...1_000_000_000_000, using: &generator)
    if Bool.random(using: &generator) {
      document.places = Places(
        unit: .row, marks: [.init(line: 1, label: "Sheet “1”", row: 2), .init(line: 9, label: "")])
    }
    if Int.random(in: 0..<4, using: &generator) == 0 { document.problem = "page 3 is damaged" }
    document.shape = shape(&generator)
    let count = Int.random(in: 0...5, using: &generator)
    let chunks = (0..<count).map { line in
      var chunk = EncodedChunk.test(
        text(20, &generator), headings: [text(2, &generator), ""], line: line + 1,
        vector: .random(dimensions, using: &generator))
      if line == 1 { chunk.chunk.tableHeader = "| a | b |\n|---|---|" }
      return chunk
    }
    return .replace(document, chunks)
  }

  private static func shape(_ generator: inout SeededGenerator) -> NoteShape {
    var shape = NoteShape()
    guard Int.random(in: 0..<5, using: &generator) > 0 else { return shape }
    shape.aliases = ["Another name", "Alias \(Int.random(in: 0..<9, using: &generator))"]
    shape.properties = [
      NoteProperty(key: "Status", value: "done"), NoteProperty(key: "author.name", value: "Ann"),
      NoteProperty(key: "Rating", value: "4.50"), NoteProperty(key: "Rating", value: ""),
    ]
    shape.dated = Day(number: 20_000)...Day(number: 20_000 + Int.random(in: 0..<9, using: &generator))
    shape.anchors = [
      NoteAnchor(line: 1, level: 1, name: "Keys"), NoteAnchor(line: 1, level: 0, name: "block"),
      NoteAnchor(line: 4, level: -1, name: "html"),
    ]
    if Bool.random(using: &generator) {
      shape.anchors += [2, 3].map { NoteAnchor(line: $0, level: 2, name: "2025-03-1\($0)") }
    }
    shape.links = [
      NoteLink(line: 2, kind: .wiki, target: "Keys", place: "Rotation", text: "shown"),
      NoteLink(line: 2, kind: .embed, target: "x.png"), NoteLink(line: 3, kind: .markdown, target: "", place: "^b"),
    ]
    var task = NoteTask(line: 5, mark: "x", text: "water the roses")
    (task.due, task.scheduled) = (Day(number: 20_100), Day(number: 20_090))
    (task.start, task.done) = (Day(number: 1), Day(number: 20_101))
    shape.tasks = [task, NoteTask(line: 6, mark: " ", text: "")]
    return shape
  }

  /// Fills an index, so that the numbers of its rows have gaps.
  static func fill(_ index: SearchIndex, documents: Int = 60, seed: UInt64 = 1) async throws {
    var generator = SeededGenerator(seed: seed)
    for folder in folders { try await index.noteFolder(folder) }
    try await index.note(FolderSettings([.code, .scans], timeZone: "Asia/Tokyo"), ofFolder: "/notes/a")
    try await index.note(FolderSettings([.withoutComments]), ofFolder: "/notes/empty")
    for number in 0..<documents {
      try await index.apply([document("d/\(number).md", in: folders[number % 2], &generator)])
    }
    for number in stride(from: 3, to: documents, by: 9) {
      try await index.apply([
        .remove(folder: folders[number % 2], path: "d/\(number).md"),
        document("d/\(number - 1).md", in: folders[(number - 1) % 2], &generator),
      ])
    }
    let moved = try await index.documents(in: "/notes/a")[0]
    var renamed = moved
    renamed.path = "renamed.md"
    try await index.apply([.keepChunks(ofPath: moved.path, as: renamed)])
    try await index.noteFolder("/notes/a", indexedAt: 1_700_000_000)
    try await index.noteFolder("/notes/b", indexedAt: 1_600_000_000)
    var kept = IndexBatch(of: "/notes/b")
    for number in 0..<20 { kept.kept["kept \(number)"] = .random(dimensions, using: &generator) }
    try await index.store(kept)
  }

  /// All that an index has and finds, without the numbers of rows, read as other parts of the program read it.
  static func everything(of index: SearchIndex) async throws -> [String] {
    var all: [String] = []
    let status = try await index.status()
    all.append("\(String(describing: status.space)) \(status.documents) \(status.chunks)")
    all += status.folders.map { "\($0.path) \($0.documents) \($0.chunks) \($0.indexedSeconds) \($0.settings)" }
    all.append("\(try await index.unfinishedFolders())")
    for folder in status.folders.map(\.path) {
      for document in try await index.documents(in: folder) {
        all.append("\(document)")
        all.append("\(try await index.shape(ofDocument: document.path, in: folder) as Any)")
        all += try await index.chunks(ofDocument: document.path, in: folder).map { "\($0.ordinal) \($0.chunk)" }
      }
      let digests = try await index.keptDigests(in: folder)
      let kept = try await index.vectors(forDigests: digests, keptAlone: true)
      all += kept.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.elements.map(\.bitPattern))" }
    }
    all += try await index.allLinks().map { "\($0)" }
    all += try await index.tasks(where: SearchFilter()).map { "\($0)" }
    all += try await index.unreadFiles().map { "\($0)" }
    all += try await index.documents(called: ["another name"]).map { "\($0.folder) \($0.path) \($0.written)" }.sorted()
    var generator = SeededGenerator(seed: 5)
    for filter in [
      SearchFilter(), SearchFilter(tags: ["work"]), SearchFilter(folders: ["/notes/b"]),
      SearchFilter(dated: Day(number: 20_160)...Day(number: 20_160)),
      SearchFilter(dated: Day(number: 20_005)...Day(number: 20_160), phrases: ["key"]),
    ] {
      for word in words + ["rotation of the keys"] {
        let found = try await index.keywordMatches(word, limit: 12, where: filter)
        let places = try await places(of: found.map(\.chunk), in: index)
        all += zip(found, places).map { "\(word) \($1) \($0.exact.bitPattern) \($0.stemmed.bitPattern)" }
      }
      for _ in 0..<5 {
        let found = try await index.nearest(to: .random(dimensions, using: &generator), limit: 12, where: filter)
        let places = try await places(of: found.map(\.chunk), in: index)
        all += zip(found, places).map { "\($1) \($0.cosine.bitPattern)" }
      }
    }
    return all
  }

  private static func places(of chunks: [Int64], in index: SearchIndex) async throws -> [String] {
    try await index.chunks(withIDs: chunks).map { "\($0.document.folder)/\($0.document.path) \($0.ordinal)" }
  }
}
