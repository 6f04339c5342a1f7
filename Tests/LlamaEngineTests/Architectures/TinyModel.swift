import Foundation
import LanguageModels
import LlamaEngine
import TestSupport
import Testing

/// A model of a golden file, loaded, with the texts of its vocabulary.
struct TinyModel {
  /// The models of the golden file; `theGoldenFileHasEachArchitecture` checks that it could be read.
  static var all: [ArchitectureModel] { (try? Architectures.golden.get().models) ?? [] }

  var model: LlamaLanguageModel
  /// Each token that a text can begin with, and its text.
  let candidates: [(token: Int, text: String)]

  /// Writes the model to a folder, and loads it.
  init(_ shape: ArchitectureModel, in folder: TemporaryFolder, multiplying factors: [String: Double] = [:])
    async throws
  {
    let golden = try Architectures.golden.get()
    let path = try golden.write(shape, to: folder.path + "/\(UUID().uuidString).gguf", multiplying: factors)
    let model = try await LlamaLanguageModel(
      contentsOf: path, contextSize: 1024, threads: 1, tuningFolder: folder.path)
    self.model = model
    candidates = golden.tokens.indices.map { ($0, model.text(of: [Int32($0)])) }.filter { !$0.text.isEmpty }
    try #require(candidates.count == golden.tokens.count - golden.controls)
  }

  /// Returns the logits of the candidates after a request.
  func logits(after request: LanguageModelRequest) async throws -> [Double] {
    try await model.nextTokenScores(after: request, candidates: candidates.map(\.text)).scores
  }

  /// Returns the largest difference from expected logits, in their standard deviations.
  func difference(from expected: [Double], after request: LanguageModelRequest) async throws -> Double {
    let differences = zip(try await logits(after: request), candidates).map { abs($0 - expected[$1.token]) }
    return Self.largest(differences, of: expected)
  }

  /// Returns the largest difference from the logits of another model, in their standard deviations.
  func difference(from other: TinyModel, after request: LanguageModelRequest) async throws -> Double {
    let expected = try await other.logits(after: request)
    return Self.largest(zip(try await logits(after: request), expected).map { abs($0 - $1) }, of: expected)
  }

  /// Returns the largest difference of a layer's output from what is expected, in its standard deviations.
  func difference(ofLayer layer: Int, from expected: [Double], after request: LanguageModelRequest) async throws
    -> Double
  {
    let read = try await model.nextTokenScores(after: request, candidates: [], layers: [layer]).activations
    let output = try #require(read[layer])
    try #require(read.count == 1 && output.count == expected.count)
    return Self.largest(zip(output, expected).map { abs(Double($0) - $1) }, of: expected)
  }

  private static func largest(_ differences: [Double], of expected: [Double]) -> Double {
    let mean = expected.reduce(0, +) / Double(expected.count)
    let variance = expected.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(expected.count)
    return differences.reduce(0) { max($0, $1.isFinite ? $1 : .infinity) } / variance.squareRoot()
  }
}

extension LanguageModelRequest {
  /// Messages for a model without a chat template, answered greedily.
  static func plain(_ messages: String..., limit: Int = 8) -> LanguageModelRequest {
    LanguageModelRequest(
      messages: messages.map { .init(role: .user, content: $0) }, options: .init(maximumResponseTokens: limit))
  }
}
