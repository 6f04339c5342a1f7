import Foundation
import VectorStore

extension AnswerSet {
  /// Reads a set, of the form that its files tell.
  ///
  /// - `items.jsonl`: snippets for each question, some with the answer and some without, as in the RGB benchmark.
  /// - `corpus.jsonl`, `queries.jsonl` with `answers`, and an optional `qrels.tsv`: as SQuAD and HotpotQA can be
  ///   written.
  /// - `questions.jsonl` among notes: `{"question", "answer", "accept", "source", "lines"}`, where an `answer` of
  ///   `null` means that the notes do not answer the question. Of a document whose lines are not those of its file,
  ///   `place` says where the answer is, as it is cited: `p. 12`.
  /// - A file in place of a folder: such questions about the notes of an existing index.
  ///
  /// - Throws: `EvaluationError`, naming the file and line that cannot be read.
  public init(contentsOf path: String) throws {
    let files = FileManager.default
    var isFolder: ObjCBool = false
    guard files.fileExists(atPath: path, isDirectory: &isFolder) else { throw EvaluationError.noAnswerSet(path: path) }
    let name = URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
    if !isFolder.boolValue {
      self.init(name: name, questions: try Self.questions(in: path), notes: .index)
    } else if files.fileExists(atPath: path + "/items.jsonl") {
      try self.init(snippets: path + "/items.jsonl", name: name)
    } else if files.fileExists(atPath: path + "/queries.jsonl") {
      try self.init(retrievalSet: path, name: name)
    } else if files.fileExists(atPath: path + "/questions.jsonl") {
      self.init(name: name, questions: try Self.questions(in: path + "/questions.jsonl"), notes: .folder(path))
    } else {
      throw EvaluationError.noAnswerSet(path: path)
    }
    if questions.isEmpty { throw EvaluationError.noQuestions(path: path) }
  }

  // MARK: questions about a folder or an index

  private struct Entry: Decodable {
    var id: String?
    var question: String
    var answer: String?
    var accept: [Alternatives]?
    var category: String?
    var source: String?
    var lines: [Int]?
    var place: String?
  }

  /// One text, or several of which one is enough.
  private struct Alternatives: Decodable {
    var texts: [String]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        texts = [text]
      } else {
        texts = try container.decode([String].self)
      }
    }
  }

  private static func questions(in path: String) throws -> [Question] {
    let expected = #"a JSON object with question and answer, such as {"question": "Who …?", "answer": "Anna"}"#
    let entries: [(line: Int, value: Entry)] = try JSONLines.elements(of: path, expecting: expected)
    return try entries.map { line, entry in
      var question = Question(
        id: entry.id ?? String(line), text: entry.question, category: entry.category ?? "",
        isAnswerable: entry.answer != nil)
      guard let answer = entry.answer else { return question }
      question.answers = [answer]
      question.acceptsOverlap = entry.accept == nil
      // Texts are alternatives; a list in the list makes each element a group of which one is needed.
      let groups = entry.accept ?? []
      question.accepted =
        groups.contains { $0.texts.count > 1 }
        ? groups.map(\.texts) : [groups.isEmpty ? [answer] : groups.flatMap(\.texts)]
      if let source = entry.source {
        let lines = entry.lines ?? []
        guard lines.isEmpty || lines.count == 2 && 1 <= lines[0] && lines[0] <= lines[1] else {
          throw EvaluationError.badLine(path: path, line: line, expected: "lines as [first, last], counted from 1")
        }
        question.places = [Place(path: source, lines: lines.isEmpty ? nil : lines[0]...lines[1], name: entry.place)]
      }
      return question
    }
  }

  // MARK: retrieval sets with answers

  private struct Query: Decodable {
    var id: String
    var text: String
    var answers: [String]?
    var answerable: Bool?
    var category: String?
  }

  private init(retrievalSet folder: String, name: String) throws {
    let documents: [(line: Int, value: RetrievalSet.Document)] = try JSONLines.elements(of: folder + "/corpus.jsonl")
    var paths: [String: String] = [:]
    for (number, document) in documents.enumerated() { paths[document.value.id] = TemporaryIndex.fileName(number) }
    let judged = folder + "/qrels.tsv"
    let judgements =
      FileManager.default.fileExists(atPath: judged) ? try RetrievalSet.judgements(in: judged) : [:]
    let file = folder + "/queries.jsonl"
    let queries: [(line: Int, value: Query)] = try JSONLines.elements(of: file)
    let questions = try queries.map { line, query in
      let answers = query.answers ?? []
      let isAnswerable = query.answerable ?? !answers.isEmpty
      if isAnswerable, answers.isEmpty {
        throw EvaluationError.badLine(path: file, line: line, expected: "answers, or answerable as false")
      }
      return Question(
        id: query.id, text: query.text, category: query.category ?? "", isAnswerable: isAnswerable, answers: answers,
        accepted: isAnswerable ? [answers] : [],
        places: judgements[query.id, default: [:]].keys.sorted().compactMap { paths[$0].map { Place(path: $0) } })
    }
    self.init(
      name: name, questions: questions,
      notes: .files(
        documents.enumerated().map { number, document in
          File(
            path: TemporaryIndex.fileName(number),
            text: TemporaryIndex.markdown(title: document.value.title, text: document.value.text))
        }))
  }

  // MARK: snippets

  private struct Item: Decodable {
    var id: String
    var question: String
    var answers: [Alternatives]
    var positive: [String]
    var negative: [String]
    var positive_wrong: [String]?
  }

  /// The number of snippets for a question, of which one has the answer or none.
  private static let snippets = 5

  private init(snippets path: String, name: String) throws {
    let items: [(line: Int, value: Item)] = try JSONLines.elements(
      of: path, expecting: "a JSON object with id, question, answers, positive and negative")
    var files: [File] = []
    var questions: [Question] = []
    for (number, item) in items.map(\.value).enumerated() {
      // File names are titles, and must not say which snippet is right.
      func paths(_ texts: [String], after count: Int) -> [String] {
        texts.enumerated().map { place, text in
          files.append(File(path: "\(number + 1)/\(count + place + 1).md", text: text + "\n"))
          return "\(number + 1)/\(count + place + 1).md"
        }
      }
      let bad = paths(Array(item.negative.prefix(Self.snippets)), after: 0)
      let good = paths(Array(item.positive.prefix(1)), after: bad.count)
      let wrong = paths(Array((item.positive_wrong ?? []).prefix(1)), after: bad.count + good.count)
      let accepted = item.answers.map(\.texts)
      func add(_ category: String, of paths: [String], isAnswerable: Bool) {
        guard !paths.isEmpty else { return }
        questions.append(
          Question(
            id: "\(item.id) \(category)", text: item.question, category: category, isAnswerable: isAnswerable,
            answers: isAnswerable ? accepted.flatMap { $0 } : [], accepted: isAnswerable ? accepted : [],
            places: isAnswerable ? good.map { Place(path: $0) } : [], filter: SearchFilter(paths: paths)))
      }
      add("misleading only", of: bad, isAnswerable: false)
      add("one good", of: good + bad.prefix(Self.snippets - 1), isAnswerable: true)
      if !wrong.isEmpty { add("contradicted", of: good + wrong, isAnswerable: true) }
    }
    self.init(name: name, questions: questions, notes: .files(files))
  }
}
