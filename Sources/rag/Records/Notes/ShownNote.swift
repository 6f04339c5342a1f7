import VectorStore

/// What `rag show` shows of a note.
struct ShownNote: Encodable {
  /// A heading, or a chunk.
  struct Part: Encodable {
    var line: Int
    var lastLine: Int?
    /// What can be opened, such as `p. 3`, if the lines are not those of the file.
    var place: String?
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
  private var taskLines: [String]

  private enum CodingKeys: CodingKey {
    case note, problem, outline, chunks, links, backlinks, tasks
  }

  init(_ entry: DescribedNote, _ chunks: [StoredChunk], links: [ResolvedLink], backlinks: [ResolvedLink]) {
    note = ListedNote(entry)
    problem = entry.document.problem
    let places = entry.document.places
    func name(_ line: Int) -> String { places?.name(ofLines: line...line) ?? "\(line)" }
    outline = entry.shape.anchors.filter { $0.level > 0 }.map { anchor in
      Part(
        line: anchor.line, place: places?.name(ofLines: anchor.line...anchor.line), level: anchor.level,
        text: anchor.name)
    }
    self.chunks = chunks.map { chunk in
      let lines = chunk.chunk.lines
      return Part(
        line: lines.lowerBound, lastLine: lines.upperBound, place: places?.name(ofLines: lines),
        text: chunk.chunk.headingPath.joined(separator: " > "))
    }
    (self.links, self.backlinks) = (links.map { LinkRecord($0) }, backlinks.map { LinkRecord($0) })
    ends = links.map { "\(name($0.link.line))  \(LinkRecord.written($0.link))  \(LinkRecord.end(of: $0))" }
    tasks = entry.shape.tasks.map { TaskRecord($0, folder: entry.document.folder, path: entry.document.path) }
    taskLines = tasks.map { "\(name($0.line))  \($0.summary)" }
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
    section("Outline", outline.map(Self.outlined))
    section("Links", ends)
    section("Backlinks", linkingLines)
    section("Tasks", taskLines)
    section("Chunks", chunks.map { "\($0.place ?? "\($0.line)-\($0.lastLine ?? $0.line)")  \($0.text)" })
  }

  /// The place of a heading, and its text unless the place names it.
  private static func outlined(_ heading: Part) -> String {
    let indentation = String(repeating: "  ", count: (heading.level ?? 1) - 1)
    if let place = heading.place, place == "§ \(heading.text)" { return indentation + place }
    return "\(heading.place ?? "\(heading.line)")  \(indentation)\(heading.text)"
  }

  /// Each note that links here once, with its lines: `house/heating.md:11, 14`.
  private var linkingLines: [String] {
    var lines: [(path: String, lines: [Int])] = []
    for link in backlinks {
      if let last = lines.last, last.path == link.path {
        if last.lines.last != link.line { lines[lines.count - 1].lines.append(link.line) }
      } else {
        lines.append((link.path, [link.line]))
      }
    }
    return lines.map { "\($0.path):" + $0.lines.map(String.init).joined(separator: ", ") }
  }

  private func section(_ name: String, _ lines: [String]) {
    guard !lines.isEmpty else { return }
    Console.write("\(name)")
    for line in lines { Console.write("  \(line)") }
  }
}
