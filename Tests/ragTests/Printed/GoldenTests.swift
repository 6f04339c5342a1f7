import Foundation
import TestSupport
import Testing

/// What each subcommand prints, its help page and its errors are compared to the letter with a file in `Golden`.
///
/// `make golden` writes the files anew.
@Suite struct GoldenTests {
  @Test func theProgramItself() async throws {
    let printed = try PrintedCommands([:])
    for arguments in [
      ["--help"], ["--version"], ["serch", "signing keys"], ["bogus"], ["Where is the key?"], ["models", "pul"],
      ["search", "-v"], ["search", "--limit", "0", "key"], ["search", "--limit", "many", "key"], ["ask"], ["ask", " "],
      ["ask", "--tool", "--no-retrieval", "Why?"], ["ask", "--context-size", "12", "Why?"], ["index", "--unknown"],
      ["chat", "--session"], ["summarize", "--words", "9", "a.md"], ["index", "--index", ":memory:", "notes"],
      ["search", "key after:lunch"], ["ask", "--tag", " ", "Why?"],
    ] {
      try await printed.rag(arguments)
    }
    try await GoldenFile.check(printed.normalized, "rag")
  }

  @Test func index() async throws {
    let printed = try PrintedCommands()
    let notes = printed.notes
    try await printed.rag("index", "--help")
    try await printed.rag("index")
    try await printed.rag("index", "nowhere")
    try await printed.rag("index", "notes", environment: notes.noModels)
    try await printed.rag("index", "notes")
    try await printed.rag("index")
    try notes.folder.write(Notes.bike + "\nSold.\n", to: "notes/bike.md")
    try notes.folder.write(Data([0x4D, 0xFC, 0x6C, 0x6C]), to: "notes/latin.txt")
    try FileManager.default.removeItem(atPath: notes.notes + "/wort.md")
    try await printed.rag("index")
    try await printed.rag("index", "--rebuild", "--json")
    try FileManager.default.moveItem(atPath: notes.notes, toPath: notes.folder.path + "/elsewhere")
    try await printed.rag("index")
    try notes.folder.write("These are not the rows you are looking for.", to: "index/index.sqlite")
    try await printed.rag("index", "elsewhere")
    try await GoldenFile.check(printed.normalized, "index")
  }

  @Test func notes() async throws {
    let printed = try PrintedCommands(
      PrintedCommands.files.merging([
        "house.md":
          "---\naliases: [Home]\nstatus: active\n---\n# House\n\n[[keys]] [[bread]] [[cellar]]\n\n- [ ] paint\n"
      ]) { $1 })
    for command in ["list", "show", "links"] { try await printed.rag(command, "--help") }
    try await printed.rag("list")
    try await printed.rag("index", "notes")
    for arguments in [
      ["list"], ["list", "--sort", "title", "--limit", "2"], ["list", "--where", "status=active", "--json"],
      ["list", "--tasks", "open"], ["list", "--tag", "none"], ["list", "--when", "soonish"], ["list", "--where", "=a"],
      ["list", "--today", "soon"], ["show", "home"], ["show", "bread"], ["show", "cellar"], ["show", " "], ["links"],
      ["links", "--broken"], ["links", "wort"],
    ] {
      try await printed.rag(arguments)
    }
    try await GoldenFile.check(printed.normalized, "notes")
  }

  @Test func mcp() async throws {
    let printed = try PrintedCommands()
    try await printed.rag("mcp", "--help")
    try await printed.rag("mcp", "--json")
    let search =
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","#
      + #""arguments":{"query":"tyre pressure","limit":1}}}"#
    try await printed.rag("mcp", input: search + "\n")
    try await printed.rag("index", "notes")
    for line in [#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#, search, "search the notes"] {
      try await printed.rag("mcp", input: line + "\n")
    }
    try await GoldenFile.check(printed.normalized, "mcp")
  }

  @Test func serve() async throws {
    let printed = try PrintedCommands()
    try await printed.rag("serve", "--help")
    try await printed.rag("serve", "--json")
    try await printed.rag("serve", "--port", "70000")
    try await printed.rag("serve", "--socket", "missing/place")
    try await GoldenFile.check(printed.normalized, "serve")
  }

  @Test func watch() async throws {
    let printed = try PrintedCommands()
    try await printed.rag("watch", "--help")
    try await printed.rag("watch", "nowhere")
    try await printed.rag("watch", "")
    try await printed.rag("watch", "--install", "--uninstall")
    try await GoldenFile.check(printed.normalized, "watch")
  }

  @Test func worker() async throws {
    let printed = try PrintedCommands()
    try await printed.rag("worker", "--help")
    try await printed.rag("worker")
    try await printed.rag("index", "--queue", "notes")
    try await printed.rag("index", "--queue", "--rebuild", "--index", "postgres:///notes", "notes")
    try await GoldenFile.check(printed.normalized, "Indexing/worker")
  }

  @Test func status() async throws {
    let printed = try PrintedCommands()
    let notes = printed.notes
    try await printed.rag("status", "--help")
    try await printed.rag("status")
    _ = try await notes.rag("index", notes.notes)
    try await printed.rag("status")
    try notes.folder.write(Notes.bike + "\nSold.\n", to: "notes/bike.md")
    try notes.folder.write("New.", to: "notes/new.md")
    try FileManager.default.removeItem(atPath: notes.notes + "/wort.md")
    try await printed.rag("status")
    try await printed.rag("status", "--json")
    try FileManager.default.moveItem(atPath: notes.notes, toPath: notes.folder.path + "/elsewhere")
    try await printed.rag("status")
    try await GoldenFile.check(printed.normalized, "status")
  }

  @Test func search() async throws {
    let printed = try PrintedCommands()
    let notes = printed.notes
    try await printed.rag("search", "--help")
    try await printed.rag("search", "tyre pressure")
    _ = try await notes.rag("index", notes.notes)
    try await printed.rag("search", "tyre pressure")
    try await printed.rag("search", "--explain", "--limit", "1", "tyre pressure")
    try await printed.rag("search", "--explain", "--limit", "1", "--ranking", "vector", "tyre pressure")
    try await printed.rag("search", "--explain", "--limit", "1", "--ranking", "keyword", "tyre pressure")
    try await printed.rag("search", "鍵は毎月替える")
    try await printed.rag("search", "tag:food starter")
    try await printed.rag("search", "after:2020")
    try await printed.rag("search", "--tag", "food", "path:kitchen")
    try await printed.rag("search", "--ranking", "keyword", "zeppelin")
    try await printed.rag("search", "tag:work")
    try await printed.rag("search", "--ranking", "keyword", "tag:food zeppelin")
    try await printed.rag("search", "Who composed the opera Nabucco?")
    try await printed.rag("search", "tyre", environment: notes.noModels)
    try await printed.rag("search", "--json", "--limit", "1", "tyre pressure")
    try await printed.rag("search", "--json", "tag:work")
    try notes.folder.write(Notes.bike + "\nSold.\n", to: "notes/bike.md")
    try FileManager.default.removeItem(atPath: notes.notes + "/kitchen/bread.md")
    try await printed.rag("search", "--no-refresh", "tyre pressure")
    try await printed.rag("search", "Feeding the starter")
    try await printed.rag("search", "tyre pressure")
    try notes.folder.write("These are not the rows you are looking for.", to: "index/index.sqlite")
    try await printed.rag("search", "tyre pressure")
    try await GoldenFile.check(printed.normalized, "search")
  }

  @Test func forget() async throws {
    let printed = try PrintedCommands()
    try await printed.rag("forget", "--help")
    try await printed.rag("forget", "notes")
    _ = try await printed.notes.rag("index", printed.notes.notes)
    try await printed.rag("forget", "elsewhere")
    try await printed.rag("forget", "notes")
    try await printed.rag("forget", "--json", "notes")
    try await printed.rag("search", "tyre")
    try await GoldenFile.check(printed.normalized, "forget")
  }

  @Test func copy() async throws {
    let printed = try PrintedCommands()
    let other = printed.notes.folder.path + "/copy.sqlite"
    try await printed.rag("copy", "--help")
    try await printed.rag("copy", "--to", other)
    _ = try await printed.notes.rag("index", printed.notes.notes)
    try await printed.rag("copy", "--to", other)
    try await printed.rag("copy", "--to", other, "--json")
    try printed.notes.folder.write("# Elsewhere\n", to: "elsewhere/a.md")
    _ = try await printed.notes.rag("index", "--index", other, printed.notes.folder.path + "/elsewhere")
    try await printed.rag("copy", "--to", other)
    try await printed.rag("copy", "--to", printed.notes.index)
    try await GoldenFile.check(printed.normalized, "Index/copy")
  }

  @Test func models() async throws {
    let printed = try PrintedCommands([:])
    for command in [[], ["list"], ["use"], ["pull"], ["add"], ["remove"], ["path"], ["verify"]] {
      try await printed.rag(["models"] + command + ["--help"])
    }
    try await printed.rag("models", "list")
    try await printed.rag("models", "list", environment: printed.notes.noModels)
    try printed.notes.folder.linkModel("cache/llama.cpp/tiny-Q4_1.gguf")
    try printed.notes.folder.linkModel("Downloads/own.gguf")
    try printed.notes.folder.writeOllamaModel("registry.ollama.ai/library/smol/135m", in: "ollama")
    try await printed.rag("models", "add", "Downloads/own.gguf", "--name", "mine")
    try await printed.rag("models", "add", "notes", "--name", "notes")
    try await printed.rag("models", "use", "smol:135m")
    try await printed.rag("models", "use", "minilm")
    try await printed.rag("models", "use", "o")
    try await printed.rag("models", "list")
    try await printed.rag("models", "remove", "mine")
    try await printed.rag("models", "remove", "smol:135m")
    try await printed.rag("models", "use", "--default")
    try await printed.rag("models", "path", "smol")
    try await printed.rag("models", "path", "all-MiniLM-L6-v2")
    try await printed.rag("models", "path", "--json", "all-MiniLM-L6-v2")
    try await printed.rag("models", "path", "Qwen2.5-Coder-0.5B-Instruct")
    try await printed.rag("models", "path", "gpt")
    try await printed.rag("models", "verify", "all-MiniLM-L6-v2")
    try await printed.rag("models", "verify", "Qwen2.5-Coder-0.5B-Instruct")
    try await printed.rag("models", "verify", environment: printed.notes.noModels)
    try await printed.rag("models", "pull", "all-MiniLM-L6-v2")
    try await printed.rag("models", "pull", "gpt")
    try await GoldenFile.check(printed.normalized, "models")
  }

  @Test func evaluation() async throws {
    let printed = try PrintedCommands([:])
    let folder = printed.notes.folder
    try await printed.rag("eval", "--help")
    try await printed.rag("eval", "set")
    try folder.write(
      """
      {"id": "1", "title": "Bike", "text": "The tyre pressure is 4.5 bar."}
      {"id": "2", "title": "Keys", "text": "The signing keys are rotated every 90 days."}
      """, to: "set/corpus.jsonl")
    try folder.write("{\"id\": \"a\", \"text\": \"tyre pressure\"}\n{\"id\": \"b\"}\n", to: "set/queries.jsonl")
    try folder.write("query-id\tcorpus-id\tscore\na\t1\t1\n", to: "set/qrels.tsv")
    try await printed.rag("eval", "set")
    try folder.write("{\"id\": \"a\", \"text\": \"tyre pressure\"}\n", to: "set/queries.jsonl")
    try await printed.rag("eval", "set")
    try await printed.rag("eval", "--whole-documents", "--json", "set")
    try await printed.rag("eval", "--run", "none/run.txt", "set")
    try folder.write("a\t1\tgood\nb\t2\tbad\n", to: "set/qrels.tsv")
    try await printed.rag("eval", "set")
    try folder.write("c\t1\t1\n", to: "set/qrels.tsv")
    try await printed.rag("eval", "set")
    try folder.write(Notes.bike, to: "asked/bike.md")
    try folder.write(
      """
      {"id": "bar", "question": "What is the tyre pressure of the bicycle?", "answer": "4.5 bar", "source": "bike.md"}
      {"id": "opera", "question": "Who composed the opera Nabucco?", "answer": null}
      """, to: "asked/questions.jsonl")
    let asked = folder.path + "/asked"
    try await printed.rag(
      "eval", "--answers", "--misses", asked, answers: ["Verdi", "Tyre pressure: 4.5 bar in front."])
    try await printed.rag("eval", "--answers", "--misses", asked, answers: ["Verdi", "The pressure is 6 bar."])
    try await printed.rag("eval", "--answers", "--json", asked, answers: ["Verdi", "4.5 bar"])
    try await printed.rag("eval", "--answers", "nowhere")
    try await printed.rag("eval", "--misses", "set")
    try await GoldenFile.check(printed.normalized, "eval")
  }

  @Test func verify() async throws {
    let printed = try PrintedCommands()
    let notes = printed.notes
    func answer(_ question: String, _ sources: (path: String, lines: ClosedRange<Int>, text: String)...) -> String {
      let sources = sources.enumerated().map { number, source in
        let (first, last) = (source.lines.lowerBound, source.lines.upperBound)
        return """
          {"number": \(number + 1), "source": "\(source.path):\(first)", "folder": "\(notes.notes)", \
          "path": "\(source.path)", "firstLine": \(first), "lastLine": \(last), "text": "\(source.text)"}
          """
      }
      return #"{"question": "\#(question)", "sources": [\#(sources.joined(separator: ", "))]}"# + "\n"
    }
    try await printed.rag("verify", "--help")
    try await printed.rag("verify", "answers.jsonl")
    try notes.folder.write(
      answer("Who?", ("keys.md", 5...5, "Marta Keller has the passphrase.")) + answer("Why?"), to: "answers.jsonl")
    try await printed.rag("verify", "answers.jsonl")
    try notes.folder.write(
      answer(
        "What?", ("bike.md", 4...4, "Tyre pressure: 4.5 bar in front"), ("bike.md", 4...4, "5 bar behind."),
        ("gone.md", 1...1, "no such line")), to: "answers.jsonl")
    try await printed.rag("verify", "answers.jsonl")
    try await printed.rag("verify", "--json", "answers.jsonl")
    try notes.folder.write("{}\n", to: "answers.jsonl")
    try await printed.rag("verify", "answers.jsonl")
    try await GoldenFile.check(printed.normalized, "verify")
  }

  @Test func encode() async throws {
    let printed = try PrintedCommands([:])
    try await printed.rag("encode", "--help")
    try await printed.rag("encode", "--tokens", "The weather is lovely today.", "")
    try await printed.rag("encode", "--tokens", input: "{\"text\": \"keys\"}\n{\"words\": 1}\n")
    try await printed.rag("encode", "--encoder", "nowhere", "keys")
    try await GoldenFile.check(printed.normalized, "encode")
  }

  @Test func doctor() async throws {
    let printed = try PrintedCommands()
    let notes = printed.notes
    try await printed.rag("doctor", "--help")
    try await printed.rag("doctor", "--model", "gpt")
    try await printed.rag("doctor", environment: notes.noModels)
    _ = try await notes.rag("index", notes.notes)
    try await printed.rag("doctor", "--model", "SmolLM2-135M-Instruct")
    try FileManager.default.moveItem(atPath: notes.notes, toPath: notes.folder.path + "/elsewhere")
    try notes.folder.write("These are not the rows you are looking for.", to: "other.sqlite")
    try await printed.rag("doctor", "--model", "gpt")
    try await printed.rag("doctor", "--model", "gpt", "--index", "other.sqlite")
    try await GoldenFile.check(printed.normalized, "doctor")
  }
}
