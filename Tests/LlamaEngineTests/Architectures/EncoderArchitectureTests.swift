import Embedding
import LlamaEngine
import TestSupport
import Testing

/// A tiny encoder of each architecture gives the vectors that Transformers gives
/// (`scripts/encoder-architectures.py`).
@Suite struct EncoderArchitectureTests {
  private static var all: [ArchitectureModel] { (try? Architectures.encoders.get().models) ?? [] }

  /// Returns the least cosine of an encoder's vectors to those of Transformers.
  private func leastCosine(
    of shape: ArchitectureModel, pooling: Pooling = .mean, multiplying factors: [String: Double] = [:]
  ) async throws -> Double {
    let (golden, folder) = (try Architectures.encoders.get(), try TemporaryFolder())
    let path = try golden.write(shape, to: folder.path + "/tiny.gguf", multiplying: factors)
    let encoder = try await LlamaTextEncoder(contentsOf: path, pooling: pooling, threads: 1)
    let cosines = zip(try await encoder.encode(golden.texts), shape.results).map { vector, result in
      UnitVector(normalizing: result.numbers.map(Float.init)).flatMap(vector.cosine) ?? -1
    }
    return Double(try #require(cosines.min()))
  }

  @Test func theGoldenFileHasEachArchitecture() throws {
    let golden = try Architectures.encoders.get()
    #expect(
      Set(golden.models.map(\.architecture)) == [
        "modern-bert", "nomic-bert", "gemma-embedding", "eurobert", "jina-bert-v3",
      ])
    #expect(golden.models.allSatisfy { $0.results.count == golden.texts.count })
  }

  @Test(arguments: all) func vectorsAreThoseOfTransformers(_ shape: ArchitectureModel) async throws {
    let cosine = try await leastCosine(of: shape)
    #expect(cosine > 0.99999)
  }

  /// So the bound tells a right position from a wrong one, a right mask, and a right pooling.
  @Test(arguments: all) func aWrongPositionMaskOrPoolingIsSeen(_ shape: ArchitectureModel) async throws {
    var changes = [["rope.freq_base": 0.1, "rope.freq_base_swa": 0.1]]
    if shape.slides { changes.append(["attention.sliding_window": 0.5]) }
    for change in changes {
      let cosine = try await leastCosine(of: shape, multiplying: change)
      #expect(cosine < 0.9999, "\(change)")
    }
    let cosine = try await leastCosine(of: shape, pooling: .last)
    #expect(cosine < 0.99)
  }
}
