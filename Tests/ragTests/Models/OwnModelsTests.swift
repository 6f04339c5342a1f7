import Foundation
import TestSupport
import Testing

/// Models that were on the machine before, used by their names in the built program.
@Suite struct OwnModelsTests {
  private let notes: Notes
  private let question = "What is the tyre pressure of the bicycle?"

  init() throws {
    notes = try Notes()
    // Of the catalogue's models, there is only the encoder.
    let models = notes.home + "/models"
    try FileManager.default.createDirectory(atPath: models, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: models + "/all-MiniLM-L6-v2", withDestinationPath: Models.encoder())
  }

  private func rag(_ arguments: String..., environment: [String: String] = [:]) async throws -> BuiltProgram.Result {
    try await notes.rag(
      arguments, environment: ["RAG_MODELS": notes.home + "/models"].merging(environment) { $1 })
  }

  private func ask(_ options: String...) async throws -> BuiltProgram.Result {
    try await notes.rag(
      ["ask", "--json", "--threads", "1", "--reply-tokens", "8"] + options + [question],
      environment: ["RAG_MODELS": notes.home + "/models"])
  }

  @Test func aQuestionIsAnsweredByAModelOfEachProgram() async throws {
    try notes.folder.writeOllamaModel("registry.ollama.ai/library/smol/135m", in: "ollama")
    try notes.folder.linkModel(".lmstudio/models/owner/studio-GGUF/studio.gguf")
    try notes.folder.linkModel("cache/huggingface/hub/models--owner--hub/snapshots/1/hub.gguf")
    try notes.folder.linkModel("cache/llama.cpp/cpp.gguf")
    #expect(try await rag("index", notes.notes).status == 0)
    for (name, shown) in [("smol:135m", "smol:135m"), ("studio", "studio"), ("owner/hub/hub", "hub"), ("CPP", "cpp")] {
      let result = try await ask("--model", name)
      #expect(result.status == 0 && result.output.contains("\"model\":\"\(shown)\""), "\(name): \(result)")
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: notes.home + "/models")
    #expect(left == ["all-MiniLM-L6-v2"])
  }

  @Test func namesAreListedWithWhereTheyAreAndWhatIsUnclearIsSaid() async throws {
    for tag in ["135m", "latest"] {
      try notes.folder.writeOllamaModel("registry.ollama.ai/library/smol/\(tag)", in: "ollama")
    }
    try notes.folder.linkModel("cache/llama.cpp/tiny-a.gguf")
    try FileManager.default.copyItem(
      atPath: Models.shallowModel(), toPath: notes.home + "/cache/llama.cpp/tiny-b.gguf")
    try notes.folder.writeMetadata(
      [("general.type", "mmproj"), ("general.architecture", "clip")], numbers: [], to: "cache/llama.cpp/mmproj.gguf")
    try notes.folder.write("no model", to: "cache/llama.cpp/text.gguf")
    let list = try await rag("models", "list")
    #expect(list.status == 0 && list.errors.isEmpty)
    #expect(list.output.contains("smol:135m  model, ") && list.output.contains("tiny-b  model, "))
    #expect(list.output.contains(notes.home + "/cache/llama.cpp/tiny-b.gguf"))
    #expect(!list.output.contains("mmproj") && !list.output.contains("text.gguf"))
    let unclear = try await rag("models", "path", "tiny")
    #expect(unclear.status == 2 && unclear.errors.contains("tiny-a, tiny-b"))
    // Both tags are one file.
    #expect(try await rag("models", "path", "mol:").output.contains("/blobs/sha256-"))
    #expect(try await rag("models", "path", "tiny-").status == 2)
    #expect(try await rag("models", "path", "nothing").errors.contains("tiny-b"))
    let foreign = try await rag("models", "remove", "smol")
    #expect(foreign.status == 2 && foreign.errors.contains("Ollama"))
  }

  @Test func encodersRerankersAndLanguageModelsAreToldApart() async throws {
    let common: [(key: String, value: String)] = [("tokenizer.ggml.model", "x")]
    func write(_ name: String, _ architecture: String, pooling: UInt32? = nil) throws {
      let numbers = ["context_length": 512, "block_count": 2, "embedding_length": 8].map {
        (key: "\(architecture).\($0.key)", value: UInt32($0.value))
      }
      try notes.folder.writeMetadata(
        common + [("general.architecture", architecture)],
        numbers: numbers + (pooling.map { [("\(architecture).pooling_type", $0)] } ?? []),
        to: "cache/llama.cpp/\(name).gguf")
    }
    try write("qwen", "qwen3")
    try write("qwen-embedding", "qwen3", pooling: 3)
    try write("qwen-reranker", "qwen3", pooling: 4)
    try write("nomic", "nomic-bert")
    let output = try await rag("models", "list").output
    #expect(output.contains("  qwen  model,") && output.contains("  qwen-embedding  encoder,"))
    #expect(output.contains("  nomic  encoder,") && output.contains("  qwen-reranker  reranker,"))
    let used = try await rag("models", "use", "qwen-reranker")
    #expect(used.status == 2 && used.errors.contains("--rerank"))
    let added = try await rag("models", "add", notes.home + "/cache/llama.cpp/qwen-reranker.gguf", "--name", "mine")
    #expect(added.status == 0 && added.output.contains("mine is a reranker: name it with --rerank mine"))
  }

  @Test func controlCharactersInNamesDoNotReachTheTerminal() async throws {
    try notes.folder.linkModel("cache/llama.cpp/a\u{1B}[2J\nb\u{202E}.gguf")
    try notes.folder.writeOllamaModel("registry.ollama.ai/library/c\u{1B}]0;x\u{7}/latest", in: "ollama")
    for arguments in [["models", "list"], ["models", "path", "none"], ["models", "list", "--json"]] {
      let result = try await notes.rag(arguments)
      let printed = result.output + result.errors
      #expect(printed.contains("[2J"))
      #expect(!printed.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E }, "\(result)")
    }
  }

  @Test func aModelIsAddedUsedAndRemoved() async throws {
    #expect(try await rag("index", notes.notes).status == 0)
    let file = notes.home + "/Downloads/model.gguf"
    try notes.folder.linkModel("Downloads/model.gguf")
    #expect(try await rag("models", "add", file, "--name", "mine").status == 0)
    #expect(try await rag("models", "use", "mine").status == 0)
    #expect(try await rag("models", "list").output.contains("  mine  model, "))
    #expect(try await rag("models", "list").output.contains("default, added, \(file)"))
    let answer = try await ask()
    #expect(answer.status == 0 && answer.output.contains("\"model\":\"model\""), "\(answer)")
    let doctor = try await rag("doctor")
    #expect(doctor.status == 0 && doctor.output.contains("ok defaults: model mine, set in \(notes.home)/config/rag"))
    let removed = try await rag("models", "remove", "mine")
    #expect(removed.status == 0 && removed.errors.contains("Qwen2.5-Coder-1.5B-Instruct"))
    #expect(FileManager.default.fileExists(atPath: file))
    #expect(try await ask().errors.contains("rag models pull Qwen2.5-Coder-1.5B-Instruct"))
  }

  @Test func anEncoderInHuggingFacesCacheIsUsedByItsName() async throws {
    let name = "sentence-transformers/other"
    let snapshot = "cache/huggingface/hub/models--sentence-transformers--other/snapshots/0123"
    try ModelShape.all(inFile: "shapes.json")[0].write(to: notes.folder, at: snapshot)
    try notes.folder.write(
      #"{"model_type": "llama"}"#, to: "cache/huggingface/hub/models--o--r/snapshots/1/config.json")
    try notes.folder.write("x", to: "cache/huggingface/hub/models--o--r/snapshots/1/model.safetensors")
    let list = try await rag("models", "list")
    #expect(list.output.contains("  \(name)  encoder, ") && !list.output.contains("o/r"), "\(list)")
    #expect(try await rag("index", "--encoder", name, notes.notes).status == 0)
    #expect(try await rag("status").output.contains("encoder \(name), "))
    let found = try await rag("search", "--ranking", "vector", "tyre pressure")
    #expect(found.status == 0 && found.errors.isEmpty, "\(found)")
  }

  /// The repository itself does not say which prompts its model was trained with.
  @Test func anEncoderOfAKnownFamilyGetsItsPrompts() async throws {
    let snapshot = "cache/huggingface/hub/models--intfloat--e5-small-v2/snapshots/0123"
    try ModelShape.all(inFile: "shapes.json")[0].write(to: notes.folder, at: snapshot)
    let prompts = "queries after 'query: ', documents after 'passage: '"
    let doctor = try await rag("doctor", "--encoder", "intfloat/e5-small-v2")
    #expect(doctor.output.contains(prompts), "\(doctor)")
    #expect(try await rag("index", "--encoder", "intfloat/e5-small-v2", notes.notes).status == 0)
    let found = try await rag("search", "--ranking", "vector", "tyre pressure")
    #expect(found.status == 0 && found.errors.isEmpty, "\(found)")

    try notes.folder.write(
      #"{"prompts": {"query": "", "document": ""}}"#, to: snapshot + "/config_sentence_transformers.json")
    #expect(try await !rag("doctor", "--encoder", "intfloat/e5-small-v2").output.contains("queries after"))
    // Vectors of passages without the prompt are others.
    let changed = try await rag("search", "tyre pressure")
    #expect(changed.status == 2)
    let remedy = "rag index --encoder intfloat/e5-small-v2\n"
    #expect(changed.errors.hasSuffix(remedy) && changed.errors.contains("prompts"), "\(changed)")
    #expect(try await rag("index", "--encoder", "intfloat/e5-small-v2").status == 0)
    #expect(try await rag("search", "--ranking", "vector", "tyre pressure").status == 0)
  }

  @Test func onlyModelsCanBeAddedOrUsed() async throws {
    let text = try notes.folder.write("no model", to: "text.gguf")
    try notes.folder.writeMetadata([("general.type", "adapter")], numbers: [], to: "adapter.gguf")
    for file in [text, notes.home + "/adapter.gguf", notes.home + "/none.gguf", notes.home] {
      for command in ["add", "use"] {
        let result = try await rag("models", command, file)
        #expect(result.status == 2 && result.errors.split(separator: "\n").count == 1, "\(result)")
      }
    }
    #expect(try await rag("models", "use").status == 64)
    #expect(!FileManager.default.fileExists(atPath: notes.home + "/config"))
    #expect(try await rag("models", "use", "SmolLM2-135M-Instruct").errors.contains("rag models pull"))
  }

  @Test func aDefaultThatIsGoneOrDamagedIsSaidInOneLine() async throws {
    #expect(try await rag("index", notes.notes).status == 0)
    try notes.folder.write(#"{"encoder": "nonesuch", "model": "qwen3:4b"}"#, to: "config/rag/config.json")
    let new = ["index", "--index", notes.home + "/new.sqlite", notes.notes]
    let result = try await notes.rag(new)
    #expect(result.status == 2 && result.errors.contains("nonesuch") && result.errors.contains("rag models use"))
    try notes.folder.write("{", to: "config/rag/config.json")
    for command in [new, ["models", "list"], ["models", "use", "--default"]] {
      let result = try await notes.rag(command)
      #expect(result.status == 2 && result.errors.split(separator: "\n").count == 1, "\(result)")
      #expect(result.errors.contains(notes.home + "/config/rag/config.json"))
    }
    // An index has its encoder, and who names one needs no default.
    #expect(try await rag("search", "tyre").errors.isEmpty)
    #expect(try await rag("search", "--encoder", "minilm", "tyre").status == 0)
  }
}
