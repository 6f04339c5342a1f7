import Foundation
import LanguageModels
import ModelCatalogue
import TestSupport
import Testing

/// What commands print with `--json` is what the schemas in `docs/schemas` say, to the last field.
@Suite(.serialized) struct RecordSchemaTests {
  private static let folder = Repository.url.appendingPathComponent("docs/schemas")
  private static let names = [
    "ask", "chat", "copy", "doctor", "encode", "eval", "forget", "index", "links", "list", "models", "search", "show",
    "status", "summarize", "verify", "worker",
  ]

  private static func text(of name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name + ".json"), encoding: .utf8)
  }

  /// A schema that knows no other fields than those it names: what is printed must be documented.
  private static func closed(_ name: String) throws -> SchemaValidator {
    func closed(_ value: JSONValue) -> JSONValue {
      switch value {
      case .array(let elements): return .array(elements.map(closed))
      case .object(let members):
        let names = members.map(\.name)
        let closing: [JSONValue.Member] =
          names.contains("properties") && !names.contains("additionalProperties")
          ? [JSONValue.Member("additionalProperties", .bool(false))] : []
        return .object(members.map { JSONValue.Member($0.name, closed($0.value)) } + closing)
      default: return value
      }
    }
    let document = closed(try JSONParser.parse(try text(of: name)))
    return SchemaValidator(try ResolvedSchema(try GenerationSchema(jsonSchema: document.text)))
  }

  /// Each line that was printed satisfies the schema, and does no more if a field is taken away or added.
  private func check(
    _ name: String, _ result: BuiltProgram.Result, status: Int32 = 0, lines count: Int = 1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let validator = try Self.closed(name)
    let lines = result.output.split(separator: "\n")
    #expect(result.status == status && lines.count == count, "\(result)", sourceLocation: sourceLocation)
    for line in lines {
      let value = try JSONParser.parse(String(line))
      let violation = validator.firstViolation(of: value)
      #expect(violation == nil, "\(violation.debugDescription) in \(line)", sourceLocation: sourceLocation)
      guard case .object(let members) = value else {
        Issue.record("no object: \(line)", sourceLocation: sourceLocation)
        continue
      }
      #expect(members.contains { $0.name == "version" && $0.value.text == "1" }, sourceLocation: sourceLocation)
      let more = JSONValue.object(members + [JSONValue.Member("undocumented", .null)])
      #expect(validator.firstViolation(of: more) != nil, sourceLocation: sourceLocation)
      let fewer = JSONValue.object(members.filter { $0.name != "version" })
      #expect(validator.firstViolation(of: fewer) != nil, sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: names) func everyFieldIsExplained(name: String) throws {
    func check(_ value: JSONValue, _ path: String) {
      switch value {
      case .array(let elements): for element in elements { check(element, path) }
      case .object(let members):
        for member in members {
          if member.name == "properties", case .object(let properties) = member.value {
            for property in properties {
              // What is referred to explains itself.
              let text = property.value["description"] ?? property.value["$ref"]
              #expect(text != nil, "\(path)/\(property.name) in \(name).json")
            }
          }
          check(member.value, path + "/" + member.name)
        }
      default: break
      }
    }
    check(try JSONParser.parse(try Self.text(of: name)), "")
  }

  @Test func everySchemaIsListedAndSharedPartsAreTheSame() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    #expect(files == (Self.names.map { $0 + ".json" } + ["README.md"]).sorted())
    let readme = try String(contentsOf: Self.folder.appendingPathComponent("README.md"), encoding: .utf8)
    var known: [String: String] = [:]
    for name in Self.names {
      #expect(readme.contains("[\(name).json](\(name).json)") && readme.contains("`rag \(name)"))
      guard case .object(let parts) = try JSONParser.parse(try Self.text(of: name))["$defs"] else { continue }
      for part in parts {
        #expect(known[part.name, default: part.value.text] == part.value.text, "\(part.name) in \(name).json")
        known[part.name] = part.value.text
      }
    }
  }

  @Test func whatNotesSayOfThemselves() async throws {
    let notes = try Notes([
      "a.md": "---\nstatus: done\naliases: A\n---\n# A\n\n- [ ] t 📅 2025-01-02\n\n[[b|c]] [[d#e]] ![[x.png]]\n",
      "2025-01-01.md": "[[a]]\n",
    ])
    try check("index", try await notes.rag("index", "--json", notes.notes))
    try check("list", try await notes.rag("list", "--json"))
    try check("list", try await notes.rag("list", "--json", "--tasks", "all"))
    try check("list", try await notes.rag("list", "--json", "--tag", "none"), status: 1)
    try check("show", try await notes.rag("show", "--json", "a"))
    try check("links", try await notes.rag("links", "--json"))
    try check("links", try await notes.rag("links", "--json", "--broken", "a"))
  }

  @Test func whatIsIndexedFoundAndForgotten() async throws {
    let notes = try Notes()
    try check("index", try await notes.rag("index", "--json", notes.notes))
    try check("status", try await notes.rag("status", "--json"))
    try check("search", try await notes.rag("search", "--json", "tyre pressure"))
    try check("search", try await notes.rag("search", "--json", "--ranking", "keyword", "tyre"))
    let reranker = try ModelShape.writeReranker(to: notes.folder, at: "reranker")
    try check("search", try await notes.rag("search", "--json", "--rerank", reranker, "tyre"))
    try check("search", try await notes.rag("search", "--json", "--ranking", "keyword", "zeppelin"), status: 1)
    try check("search", try await notes.rag("search", "--json", "tyre", environment: notes.noModels))
    try check("ask", try await notes.rag("ask", "--json", "tyre", environment: notes.noModels), status: 2)

    // A file that cannot be read, one that changed, one that is gone.
    #expect(mkfifo(notes.notes + "/pipe.md", 0o600) == 0)
    try notes.folder.write(Notes.bike + "\nSold.\n", to: "notes/bike.md")
    try check("status", try await notes.rag("status", "--json"))
    try check("index", try await notes.rag("index", "--json"))
    try FileManager.default.removeItem(atPath: notes.notes)
    try check("search", try await notes.rag("search", "--json", "tyre"))
    try check("index", try await notes.rag("index", "--json"), status: 2)
    try check("doctor", try await notes.rag("doctor", "--json", "--model", "none"), status: 2)
    try check("copy", try await notes.rag("copy", "--json", "--to", notes.folder.path + "/copy.sqlite"))
    try check("forget", try await notes.rag("forget", "--json", notes.notes))
    try check("status", try await notes.rag("status", "--json"))
    try check("search", try await notes.rag("search", "--json", "tyre"), status: 1)
  }

  @Test func whatIsQueued() async throws {
    var notes = try Notes()
    let server = try await PostgresServer.shared()
    let database = try await notes.useDatabase(of: server)
    try check("index", try await notes.rag("index", "--queue", "--json", notes.notes))
    try check("status", try await notes.rag("status", "--json"))
    _ = try await server.sql("UPDATE rag.jobs SET failure = 'why' WHERE path = 'bike.md'", in: database)
    try check("status", try await notes.rag("status", "--json"))
    try check("worker", try await notes.rag("worker", "--once", "--json"))
  }

  @Test func whatIsAnsweredSummarizedAndTalkedAbout() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    let question = "What is the tyre pressure of the bicycle?"
    func rag(_ arguments: String..., input: String = "") async throws -> BuiltProgram.Result {
      try await notes.rag(arguments + ["--json"] + (try Notes.shallowModel), input: input)
    }
    try check("ask", try await rag("ask", "--reply-tokens", "24", question))
    try check("ask", try await rag("ask", "--reply-tokens", "4", "--passages", "1", question))
    try check("ask", try await rag("ask", "--no-retrieval", "--reply-tokens", "8", question))
    try check("ask", try await rag("ask", "Who composed the opera Nabucco?"), status: 1)
    try check("ask", try await rag("ask", "Which notes mention the tyre pressure?"))
    // Nothing is known of the day.
    try check("ask", try await rag("ask", "What did I do yesterday?"), status: 1)
    try check("ask", try await rag("ask", "When was the chain last replaced?"))
    try check(
      "ask", try await rag("ask", "--batch", "-", input: #"{"id": "1", "question": "Who composed the opera Nabucco?"}"#)
    )
    let questions =
      #"{"question": "\#(question)", "answer": "4.5 bar", "source": "bike.md"}"# + "\n"
      + #"{"question": "Who composed the opera Nabucco?", "answer": null, "category": "music"}"#
    let file = try notes.folder.write(questions, to: "questions.jsonl")
    let saved = try await rag("ask", "--reply-tokens", "24", question)
    try check("verify", try await notes.rag(["verify", "--json", "-"], input: saved.output))
    try check("eval", try await rag("eval", "--answers", "--reply-tokens", "8", file))
    try check("ask", try await rag("ask", "--refuse-below", "1000", "--reply-tokens", "8", question))
    try check(
      "chat",
      try await rag(
        "chat", "--reply-tokens", "8",
        input: "/sources\n/ledger\n\(question)\n/sources\n/ledger\nWho composed the opera Nabucco?\n"), lines: 6)
    try check("summarize", try await rag("summarize", "--words", "10", notes.notes + "/bike.md"))
    try check("summarize", try await rag("summarize", "--words", "10", input: Notes.bike))
    try check("doctor", try await rag("doctor"))
  }

  @Test func whatModelsAreAndEncode() async throws {
    let notes = try Notes()
    let count = try Catalogue.standard().entries.count
    try check("models", try await notes.rag("models", "list", "--json"), lines: count)
    try check("models", try await notes.rag("models", "list", "--json", environment: notes.noModels), lines: count)
    try notes.folder.linkModel("cache/llama.cpp/small.gguf")
    try check("models", try await notes.rag("models", "list", "--json"), lines: count + 1)
    try check("models", try await notes.rag("models", "path", "--json", "small"))
    let own = ["RAG_MODELS": notes.home + "/own"]
    try check("models", try await notes.rag(["models", "add", "--json", try Models.shallowModel()], environment: own))
    try check("models", try await notes.rag("models", "use", "--json", "2-layers", environment: own))
    try check("models", try await notes.rag("models", "use", "--json", "--default"), lines: 2)
    try check("models", try await notes.rag("models", "remove", "--json", "smollm2-135m-2-layers", environment: own))
    try check("models", try await notes.rag("models", "path", "--json", "minilm"))
    try check("models", try await notes.rag("models", "pull", "--json", "minilm"))
    try check("models", try await notes.rag("models", "verify", "--json", "minilm"))
    try check(
      "models", try await notes.rag("models", "verify", "--json", "minilm", environment: notes.noModels), status: 2)
    try check("encode", try await notes.rag("encode", "--json", "tyre", ""), lines: 2)
    try check("encode", try await notes.rag("encode", "--tokens", "tyre", ""), lines: 2)

    try notes.folder.write(
      #"{"_id": "1", "id": "1", "title": "Bike", "text": "The tyre pressure."}"# + "\n", to: "set/corpus.jsonl")
    try notes.folder.write(#"{"_id": "q", "id": "q", "text": "pressure"}"# + "\n", to: "set/queries.jsonl")
    try notes.folder.write("query-id\tcorpus-id\tscore\nq\t1\t1\n", to: "set/qrels.tsv")
    try check("eval", try await notes.rag("eval", "--json", notes.folder.path + "/set"))
  }
}
