import Embedding
import Foundation
import TestSupport
import Testing
import VectorStore

/// The oracle: chunks are asked one by one whether they pass, and every one that does is compared.
@Suite struct FilteredSearchTests {
  /// An index that is filled, emptied and filled again, and what it must hold.
  private struct Notes {
    let fixture: StoreFixture
    var documents: [String: (document: Document, chunks: [EncodedChunk])] = [:]
    var generator: SeededGenerator

    static let folders = ["/notes", "/notes2", "/other/notes", "/"]
    static let tags = [
      "job", "Work/Travel", "job/travel/sea", "job-life", "workshop", "über", "ÜBER/all", "a b", "2024",
    ]
    static let inner = ["", "job/", "job/travel/", "work0/", "Work/", "wörk/"]

    init(seed: UInt64) async throws {
      fixture = try await StoreFixture(dimensions: 16)
      generator = SeededGenerator(seed: seed)
    }

    var index: SearchIndex { fixture.index }

    mutating func add(_ count: Int) async throws {
      var changes: [IndexChange] = []
      for _ in 0..<count {
        let path =
          (Self.inner.randomElement(using: &generator) ?? "") + "\(Int.random(in: 0..<60, using: &generator)).md"
        let document = Document.test(
          path, in: Self.folders.randomElement(using: &generator) ?? "", modified: second(in: 0..<100),
          tags: Self.tags.filter { _ in Int.random(in: 0..<4, using: &generator) == 0 })
        let chunks = (0..<Int.random(in: 0..<6, using: &generator)).map { line in
          EncodedChunk.test(
            ["garden rose", "the key", "rose keys"].randomElement(using: &generator) ?? "", line: line + 1,
            vector: .random(16, using: &generator))
        }
        changes.append(.replace(document, chunks))
        documents[document.folder + "|" + path] = (document, chunks)
      }
      try await index.apply(changes)
    }

    mutating func remove(_ count: Int) async throws {
      let gone = documents.keys.sorted().shuffled(using: &generator).prefix(count).compactMap { documents[$0] }
      try await index.apply(gone.map { .remove(folder: $0.document.folder, path: $0.document.path) })
      for (document, _) in gone { documents[document.folder + "|" + document.path] = nil }
    }

    /// Other records for the same chunks.
    mutating func move(_ count: Int) async throws {
      for number in 0..<count {
        guard let key = documents.keys.sorted().randomElement(using: &generator), let old = documents[key] else {
          return
        }
        var document = old.document
        document.folder = Self.folders.randomElement(using: &generator) ?? ""
        document.path = (Self.inner.randomElement(using: &generator) ?? "") + "moved\(number).md"
        document.modified = second(in: 0..<100)
        document.tags = Self.tags.shuffled(using: &generator).suffix(2)
        try await index.apply([.keepChunks(ofPath: old.document.path, in: old.document.folder, as: document)])
        documents[key] = nil
        documents[document.folder + "|" + document.path] = (document, old.chunks)
      }
    }

    mutating func second(in range: Range<Int64>) -> Int64 {
      Int64.random(in: range, using: &generator) * 1_000_000_000
    }

    mutating func filter() -> SearchFilter {
      var filter = SearchFilter()
      if Bool.random(using: &generator) {
        filter.folders = (0..<Int.random(in: 1...2, using: &generator)).compactMap { _ in
          [
            "/notes", "/notes/job", "/notes/job/", "/other", "/", "/notes/w", "/other/notes/job/travel", "/none",
            "/job",
          ]
          .randomElement(using: &generator)
        }
      }
      if Int.random(in: 0..<4, using: &generator) == 0 {
        let known = documents.keys.sorted().shuffled(using: &generator).prefix(30).compactMap {
          documents[$0]?.document
        }
        filter.paths =
          known.map { Bool.random(using: &generator) ? $0.path : Self.absolute($0) } + ["none.md", "/none.md"]
      }
      if Int.random(in: 0..<3, using: &generator) == 0 {
        filter.tags = (0..<Int.random(in: 1...2, using: &generator)).compactMap { _ in
          ["job", "#WORK", "job/travel", "job/", "job-life", "u\u{308}ber", "all", "A  B", "none", "#"]
            .randomElement(using: &generator)
        }
      }
      if Int.random(in: 0..<3, using: &generator) == 0 {
        let start = Double.random(in: -10..<90, using: &generator).rounded()
        let length = Double.random(in: 0..<80, using: &generator).rounded()
        filter.modified = Date(timeIntervalSince1970: start)..<Date(timeIntervalSince1970: start + length)
      }
      func pick<Element>(_ all: [Element], oneIn: Int) -> [Element] {
        guard Int.random(in: 0..<oneIn, using: &generator) == 0 else { return [] }
        return (0..<Int.random(in: 1...2, using: &generator)).compactMap { _ in all.randomElement(using: &generator) }
      }
      let parts = ["job", "JOB/T", "wo\u{308}rk", "/1", "*0.md", "j*l/", "*", "", "notes/", "none"]
      let phrases = ["rose keys", "GARDEN", "key  rose", "«the key!»", "!!", "job travel", "wörk", "md", "keys 1"]
      filter.pathParts = pick(parts, oneIn: 4)
      filter.phrases = pick(phrases, oneIn: 4)
      filter.excluded = SearchFilter.Exclusions(
        phrases: pick(phrases, oneIn: 4), tags: pick(["job", "a b", "none"], oneIn: 5),
        pathParts: pick(parts.filter { $0 != "*" && !$0.isEmpty }, oneIn: 5))
      return filter
    }

    static func absolute(_ document: Document) -> String {
      (document.folder == "/" ? "" : document.folder) + "/" + document.path
    }

    static func passes(_ document: Document, _ filter: SearchFilter) -> Bool {
      let path = absolute(document)
      let isInside = filter.folders.contains { folder in
        path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
      }
      let isNamed = filter.paths.contains { $0 == path || $0 == document.path }
      func hasTag(_ tag: String) -> Bool {
        let wanted = tag.lowercased().filter { $0 != "#" && $0 != " " && $0 != "/" }
        let plain = document.tags.map { $0.lowercased().filter { $0 != " " } }
        let nested = wanted == "jobtravel" ? "job/travel" : wanted
        return wanted.isEmpty || plain.contains { $0 == nested || $0.hasPrefix(nested + "/") }
      }
      // What tells these four folders apart.
      let labels = ["/notes": "notes", "/notes2": "notes2", "/other/notes": "other/notes", "/": ""]
      func hasPart(_ part: String) -> Bool {
        let place = "\(labels[document.folder] ?? "")/\(document.path)"
        let shown = place.lowercased().precomposedStringWithCanonicalMapping
        let pattern = part.lowercased().precomposedStringWithCanonicalMapping.split(separator: "*").map {
          NSRegularExpression.escapedPattern(for: String($0))
        }
        return shown.range(of: pattern.joined(separator: ".*"), options: .regularExpression) != nil || pattern.isEmpty
      }
      let seconds = Date(timeIntervalSince1970: Double(document.modified) / 1e9)
      return (filter.folders.isEmpty || isInside) && (filter.paths.isEmpty || isNamed)
        && filter.tags.allSatisfy(hasTag) && filter.modified?.contains(seconds) ?? true
        && !filter.excluded.tags.contains(where: hasTag) && filter.pathParts.allSatisfy(hasPart)
        && !filter.excluded.pathParts.contains(where: hasPart)
    }

    /// Whether a chunk of a document that passes does, too.
    static func passes(_ place: Place, _ filter: SearchFilter) -> Bool {
      guard !filter.phrases.isEmpty || !filter.excluded.phrases.isEmpty else { return true }
      func words(_ text: String) -> [String] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
          .split { !$0.isLetter && !$0.isNumber }.map(String.init)
      }
      let path = place.document.path.replacing(".md", with: "")
      let texts = [words("\(place.document.title) \(path)"), words(place.chunk.chunk.text)]
      func has(_ phrase: String) -> Bool { texts.contains { $0.firstRange(of: words(phrase)) != nil } }
      return filter.phrases.allSatisfy { words($0).isEmpty || has($0) }
        && !filter.excluded.phrases.contains { !words($0).isEmpty && has($0) }
    }

    /// All chunks that pass, best first, those of equal score in the order of the notes.
    func ranked(where filter: SearchFilter, by score: (Place) -> Double) -> [(place: Place, score: Double)] {
      documents.values.filter { Self.passes($0.document, filter) }
        .flatMap { document, chunks in chunks.map { Place(document: document, chunk: $0) } }
        .filter { Self.passes($0, filter) }
        .map { (place: $0, score: score($0)) }
        .sorted { $0.score != $1.score ? $0.score > $1.score : $0.place < $1.place }
    }

    func places(ofChunks ids: [Int64]) async throws -> [String] {
      try await index.chunks(withIDs: ids).map { "\(Self.absolute($0.document)):\($0.chunk.lines.lowerBound)" }
    }
  }

  fileprivate struct Place: Comparable {
    var document: Document
    var chunk: EncodedChunk
    var name: String { "\(Notes.absolute(document)):\(chunk.chunk.lines.lowerBound)" }

    static func == (left: Place, right: Place) -> Bool { left.name == right.name }
    static func < (left: Place, right: Place) -> Bool {
      guard left.document.path == right.document.path else {
        return left.document.path.utf8.lexicographicallyPrecedes(right.document.path.utf8)
      }
      return (left.chunk.chunk.lines.lowerBound, left.document.folder)
        < (right.chunk.chunk.lines.lowerBound, right.document.folder)
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func aFilteredSearchEqualsBruteForceOverTheDocumentsThatPass(seed: UInt64) async throws {
    var notes = try await Notes(seed: seed)
    var passed: Set<Int> = []
    for _ in 0..<4 {
      try await notes.add(220)
      try await notes.remove(90)
      try await notes.move(12)
      for _ in 0..<25 {
        let filter = notes.filter()
        let queries = (0..<Int.random(in: 1...3, using: &notes.generator)).map { _ in
          UnitVector.random(16, using: &notes.generator)
        }
        let limit = [1, 3, 10, 100, 5000].randomElement(using: &notes.generator) ?? 1
        let found = try await notes.index.nearest(to: queries, limit: limit, where: filter)
        for (query, matches) in zip(queries, found) {
          let all = notes.ranked(where: filter) { Double($0.chunk.vector.cosine(to: query) ?? .nan) }
          let expected = all.prefix(limit)
          #expect(try await notes.places(ofChunks: matches.map(\.chunk)) == expected.map(\.place.name), "\(filter)")
          #expect(matches.map { Double($0.cosine) } == expected.map(\.score))
          passed.insert(all.count)
        }
      }
    }
    #expect(passed.contains(0) && passed.count > 20, "the filters differ")
    #expect(try await notes.index.check() == [])
  }

  /// The oracle: what is found without a filter, in which those that do not pass are struck out.
  @Test(arguments: 5...7 as ClosedRange<UInt64>)
  func filteredWordsAreThoseOfTheDocumentsThatPass(seed: UInt64) async throws {
    var notes = try await Notes(seed: seed)
    try await notes.add(200)
    try await notes.remove(50)
    try await notes.move(10)
    var found = 0
    for query in ["key", "rose", "gardens keys", "absent"] {
      let all = try await notes.index.keywordMatches(query, limit: 10_000)
      let names = try await notes.places(ofChunks: all.map(\.chunk))
      let scores = Dictionary(uniqueKeysWithValues: zip(names, all))
      for _ in 0..<25 {
        let filter = notes.filter()
        let limit = [1, 5, 40, 10_000].randomElement(using: &notes.generator) ?? 1
        func best(_ part: (KeywordMatch) -> Double) -> [String: Double] {
          let ranked = notes.ranked(where: filter) { scores[$0.name].map(part) ?? 0 }
          return Dictionary(
            uniqueKeysWithValues: ranked.filter { $0.score > 0 }.prefix(limit).map { ($0.place.name, $0.score) })
        }
        let (exact, stemmed) = (best(\.exact), best(\.stemmed))
        let expected = notes.ranked(where: filter) { 0.3 * (exact[$0.name] ?? 0) + 0.7 * (stemmed[$0.name] ?? 0) }
          .map(\.place.name).filter { exact[$0] != nil || stemmed[$0] != nil }
        let matches = try await notes.index.keywordMatches(query, limit: limit, where: filter)
        let places = try await notes.places(ofChunks: matches.map(\.chunk))
        #expect(places == expected, "\(query), \(filter)")
        #expect(matches.map(\.exact) == places.map { exact[$0] ?? 0 })
        #expect(matches.map(\.stemmed) == places.map { stemmed[$0] ?? 0 })
        found += matches.count
      }
    }
    #expect(found > 500)
  }
}
