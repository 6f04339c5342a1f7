import Foundation
import TestSupport
import Testing

/// `rag models pull hf:…` in the built program, from a hub on this machine.
@Suite struct HubPullTests {
  private let notes: Notes
  private var models: String { notes.home + "/models" }
  private let pull = ["models", "pull", "hf:owner/tiny"]

  init() throws {
    notes = try Notes()
    try FileManager.default.createDirectory(atPath: models, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: models + "/all-MiniLM-L6-v2", withDestinationPath: Models.encoder())
  }

  private func rag(
    _ arguments: [String], _ hub: HubServer? = nil, _ more: [String: String] = [:]
  ) async throws -> BuiltProgram.Result {
    let environment = ["RAG_MODELS": models].merging(hub?.environment ?? [:]) { $1 }.merging(more) { $1 }
    return try await notes.rag(arguments, environment: environment)
  }

  private func model() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: Models.shallowModel())) }

  /// A header that says "language model", with so many bytes of weights that nobody loads.
  private func header(_ bytes: Int = 1 << 20) throws -> Data {
    try notes.folder.writeMetadata(
      [("general.architecture", "qwen3"), ("tokenizer.ggml.model", "x")],
      numbers: ["context_length", "block_count", "embedding_length"].map { ("qwen3." + $0, 64) }, to: "header")
    let header = try Data(contentsOf: URL(fileURLWithPath: notes.home + "/header"))
    return header + Data((0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 7 + $0 >> 8) })
  }

  /// All files below the folder of what was fetched.
  private var fetched: [String] {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: models + "/hub")) ?? []
    return paths.filter { (try? FileManager.default.contentsOfDirectory(atPath: models + "/hub/" + $0)) == nil }
      .sorted()
  }

  @Test func aModelIsFetchedUsedByItsNameAndRemoved() async throws {
    let hub = try HubServer([.small("README.md", Data("# Tiny".utf8)), .large("tiny-Q4_1.gguf", model())])
    let result = try await rag(pull, hub, ["HF_TOKEN": "hf_secret"])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(
      result.output
        == "owner/tiny/tiny-Q4_1 is a language model: name it with --model owner/tiny/tiny-Q4_1\n")
    #expect(fetched == ["owner/tiny/tiny-Q4_1.gguf"])
    #expect(hub.hub.requests.allSatisfy { $0.head.contains("Authorization: Bearer hf_secret") })
    #expect(hub.store.requests.count == 1 && hub.store.requests.allSatisfy { !$0.head.contains("Authorization") })

    #expect(try await rag(["models", "list"]).output.contains("  owner/tiny/tiny-Q4_1  model, "))
    #expect(try await rag(["models", "list", "--json"]).output.contains(#""source":"pulled""#))
    #expect(try await rag(["index", notes.notes]).status == 0)
    for name in ["owner/tiny/tiny-Q4_1", "tiny-q4", "hf:owner/tiny", "hf:owner/tiny/tiny-Q4_1.gguf"] {
      let answer = try await rag([
        "ask", "--json", "--threads", "1", "--reply-tokens", "4", "--model", name, "What is the tyre pressure?",
      ])
      #expect(answer.status == 0 && answer.output.contains(#""model":"tiny-Q4_1""#), "\(name): \(answer)")
    }
    // What is whole is not fetched again.
    #expect(try await rag(pull + ["--json"], hub).output.contains(#""source":"pulled""#))
    #expect(hub.store.requests.count == 1)
    let removed = try await rag(["models", "remove", "hf:owner/tiny/tiny-Q4_1.gguf"])
    #expect(removed.status == 0 && !FileManager.default.fileExists(atPath: models + "/hub"), "\(removed)")
  }

  @Test func aBrokenConnectionIsResumed() async throws {
    let data = try header()
    let count = Recorded<Int>()
    let hub = try HubServer([.large("a.gguf", data)]) { request, data in
      count.append(HubServer.start(of: request) ?? 0)
      guard count.all.count < 4 else { return nil }
      return HubServer.steps(for: request, data, upTo: count.all.count * 300_000)
    }
    let result = try await rag(pull, hub)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(count.all == [0, 300_000, 600_000, 900_000])
    #expect(try Data(contentsOf: URL(fileURLWithPath: models + "/hub/owner/tiny/a.gguf")) == data)
    #expect(fetched == ["owner/tiny/a.gguf"])
  }

  @Test func anInterruptedDownloadIsResumedByTheNextRun() async throws {
    let data = try header()
    let hub = try HubServer([.large("a.gguf", data)]) { request, data in
      HubServer.start(of: request) == nil ? HubServer.steps(for: request, data, upTo: 500_000) + [.hold] : nil
    }
    let part = models + "/hub/owner/tiny/a.gguf.part"
    let program = try RunningProgram(
      pull, environment: notes.environment.merging(["RAG_MODELS": models]) { $1 }.merging(hub.environment) { $1 },
      in: notes.home)
    try await program.wait {
      (try? FileManager.default.attributesOfItem(atPath: part)[.size] as? Int) == 500_000
    }
    program.signal(SIGINT)
    #expect(try await program.end() == 130)
    #expect(program.errors == "interrupted\n")
    let list = try await rag(["models", "list"]).output
    #expect(!list.contains("owner/tiny"))
    #expect(try await rag(pull, hub).status == 0)
    #expect(hub.store.requests.compactMap(HubServer.start) == [500_000])
    #expect(fetched == ["owner/tiny/a.gguf"])
  }

  @Test(arguments: [false, true]) func whatIsLeftOfAnotherFileIsNotKept(ignoresRanges: Bool) async throws {
    let data = try header()
    let hub = try HubServer([.large("a.gguf", data)]) { request, data in
      guard ignoresRanges else { return nil }
      return [.text("HTTP/1.1 200 OK\r\nContent-Length: \(data.count)\r\n\r\n"), .send(Array(data))]
    }
    try notes.folder.write(Data(count: 1234), to: "models/hub/owner/tiny/a.gguf.part")
    #expect(try await rag(pull, hub).status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: models + "/hub/owner/tiny/a.gguf")) == data)
    // Another file in its place is fetched anew, too.
    try notes.folder.write(Data(count: data.count), to: "models/hub/owner/tiny/a.gguf")
    #expect(try await rag(pull, hub).status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: models + "/hub/owner/tiny/a.gguf")) == data)
    #expect(fetched == ["owner/tiny/a.gguf"])
  }

  @Test func theListOfFilesMayHaveSeveralPages() async throws {
    let others = try (0..<5).map { try HubServer.File.small("notes\($0).txt", Data("x".utf8)) }
    let hub = try HubServer(others + [.large("folder/a b#1.gguf", header(10))], page: 2)
    let result = try await rag(pull, hub)
    #expect(result.status == 0, "\(result.errors)")
    #expect(fetched == ["owner/tiny/folder/a b#1.gguf"])
  }

  @Test func aSplitModelIsFetchedAsAWhole() async throws {
    let parts = [try header(10), Data("second".utf8), Data("third".utf8)]
    let files = parts.enumerated().map { HubServer.File.large("Q8_0/a-Q8_0-0000\($0 + 1)-of-00003.gguf", $1) }
    let hub = try HubServer(files + [.large("b-Q8_0-00001-of-00002.gguf", parts[0])])
    for name in ["hf:owner/tiny", "hf:owner/tiny/Q8_0/a-Q8_0-00002-of-00003.gguf"] {
      let result = try await rag(["models", "pull", name], hub)
      #expect(result.status == 0 && result.output.hasPrefix("owner/tiny/Q8_0/a-Q8_0 is a language model"), "\(result)")
      #expect(fetched == files.map { "owner/tiny/" + $0.path })
      #expect(try await rag(["models", "remove", "a-Q8_0"]).status == 2)
      #expect(try await rag(["models", "remove", "owner/tiny/Q8_0/a-Q8_0"]).status == 0)
      #expect(fetched.isEmpty)
    }
  }

  /// The files of a folder, and more that a repository has.
  private func repository(_ path: String) throws -> [HubServer.File] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: path)
    let files = try names.compactMap { name -> HubServer.File? in
      guard let data = FileManager.default.contents(atPath: path + "/" + name) else { return nil }
      return name.hasSuffix(".safetensors") ? .large(name, data) : try .small(name, data)
    }
    let more = Data("{}".utf8)
    return files + [
      .large("pytorch_model.bin", more), .large("onnx/model.onnx", more), try .small("README.md", more),
      try .small("tokenizer.json", more), try .small("special_tokens_map.json", more),
    ]
  }

  @Test func aRerankerIsFetchedAsAFolder() async throws {
    let folder = try ModelShape.writeReranker(to: notes.folder, at: "original")
    let hub = try HubServer(repository(folder))
    let result = try await rag(pull, hub)
    #expect(result.output == "owner/tiny is a reranker: name it with --rerank owner/tiny\n", "\(result)")
    let own = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    #expect(fetched == own.map { "owner/tiny/" + $0 })
    _ = try await rag(["index", notes.notes])
    func scores(_ reranker: String) async throws -> String {
      try await rag(["search", "--json", "--rerank", reranker, "tyre pressure"]).output
    }
    let expected = try await scores(folder)
    #expect(try await scores("owner/tiny") == expected && expected.contains("\"reranker\":-0."))
    #expect(try await rag(["models", "list"]).output.contains("  owner/tiny  reranker, "))
    #expect(try await rag(["models", "remove", "owner/tiny"]).status == 0)
    #expect(fetched.isEmpty)
  }

  @Test func encodersArriveWithTheirModules() async throws {
    for (index, shape) in try ModelShape.all(inFile: "shapes.json").enumerated() {
      let folder = try shape.write(to: notes.folder, at: "original\(index)")
      let hub = try HubServer(repository(folder))
      let result = try await rag(pull, hub)
      #expect(result.output == "owner/tiny is an encoder: name it with --encoder owner/tiny\n", "\(result)")
      let own = try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
        (try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + $0)) == nil
      }
      #expect(fetched == own.sorted().map { "owner/tiny/" + $0 }, "\(shape.name)")
      func vector(_ encoder: String) async throws -> String {
        try await rag(["encode", "--encoder", encoder, "--as", "query", "tyre pressure"]).output
      }
      let expected = try await vector(folder)
      #expect(try await vector("owner/tiny") == expected && !expected.isEmpty, "\(shape.name)")
      #expect(try await rag(["models", "remove", "owner/tiny"]).status == 0)
    }
  }

  @Test func anotherArchitectureIsRefusedBeforeItsWeightsAreFetched() async throws {
    let hub = try HubServer([
      .small(
        "config.json",
        Data(
          #"""
          {"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 2,
           "intermediate_size": 128, "vocab_size": 100, "max_position_embeddings": 64, "layer_norm_eps": 1e-6}
          """#.utf8)),
      .small("tokenizer.json", Data("{}".utf8)), .large("model.safetensors", Data(count: 1000)),
    ])
    let result = try await rag(pull, hub)
    #expect(result.status == 2 && result.errors.contains("llama"), "\(result.errors)")
    #expect(hub.store.requests.isEmpty && fetched.isEmpty)
  }

  @Test func onlyTheCommandThatFetchesAsksTheHub() async throws {
    let hub = try HubServer([.large("a.gguf", header(10))])
    _ = try await rag(["index", notes.notes])
    let result = try await rag(["ask", "--model", "hf:owner/tiny", "What is the tyre pressure?"], hub)
    #expect(result.status == 2 && result.errors.contains("rag models pull hf:owner/tiny"), "\(result.errors)")
    _ = try await rag(["models", "list"], hub)
    _ = try await rag(["models", "path", "hf:owner/tiny"], hub)
    #expect(hub.hub.requests.isEmpty)
  }
}
