import Embedding
import Foundation
import Indexer
import LlamaEngine
import ModelCatalogue
import PostgresIndex
import RAGKit
import VectorStore

/// The findings of `rag doctor`, part by part.
struct Examination: Encodable {
  struct Finding: Encodable {
    var part: String
    /// The state of the part.
    var state: String
    /// The problem, and the command that fixes it.
    var problem: String?
    /// Whether the problem keeps rag from working.
    var isFatal = false
    /// What mends it, if that is safe.
    var repair: Repair?

    private enum CodingKeys: CodingKey { case part, state, problem, isFatal }
  }

  private enum CodingKeys: CodingKey { case findings }

  private(set) var findings: [Finding] = []
  private let show: (Finding) -> Void

  /// Creates an empty examination that passes each finding to `show` as soon as it is added.
  init(_ show: @escaping (Finding) -> Void) {
    self.show = show
  }

  mutating func add(
    _ part: String, _ state: String, problem: String? = nil, isFatal: Bool = false, repair: Repair? = nil
  ) {
    let finding = Finding(part: part, state: state, problem: problem, isFatal: isFatal, repair: repair)
    findings.append(finding)
    show(finding)
  }

  /// Checks which BLAS is used, and whether it could be faster here.
  mutating func examineBLAS() {
    let kernel = BLASKernel.current
    add("BLAS", kernel.description, problem: kernel.warning.map { "\($0): \(Remedy.installOpenBLAS)" })
  }

  /// Checks that the encoder is installed and encodes.
  mutating func examineEncoder(_ options: IndexOptions, _ remote: RemoteOptions) async {
    do {
      // A problem with the index is not one of the encoder.
      let choice = (try? await options.encoderChoice()) ?? options.encoderOptions.choice()
      let encoder = try await choice.load(remote)
      _ = try await encoder.encode("a text")
      var words = "\(encoder.space.title), \(encoder.space.dimensions) dimensions, \(encoder.maximumTokens) tokens"
      for (texts, prompt) in [("queries", encoder.prompts.query), ("documents", encoder.prompts.document)]
      where !prompt.isEmpty {
        words += ", \(texts) after '\(prompt.replacing("\n", with: " "))'"
      }
      add("encoder", words)
    } catch {
      add("encoder", "not usable", problem: Remedy.message(for: error), isFatal: true)
    }
  }

  /// Says which defaults the user chose, if any.
  mutating func examineDefaults() {
    let defaults = ModelDefaults()
    let chosen = CatalogueEntry.Kind.withDefault.compactMap { kind in
      (try? defaults.name(of: kind)).flatMap { $0 }.map { "\(kind.rawValue) \($0)" }
    }
    if !chosen.isEmpty { add("defaults", chosen.joined(separator: ", ") + ", set in \(defaults.path)") }
  }

  /// Checks that the language model is installed and loads.
  mutating func examineModel(named name: String?) async {
    do {
      let choice = try CatalogueChoice(name, kind: .model)
      try AddressSpace.check(AddressSpace.model(weights: AddressSpace.sizeOfFile(at: choice.path)))
      let start = ContinuousClock.now
      let model = try await choice.languageModel(contextSize: 4096, threads: nil)
      let seconds = Numbers.short((ContinuousClock.now - start) / .seconds(1))
      add("model", "\(model.name), window \(model.contextSize) tokens, loaded in \(seconds) s, \(choice.path)")
      add("tuning", Self.words(for: model.tuning))
    } catch {
      add("model", "not usable", problem: Remedy.message(for: error), isFatal: true)
    }
  }

  /// `weights as in the file; 2 threads for prompts, 2 for replies; …`
  private static func words(for tuning: MachineTuning) -> String {
    var words =
      "weights \(tuning.repacksWeights ? "repacked" : "as in the file"); "
      + "\(Numbers.count(tuning.promptThreads, of: "thread")) for prompts, \(tuning.replyThreads) for replies"
    guard !tuning.timings.isEmpty else { return words + " (not measured: other programs are using the processor)" }
    for timing in tuning.timings where timing.tokens > 1 || timing.threads == tuning.replyThreads {
      let layout = timing.isRepacked ? "repacked" : "as in the file"
      words += "; \(Numbers.count(timing.tokens, of: "token")) \(layout) \(Numbers.short(timing.seconds * 1e3)) ms"
    }
    return words
  }

  /// Checks that the index opens with the encoder and is sound, and that its folders exist.
  mutating func examineIndex(_ options: IndexOptions, _ remote: RemoteOptions) async {
    let path = options.path
    guard options.location.path == nil || FileManager.default.fileExists(atPath: path) else {
      add("index", "none at \(path)", problem: "run \(SuggestedCommand.quoted("index", "FOLDER")) to make one")
      examineReaders([])
      return
    }
    do {
      let encoder = try? await options.encoderChoice().load(remote)
      let index = try await options.location.open(encoder: encoder, access: .readOnly)
      let status = try await index.status()
      let problems = try await index.check()
      add(
        "index",
        "\(path), \(Numbers.count(status.documents, of: "document")), \(Numbers.count(status.chunks, of: "chunk"))",
        problem: problems.isEmpty
          ? nil : problems.joined(separator: "; ") + ": run: rag index --rebuild --index \(path.shellQuoted)",
        isFatal: !problems.isEmpty)
      examineReaders(status.folders)
      if let role = try await index.role() { examine(role) } else { examineFiles(ofIndexAt: path, status) }
      // What is in a damaged index says nothing.
      if problems.isEmpty { try await examineFolders(of: index, status) }
    } catch {
      add("index", path, problem: Remedy.message(for: error), isFatal: true)
    }
  }
}
