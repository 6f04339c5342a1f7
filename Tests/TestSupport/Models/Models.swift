import Foundation
import LlamaEngine
import ModelCatalogue

/// Where the tests find the encoder and the smallest language model: where the program itself looks for them. `make
/// test` puts them there.
package enum Models {
  package struct Missing: Error, CustomStringConvertible {
    package var description: String
  }

  package static var folder: String { URL(fileURLWithPath: ModelFolder.standard().path).path }

  package static func encoder() throws -> String { try path(of: "all-MiniLM-L6-v2") }

  /// A model that answers, if not well: for tests of what is said.
  package static func smallModel() throws -> String {
    _ = try tuning.get()
    return try path(of: "SmolLM2-135M-Instruct")
  }

  /// Two layers of the small model, which say nothing that makes sense: for tests of how it is asked and printed.
  package static func shallowModel() throws -> String { try shallow.get().path + "/smollm2-135m-2-layers.gguf" }

  private static let shallow = Result {
    let folder = try TemporaryFolder()
    try ShallowModel.write(2, of: smallModel(), to: folder.path + "/smollm2-135m-2-layers.gguf")
    return folder
  }

  /// The folder that says how the small model is evaluated: with its weights as in the file, on every machine. What a
  /// model says depends on how its weights are laid out, and that on what is measured.
  static let tuning = Result {
    let folder = try TemporaryFolder()
    let q4_1: UInt32 = 3
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let timings = [(MatrixTiming.promptTokens, cores), (1, 1)].map { tokens, threads in
      MachineTuning.Timing(isRepacked: false, tokens: tokens, threads: threads, seconds: 0.001)
    }
    _ = MachineTuning.tuning(forType: q4_1, keptIn: folder.path) {
      MachineTuning(choosingFrom: timings, cores: $1)
    }
    return folder
  }

  private static func path(of name: String) throws -> String {
    let folder = ModelFolder(at: folder)
    let entry = try Catalogue.standard().entry(named: name)
    guard folder.isPresent(entry) else {
      throw Missing(description: "\(name) is not in \(folder.path): run 'make test', or 'rag models pull \(name)'")
    }
    return folder.path(of: entry)
  }
}
