import JSONSchema
import LanguageModels
import Retriever
import VectorStore

/// Answers a question with the user's own local model.
struct AskTool: NotesTool {
  let name = "ask"
  let title = "Ask the notes"
  let description = """
    Has a small local model answer a question from the notes, with checked citations; takes seconds. To reason \
    yourself, use search.
    """
  let inputSchema = ToolSchema.object(
    ["question": ToolSchema.string("The question."), "budget_tokens": ToolSchema.budget()], required: ["question"],
    isClosed: true)
  let outputSchema = ToolSchema.object(
    [
      "notice": ToolSchema.string(),
      "outcome": ["type": "string", "enum": ["answered", "unsure", "notInNotes"]],
      "answer": ToolSchema.string(), "probability": ToolSchema.number,
      "warnings": ToolSchema.array(of: ToolSchema.string()),
      "sources": ToolSchema.array(
        of: ToolSchema.object(
          [
            "number": ToolSchema.integer(), "id": ToolSchema.string(), "url": ToolSchema.string(),
            "place": ToolSchema.place, "text": ToolSchema.string(),
          ], required: ["number", "id", "url", "text"])),
      "omitted": ToolSchema.string(),
    ], required: ["outcome", "sources"])

  /// The fewest tokens worth showing of a source.
  private static let fewestTokens = 30

  func call(_ arguments: ToolArguments, _ call: ToolCall) async throws -> JSONValue {
    let question = try arguments.required("question")
    let budget = try arguments.budget()
    call.report("searching")
    let index = try await call.notes.index()
    if try await index.isEmpty() {
      throw ToolFailure("The index is empty: the user has to index a folder of notes first.")
    }
    let model = try await call.notes.model()
    let answer = try await index.answer(to: question, using: model) { event in
      if case .retrieval(let record) = event { call.report("reading passages: \(record.sources.count)") }
    }
    var isWriting = false
    for try await _ in answer where !isWriting {
      call.report("writing")
      isWriting = true
    }
    return Self.record(of: try await answer.collect(), within: budget)
  }

  private static func record(of answer: Answer.Snapshot, within budget: ResultBudget) -> JSONValue {
    var budget = budget
    let frame: JSONValue = .object([
      "notice": NoteText.notice, "outcome": .string(answer.outcome.name),
      "probability": answer.probability.map { .double(($0 * 100).rounded() / 100) },
      "omitted": .string(omission(answer.sources.count)), "sources": [],
    ])
    _ = budget.take(frame)
    // At most half for the answer: it is worth little without its sources.
    let text = ResultBudget.beginning(of: MarkupEscaper.escaped(answer.content)[...], within: budget.left / 2)
    let shown: JSONValue? = text.isEmpty ? nil : NoteText.shown(text)
    if let shown { _ = budget.take(shown) }
    var warnings: [JSONValue] = []
    for warning in self.warnings(about: answer).map(MarkupEscaper.escaped) where budget.take(.string(warning)) {
      warnings.append(.string(warning))
    }
    var sources: [JSONValue] = []
    for source in answer.sources + answer.contradictions {
      guard let record = record(of: source, within: budget.left), budget.take(record) else { break }
      sources.append(record)
    }
    let left = answer.sources.count + answer.contradictions.count - sources.count
    return .object([
      "notice": NoteText.notice, "outcome": .string(answer.outcome.name), "answer": shown,
      "probability": frame["probability"], "warnings": warnings.isEmpty ? nil : .array(warnings),
      "sources": .array(sources), "omitted": left == 0 ? nil : .string(omission(left)),
    ])
  }

  private static func omission(_ count: Int) -> String { "\(count) more sources: raise budget_tokens." }

  /// Returns a source, its text cut to what fits; `nil` if nothing does.
  private static func record(of source: CitedSource, within tokens: Int) -> JSONValue? {
    let id = NoteID(source.source)
    func record(_ text: some StringProtocol) -> JSONValue {
      .object([
        "number": .integer(source.number), "id": .string(id.text), "url": .string(id.uri),
        "place": source.source.place.map { NoteText.shown(MarkupEscaper.escaped($0)) }, "text": NoteText.shown(text),
      ])
    }
    let excerpt = MarkupEscaper.escaped(source.excerpt.joined(separator: "\n"))
    let whole = record(excerpt)
    if ResultBudget.cost(of: whole) <= tokens { return whole }
    let room = tokens - ResultBudget.cost(of: record(""))
    guard room >= fewestTokens else { return nil }
    return record(ResultBudget.beginning(of: excerpt[...], within: room))
  }

  private static func warnings(about answer: Answer.Snapshot) -> [String] {
    var warnings: [String] = []
    if answer.showsClosestLines { warnings.append("The notes do not answer this outright: the sources come closest.") }
    let uncited = answer.showsClosestLines ? [] : answer.sentences.filter(\.citations.isEmpty).map(\.text)
    if !uncited.isEmpty {
      warnings.append("No line supports: \(uncited.joined(separator: " ").prefix(200).visibleLine)")
    }
    let unsupported = Set(answer.sentences.flatMap(\.unsupported)).sorted()
    if !unsupported.isEmpty {
      warnings.append("Not in the cited lines: \(unsupported.joined(separator: ", ").prefix(200).visibleLine)")
    }
    if !answer.unmentioned.isEmpty {
      warnings.append(
        "The cited notes do not have: \(answer.unmentioned.joined(separator: ", ").prefix(200).visibleLine)")
    }
    if answer.sentences.contains(where: \.mayFollowOrder) {
      warnings.append("The answer may follow an instruction in a note.")
    }
    if !answer.contradictions.isEmpty {
      let numbers = answer.contradictions.map { "[\($0.number)]" }.joined(separator: ", ")
      warnings.append("Other notes disagree: \(numbers)")
    }
    if answer.isTruncated { warnings.append("The answer is cut off.") }
    return warnings
  }
}
