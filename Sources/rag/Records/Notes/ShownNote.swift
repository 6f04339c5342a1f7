import VectorStore

/// What `rag show` shows of a note.
struct ShownNote: Encodable {
  /// A heading, or a chunk.
  struct Part: Encodable {
    var line: Int
    var lastLine: Int?
    /// Of a heading, 1 for the highest.
    var level: Int?
    /// The heading's text, or the headings above a chunk.
    var text: String
  }

  var note: ListedNote
  /// What of the file could not be read.
  var problem: String?
  var outline: [Part]
  var chunks: [Part]
  var links: [LinkRecord]
  var backlinks: [LinkRecord]
  var tasks: [TaskRecord]
  private var ends: [String]

  private enum CodingKeys: CodingKey {
    case note, problem, outline, chunks, links, backlinks, tasks
  }

  init(_ entry: DescribedNote, _ chunks: [StoredChunk], links: [ResolvedLink], backlinks: [ResolvedLink]) {
    note = ListedNote(entry)
    problem = entry.document.problem
    outline = entry.shape.anchors.filter { $0.level > 0 }.map { Part(line: $0.line, level: $0.level, text: $0.name) }
    self.chunks = chunks.map { chunk in
      Part(
        line: chunk.chunk.lines.lowerBound, lastLine: chunk.chunk.lines.upperBound,
        text: chunk.chunk.headingPath.joined(separator: " > "))
    }
    (self.links, self.backlinks) = (links.map { LinkRecord($0) }, backlinks.map { LinkRecord($0) })
    ends = links.map { "\($0.link.line)  \(LinkRecord.written($0.link))  \(LinkRecord.end(of: $0))" }
    tasks = entry.shape.tasks.map { TaskRecord($0, folder: entry.document.folder, path: entry.document.path) }
  }

  /// Prints it for a person.
  func write() {
    Console.write("\(Console.bold(note.title))  \(note.folder)/\(note.path)")
    var facts: [(String, String)] = []
    if !note.aliases.isEmpty { facts.append(("aliases", note.aliases.joined(separator: ", "))) }
    if let days = note.days { facts.append(("date", days)) }
    facts.append(("modified", String(note.modified.prefix(10))))
    if !note.tags.isEmpty { facts.append(("tags", note.tags.map { "#\($0)" }.joined(separator: " "))) }
    for (key, values) in note.frontMatter.sorted(by: { $0.key < $1.key })
    where key.lowercased() != "title" && values != [note.days] {
      facts.append((key, values.joined(separator: ", ")))
    }
    for (name, value) in facts { Console.write("  \(Console.dim(name))  \(value)") }
    if let problem { Console.write("  \(Console.warning(problem))") }
    section("Outline", outline.map { "\($0.line)  " + String(repeating: "  ", count: ($0.level ?? 1) - 1) + $0.text })
    section("Links", ends)
    section("Backlinks", backlinks.map { "\($0.path):\($0.line)" })
    section("Tasks", tasks.map { "\($0.line)  \($0.summary)" })
    section("Chunks", chunks.map { "\($0.line)-\($0.lastLine ?? $0.line)  \($0.text)" })
  }

  private func section(_ name: String, _ lines: [String]) {
    guard !lines.isEmpty else { return }
    Console.write("\(name)")
    for line in lines { Console.write("  \(line)") }
  }
}
