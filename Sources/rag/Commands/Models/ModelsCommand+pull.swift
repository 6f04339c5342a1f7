import ArgumentParser
import Foundation
import ModelCatalogue
import RAGKit

extension ModelsCommand {
  struct Pull: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Fetches a model and verifies its checksum.",
      discussion: """
        A model of the list is fetched by its name, any other from Hugging Face: a .gguf file, or the folder of a BERT \
        encoder or reranker. If the repository has several files, rag asks which. HF_TOKEN is the token for private \
        and gated repositories, HF_ENDPOINT the address of a mirror. An interrupted download is resumed.

          rag models pull Qwen2.5-Coder-0.5B-Instruct
          rag models pull hf:unsloth/Qwen3-4B-GGUF/Qwen3-4B-Q4_K_M.gguf
          rag models pull hf:cross-encoder/ms-marco-MiniLM-L6-v2
        """)
    @Argument(help: "The model's name, or hf:OWNER/REPOSITORY[/FILE].") var name: String
    @Option(name: .customLong("from"), help: "Take it from this file or folder instead of fetching it.")
    var source: String?
    @Flag(help: "Print JSON instead of text.") var json = false

    mutating func validate() throws {
      if HubName.path(name) != nil, source != nil {
        throw ValidationError("--from is for models of the list. 'rag models add' names a file of yours.")
      }
    }

    func run() async throws {
      if HubName.path(name) != nil { return try await pull(HubName(name)) }
      let entry = try Catalogue.standard().entry(named: name)
      let folder = ModelFolder.standard()
      let bar = ProgressBar()
      try await ModelDownload(of: entry, into: folder)
        .run(
          from: source, onWaiting: Self.noteWaiting, onLimit: Self.noteLimit, onProgress: { bar.show($0) })
      Console.clearProgress()
      if json {
        try Console.writeJSON(try ModelRecord(entry, path: folder.path(of: entry)))
      } else {
        Console.write("\(entry.name) is at \(folder.path(of: entry))")
      }
    }

    private static func noteWaiting() {
      Console.note("Another download is already running; waiting for it to finish.")
    }

    @Sendable private static func noteLimit(_ host: String, _ seconds: Int) {
      Console.note("\(host) allows no more requests for now; waiting \(seconds) seconds.")
    }

    // MARK: from a hub

    private func pull(_ name: HubName) async throws {
      let hub = try Hub()
      let variant = try await choice(among: hub.variants(of: name, onWait: Self.noteLimit), of: name)
      let folder = ModelFolder.standard()
      let bar = ProgressBar()
      let model = try await HubDownload(of: variant, named: name, from: hub, into: folder, onWait: Self.noteLimit)
        .run(onWaiting: Self.noteWaiting, onProgress: { bar.show($0) })
      Console.clearProgress()
      do {
        let record = try ModelRecord(model)
        if json { try Console.writeJSON(record) } else { Console.write(record.use) }
      } catch {
        // Nothing would list what nothing can use.
        try await PulledModels(in: folder).remove(model)
        throw error
      }
    }

    /// Returns the only variant, or the one that the user chooses.
    ///
    /// - Throws: `HubError.severalFiles` if nobody can be asked.
    private func choice(among variants: [HubVariant], of name: HubName) async throws -> HubVariant {
      guard variants.count > 1, let suggestion = HubVariant.suggestion(among: variants),
        let suggested = variants.firstIndex(of: suggestion)
      else { return variants[0] }
      func size(_ variant: HubVariant) -> String { variant.bytes.formatted(.byteCount(style: .file)) }
      let error = HubError.severalFiles(
        repository: name.repository, files: variants.map { "\($0.file ?? "") (\(size($0)))" },
        suggestion: name.typed(suggestion.file))
      let input = ChatInput(historyPath: nil)
      guard input.canAsk, !json else { throw error }
      Console.note("\(name.repository) has several models:")
      for (index, variant) in variants.enumerated() {
        let isTooLarge = !ModelRecord.fits(variant.bytes + Int64(AddressSpace.window))
        let remark = index == suggested ? ", suggested" : isTooLarge ? ", too large for this machine" : ""
        let number = String(repeating: " ", count: index < 9 ? 1 : 0) + String(index + 1)
        Console.note("  \(number)  \(variant.file ?? "")  \(size(variant))\(remark)")
      }
      Console.note("Which one? Type its number, or press Enter for \(suggested + 1).")
      while let line = try await input.next() {
        let answer = line.trimmingCharacters(in: .whitespaces)
        if answer.isEmpty { return suggestion }
        if let number = Int(answer), variants.indices.contains(number - 1) { return variants[number - 1] }
        Console.note("Type a number from 1 to \(variants.count).")
      }
      throw error
    }
  }
}
