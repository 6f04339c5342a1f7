import Embedding
import TestSupport
import VectorStore

/// Roles that are members of each other, folders that some of them own, and the notes in these, by chance.
struct RoleLayout {
  struct Role {
    var name: String
    /// Whether it has the privileges of the roles that it is a member of.
    var inherits: Bool
    /// Members are before their groups, so that there are no circles.
    var groups: [Int]
  }

  struct Note {
    var document: Document
    var chunks: [EncodedChunk]
  }

  static let words = [
    "the", "key", "keys", "garden", "gardens", "rotate", "rotation", "Straße", "naïve", "鍵を回す", "鍵盤", "x1",
  ]

  private(set) var roles: [Role] = []
  /// The owner of each folder; `nil` is everybody.
  private(set) var owners: [String: Int?] = [:]
  /// The notes of each folder, by path.
  private(set) var notes: [String: [String: Note]] = [:]

  init(using generator: inout SeededGenerator) {
    let count = Int.random(in: 2...6, using: &generator)
    for number in 0..<count {
      let groups = (number + 1..<max(number + 1, count)).filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
      roles.append(
        Role(name: "n\(number)", inherits: Int.random(in: 0..<4, using: &generator) > 0, groups: groups))
    }
    for number in 0..<Int.random(in: 1...5, using: &generator) {
      owners["/folder \(number)"] = .some(
        Int.random(in: 0..<4, using: &generator) == 0 ? nil : Int.random(in: 0..<count, using: &generator))
    }
  }

  /// The folders, sorted.
  var folders: [String] { owners.keys.sorted() }

  /// Returns the roles whose privileges a role has: its own, and, if it inherits, those of its groups.
  func held(by role: Int) -> Set<Int> {
    guard roles[role].inherits else { return [role] }
    return roles[role].groups.reduce(into: [role]) { $0.formUnion(held(by: $1)) }
  }

  /// Returns the folders that a role may see, sorted.
  func folders(seenBy role: Int) -> [String] {
    let held = held(by: role)
    return folders.filter { folder in (owners[folder] ?? nil).map(held.contains) ?? true }
  }

  /// Returns a role that may write a folder.
  func writer(of folder: String, using generator: inout SeededGenerator) -> Int {
    roles.indices.filter { folders(seenBy: $0).contains(folder) }.randomElement(using: &generator) ?? 0
  }

  mutating func give(_ folder: String, to owner: Int?) { owners[folder] = .some(owner) }

  // MARK: Notes

  /// Changes some notes of a folder, and returns the changes.
  mutating func change(
    _ folder: String, seenTogetherWith others: [String], _ encoder: HashingEncoder,
    using generator: inout SeededGenerator
  ) -> [IndexChange] {
    var changes: [IndexChange] = []
    var touched: Set<String> = []
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let path = "\(Int.random(in: 0..<8, using: &generator)).md"
      guard touched.insert(path).inserted else { continue }
      let known = notes[folder]?[path]
      switch Int.random(in: 0..<6, using: &generator) {
      case 0 where known != nil:
        notes[folder]?[path] = nil
        changes.append(.remove(folder: folder, path: path))
      case 1:
        guard var known, let other = others.filter({ $0 != folder }).randomElement(using: &generator) else { continue }
        // To a path of its own, so that nothing is replaced.
        let moved = "from \(folder.dropFirst()) \(path)"
        guard notes[other]?[moved] == nil else { continue }
        notes[folder]?[path] = nil
        (known.document.folder, known.document.path) = (other, moved)
        notes[other, default: [:]][moved] = known
        changes.append(.keepChunks(ofPath: path, in: folder, as: known.document))
      default:
        let note = note(at: path, in: folder, encoder, using: &generator)
        notes[folder, default: [:]][path] = note
        changes.append(.replace(note.document, note.chunks))
      }
    }
    return changes
  }

  private func note(
    at path: String, in folder: String, _ encoder: HashingEncoder, using generator: inout SeededGenerator
  ) -> Note {
    func text(_ most: Int, _ generator: inout SeededGenerator) -> String {
      (0..<Int.random(in: 1...most, using: &generator)).map { _ in
        Self.words.randomElement(using: &generator) ?? ""
      }.joined(separator: " ")
    }
    var document = Document.test(
      path, in: folder, title: text(2, &generator), modified: Int64.random(in: 1...9, using: &generator), tags: ["t"])
    var shape = NoteShape()
    shape.aliases = [text(2, &generator)]
    shape.properties = [NoteProperty(key: "state", value: text(1, &generator))]
    shape.anchors = [NoteAnchor(line: 1, level: 1, name: text(1, &generator))]
    shape.links = [NoteLink(line: 2, kind: .wiki, target: text(1, &generator))]
    shape.tasks = [NoteTask(line: 3, mark: " ", text: text(3, &generator))]
    document.shape = shape
    let chunks = (0..<Int.random(in: 0...3, using: &generator)).map { line in
      EncodedChunk.test(
        text(12, &generator), line: line + 1, vector: .random(encoder.space.dimensions, using: &generator))
    }
    return Note(document: document, chunks: chunks)
  }

  /// Returns the changes that make an index of a role's notes alone.
  func notes(seenBy role: Int) -> [IndexChange] {
    folders(seenBy: role).flatMap { folder in
      (notes[folder] ?? [:]).sorted { $0.key < $1.key }.map { .replace($0.value.document, $0.value.chunks) }
    }
  }
}
