import Foundation
import LanguageModels
import LlamaEngine
import TestSupport
import Testing

/// A tiny model of each architecture gives what Transformers gives (`scripts/architectures.py`).
///
/// Keys and values are cached in 16 bits, with a relative error of 2⁻¹¹, and llama.cpp looks GELU up in a table of 16
/// bits: logits differ by up to 1 % of their standard deviation. With a cache of 32 bits, they differ by 0.001 % where
/// there is no GELU.
@Suite(.serialized) struct ArchitectureTests {
  /// The largest difference of a logit, in standard deviations of all.
  static let tolerance = 0.02

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func theGoldenFileHasEachArchitecture() throws {
    let golden = try Architectures.golden.get()
    #expect(
      Set(golden.models.map(\.architecture)) == [
        "llama", "qwen2", "qwen3", "qwen35", "gemma3", "gemma4", "lfm2", "smollm3", "granite",
        "granitehybrid", "phi3", "gpt-oss", "mistral3", "gemma3n", "qwen3moe",
      ])
    #expect(golden.models.allSatisfy { $0.results.count == golden.texts.count })
  }

  @Test(arguments: TinyModel.all)
  func logitsAndRepliesAreThoseOfTransformers(_ shape: ArchitectureModel) async throws {
    let golden = try Architectures.golden.get()
    let model = try await TinyModel(shape, in: folder)
    for (index, result) in shape.results.enumerated() {
      let request = LanguageModelRequest.plain(golden.texts[index], limit: result.reply.count)
      let tokens = golden.tokensOfTexts[index]
      #expect(try model.model.promptTokens(for: request) == tokens)
      #expect(try model.model.tokenCount(for: request) == tokens.count)

      let difference = try await model.difference(from: result.numbers, after: request)
      #expect(difference < Self.tolerance)
      let reply = try await model.model.reply(to: request)
      #expect(reply.text == model.model.text(of: result.reply))
      #expect(reply.summary?.promptTokens == tokens.count)
      #expect(reply.summary?.replyTokens == result.reply.count)
    }
  }

  @Test(arguments: TinyModel.all)
  func aReplysProbabilityIsThatOfItsTokens(_ shape: ArchitectureModel) async throws {
    let golden = try Architectures.golden.get()
    let model = try await TinyModel(shape, in: folder)
    for (index, result) in shape.results.enumerated() {
      let reply = try await model.model.reply(to: .plain(golden.texts[index], limit: 1))
      let first = try #require(result.reply.first)
      let total = log(result.numbers.reduce(0) { $0 + exp($1) })
      let found = try #require(reply.summary?.logProbability)
      #expect(abs(found - (result.numbers[Int(first)] - total)) < 0.02 * abs(total))
      let whole = try await model.model.reply(to: .plain(golden.texts[index], limit: result.reply.count))
      #expect(try #require(whole.summary?.logProbability) < found)
    }
  }

  /// Only Gemma 3n's layers have several outputs, which are not read.
  @Test(arguments: TinyModel.all)
  func theFirstLayersOutputIsThatOfTransformers(_ shape: ArchitectureModel) async throws {
    let golden = try Architectures.golden.get()
    let model = try await TinyModel(shape, in: folder)
    for (index, result) in shape.results.enumerated() {
      guard let layer = result.layer else {
        #expect(shape.architecture == "gemma3n")
        continue
      }
      let request = LanguageModelRequest.plain(golden.texts[index])
      #expect(try await model.difference(ofLayer: 0, from: layer, after: request) < Self.tolerance)
    }
  }

  /// So the tolerance tells a right position from a wrong one, and a right mask.
  @Test(arguments: TinyModel.all.filter { $0.architecture != "granitehybrid" })
  func aWrongPositionOrMaskExceedsTheTolerance(_ shape: ArchitectureModel) async throws {
    let golden = try Architectures.golden.get()
    var changes = [["rope.freq_base": 0.01, "rope.freq_base_swa": 0.01]]
    if shape.slides { changes.append(["attention.sliding_window": 0.75]) }
    for change in changes {
      let model = try await TinyModel(shape, in: folder, multiplying: change)
      let difference = try await model.difference(
        from: shape.results[2].numbers, after: .plain(golden.texts[2], limit: 1))
      #expect(difference > 2 * Self.tolerance, "\(change)")
    }
  }

  @Test func anUnknownArchitectureIsNamed() async throws {
    let shape = try #require(TinyModel.all.first)
    let path = try Architectures.golden.get().write(shape, to: folder.path + "/tiny.gguf", naming: "nonesuch")
    let error = await #expect(throws: LlamaError.self) { try await LlamaLanguageModel(contentsOf: path) }
    let message = try #require(error?.errorDescription)
    #expect(message.hasPrefix("\(path) cannot be run by this version of llama.cpp: "))
    #expect(message.contains("'nonesuch'") && !message.contains("\n"))
  }
}
