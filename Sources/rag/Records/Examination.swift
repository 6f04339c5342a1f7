import Embedding
import Foundation
import Indexer
import LlamaEngine
import RAGKit
import VectorStore

/// What `rag doctor` found, part by part.
struct Examination: Encodable {
  struct Finding: Encodable {
    var part: String
    /// What it is, as it was found.
    var state: String
    /// What is wrong with it, and the command that mends it.
    var problem: String?
    /// Whether rag cannot do its work like this.
    var isFatal = false
  }

  private enum CodingKeys: CodingKey { case findings }

  private(set) var findings: [Finding] = []
  private let show: (Finding) -> Void

  /// `show` is given each finding as soon as it is made.
  init(_ show: @escaping (Finding) -> Void) {
    self.show = show
  }

  mutating func add(_ part: String, _ state: String, problem: String? = nil, isFatal: Bool = false) {
    let finding = Finding(part: part, state: state, problem: problem, isFatal: isFatal)
    findings.append(finding)
    show(finding)
  }

  /// Which BLAS multiplies, and whether it could be faster here.
  mutating func examineBLAS() {
    let kernel = BLASKernel.current
    add("BLAS", kernel.description, problem: kernel.warning.map { "\($0): \(Remedy.installOpenBLAS)" })
  }

  /// Whether the encoder is there and encodes.
  mutating func examineEncoder(_ options: IndexOptions) async {
    do {
      // What is wrong with the index is not the encoder's fault.
      let choice = (try? options.encoderChoice()) ?? options.encoderOptions.choice()
      let encoder = try await choice.load()
      _ = try await encoder.encode("a text")
      add("encoder", "\(encoder.space.title), \(encoder.space.dimensions) dimensions, \(encoder.maximumTokens) tokens")
    } catch {
      add("encoder", "not usable", problem: Remedy.message(for: error), isFatal: true)
    }
  }

  /// Whether the language model is there and loads.
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

  /// `weights as in the file; 2 threads read prompts, 2 write replies; …`
  private static func words(for tuning: MachineTuning) -> String {
    var words =
      "weights \(tuning.repacksWeights ? "repacked" : "as in the file"); "
      + "\(Numbers.count(tuning.promptThreads, of: "thread")) for prompts, \(tuning.replyThreads) for replies"
    guard !tuning.timings.isEmpty else { return words + " (not measured: other programs want the processor)" }
    for timing in tuning.timings where timing.tokens > 1 || timing.threads == tuning.replyThreads {
      let layout = timing.isRepacked ? "repacked" : "as in the file"
      words += "; \(Numbers.count(timing.tokens, of: "token")) \(layout) \(Numbers.short(timing.seconds * 1e3)) ms"
    }
    return words
  }

  /// Whether the index opens with the encoder, is sound, and its folders are there.
  mutating func examineIndex(_ options: IndexOptions) async {
    let path = options.path
    guard FileManager.default.fileExists(atPath: path) else {
      add("index", "none at \(path)", problem: "run 'rag index FOLDER' to make one")
      return
    }
    do {
      let encoder = try? await options.encoderChoice().load()
      let index = try await SearchIndex.open(at: path, encoder: encoder, access: .readOnly)
      let status = try await index.status()
      let problems = try await index.check()
      add(
        "index",
        "\(path), \(Numbers.count(status.documents, of: "document")), \(Numbers.count(status.chunks, of: "chunk"))",
        problem: problems.isEmpty
          ? nil : problems.joined(separator: "; ") + ": run: rag index --rebuild --index \(path.shellQuoted)",
        isFatal: !problems.isEmpty)
      if status.documentsWithoutTags > 0 {
        add(
          "tags", "those of \(Numbers.count(status.documentsWithoutTags, of: "document")) are not known",
          problem: "the index was made before it held tags: 'rag index' reads them, and encodes nothing again")
      }
      for folder in status.folders where folder.indexedAt == nil {
        add("folder", folder.path, problem: "is only partly indexed: run 'rag index' to finish it")
      }
      for folder in status.folders where !FileManager.default.fileExists(atPath: folder.path) {
        add(
          "folder", folder.path,
          problem: "is not there; the index keeps its \(Numbers.count(folder.documents, of: "document")) "
            + "until you run: rag forget \(folder.path.shellQuoted)"
        )
      }
    } catch {
      add("index", path, problem: Remedy.message(for: error), isFatal: true)
    }
  }
}
