import Embedding
import TestSupport
import VectorStore

/// Notes in folders, some of them inside others, with tags, by chance; and scopes that show a part of them.
struct ScopeLayout {
  struct Note {
    var document: Document
    var chunks: [EncodedChunk]
  }

  /// `/a0` is not in `/a`, though its name begins so.
  static let folders = ["/a", "/a0", "/a/inner"]
  private static let places = ["", "lab/", "lab/deep/", "lab0/"]
  private static let tags = ["t", "u", "u/v", "T/w"]

  /// The notes of each folder, by path.
  private(set) var notes: [String: [String: Note]] = [:]

  /// Returns a scope of folders, of tags, or of both.
  static func scope(using generator: inout SeededGenerator) -> SearchFilter {
    var scope = SearchFilter()
    let kind = Int.random(in: 0..<4, using: &generator)
    if kind != 0 {
      for _ in 0..<Int.random(in: 1...2, using: &generator) {
        let inner = ["", "/lab", "/lab/deep", "/lab0"].randomElement(using: &generator) ?? ""
        scope.folders.append((folders.randomElement(using: &generator) ?? "") + inner)
      }
    }
    if kind < 2 { scope.tags = [["t", "u", "u/v", "w"].randomElement(using: &generator) ?? ""] }
    if kind == 3 { scope.excluded.tags = ["u/v"] }
    return scope
  }

  /// Whether a document passes a scope of `scope(using:)`.
  static func isSeen(_ document: Document, in scope: SearchFilter) -> Bool {
    let path = "\(document.folder)/\(document.path)"
    let tags = document.tags.map { $0.lowercased() }
    func has(_ tag: String) -> Bool { tags.contains { $0 == tag || $0.hasPrefix(tag + "/") } }
    return (scope.folders.isEmpty || scope.folders.contains { path.hasPrefix($0 + "/") })
      && scope.tags.allSatisfy(has) && !scope.excluded.tags.contains(where: has)
  }

  /// Returns the notes that a scope shows, as the changes that make an index of them alone.
  func changes(makingWhatIsSeenIn scope: SearchFilter) -> [IndexChange] {
    notes.sorted { $0.key < $1.key }.flatMap { _, notes in
      notes.sorted { $0.key < $1.key }.map(\.value).filter { Self.isSeen($0.document, in: scope) }
        .map { .replace($0.document, $0.chunks) }
    }
  }

  var count: Int { notes.values.reduce(0) { $0 + $1.count } }

  /// Changes some notes, and returns the changes.
  mutating func change(using generator: inout SeededGenerator) -> [IndexChange] {
    var changes: [IndexChange] = []
    var touched: Set<String> = []
    for _ in 0..<24 {
      let folder = Self.folders.randomElement(using: &generator) ?? ""
      let place = Self.places.randomElement(using: &generator) ?? ""
      let path = "\(place)\(Int.random(in: 0..<4, using: &generator)).md"
      guard touched.insert("\(folder) \(path)").inserted else { continue }
      let known = notes[folder]?[path]
      switch Int.random(in: 0..<6, using: &generator) {
      case 0 where known != nil:
        notes[folder]?[path] = nil
        changes.append(.remove(folder: folder, path: path))
      case 1:
        // Only its tags change, so that its words stay where they are.
        guard var known else { continue }
        known.document.tags = Self.someTags(&generator)
        notes[folder]?[path] = known
        changes.append(.keepChunks(ofPath: path, in: folder, as: known.document))
      case 2:
        guard var known, let other = Self.folders.filter({ $0 != folder }).randomElement(using: &generator) else {
          continue
        }
        // To a path of its own, so that nothing is replaced.
        let moved = "\(place)from\(folder.replacing("/", with: "-")) \(path.replacing("/", with: "-"))"
        guard notes[other]?[moved] == nil else { continue }
        notes[folder]?[path] = nil
        (known.document.folder, known.document.path) = (other, moved)
        notes[other, default: [:]][moved] = known
        changes.append(.keepChunks(ofPath: path, in: folder, as: known.document))
      default:
        let note = Self.note(at: path, in: folder, &generator)
        notes[folder, default: [:]][path] = note
        changes.append(.replace(note.document, note.chunks))
      }
    }
    return changes
  }

  private static func someTags(_ generator: inout SeededGenerator) -> [String] {
    tags.filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
  }

  private static func text(_ most: Int, _ generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...most, using: &generator)).map { _ in
      RoleLayout.words.randomElement(using: &generator) ?? ""
    }.joined(separator: " ")
  }

  private static func note(at path: String, in folder: String, _ generator: inout SeededGenerator) -> Note {
    var document = Document.test(
      path, in: folder, title: text(2, &generator), modified: Int64.random(in: 1...9, using: &generator),
      tags: someTags(&generator))
    document.size = .random(in: 1...999, using: &generator)
    if Int.random(in: 0..<5, using: &generator) == 0 { document.problem = "page 3 is damaged" }
    var shape = NoteShape()
    shape.aliases = [text(2, &generator)]
    shape.properties = [NoteProperty(key: "state", value: text(1, &generator))]
    let day = Day(number: 20_000 + Int.random(in: 0..<9, using: &generator))
    shape.dated = day...day
    shape.anchors = [NoteAnchor(line: 1, level: 1, name: text(1, &generator))]
    shape.links = [NoteLink(line: 2, kind: .wiki, target: "\(Int.random(in: 0..<4, using: &generator))")]
    shape.tasks = [NoteTask(line: 3, mark: " ", text: text(3, &generator))]
    document.shape = shape
    let chunks = (0..<Int.random(in: 0...3, using: &generator)).map { line in
      EncodedChunk.test(
        text(12, &generator), line: line + 1,
        vector: .random(HashingEncoder().space.dimensions, using: &generator))
    }
    return Note(document: document, chunks: chunks)
  }
}
