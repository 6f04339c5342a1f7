import Embedding
import Foundation
import TestSupport
import Testing

struct BERTFilesTests {
  private func open(_ tiny: TinyEncoder) throws -> BERTEncoder {
    let folder = try TemporaryFolder()
    return try BERTEncoder(contentsOf: tiny.write(to: folder))
  }

  private func message(_ tiny: TinyEncoder) throws -> String {
    let error = #expect(throws: EmbeddingError.self) { try open(tiny) }
    let message = error?.errorDescription ?? ""
    #expect(!message.contains("\n"))
    return message
  }

  @Test func anEncoderOfOtherSizesWorks() async throws {
    let encoder = try open(TinyEncoder())
    #expect(encoder.space.name == "tiny" && encoder.space.dimensions == 16)
    #expect(encoder.maximumTokens == 12)
    #expect(encoder.tokenIDs(of: "Tides, lamp") == [2, 5, 7, 1, 6, 3])
    #expect(try await encoder.encode("tide").dimensions == 16)
  }

  @Test func theFileMayHoldItsTensorsUnderAPrefix() async throws {
    var tiny = TinyEncoder()
    let plain = try await open(tiny).encode("tide lamp")
    tiny.tensors = Dictionary(uniqueKeysWithValues: tiny.tensors.map { ("bert." + $0, $1) })
    #expect(try await open(tiny).encode("tide lamp") == plain)
  }

  @Test func numbersOffTheirAlignmentAreReadAllTheSame() async throws {
    var tiny = TinyEncoder()
    let plain = try await open(tiny).encode("tide lamp")
    tiny.padding = 1
    #expect(try await open(tiny).encode("tide lamp") == plain)
  }

  @Test func theSpaceIsTheSameExactlyWhenTheVectorsAre() throws {
    let tiny = TinyEncoder()
    let space = try open(tiny).space
    #expect(try open(tiny).space == space)
    var others = [tiny, tiny, tiny]
    others[0].tensors["encoder.layer.0.output.dense.bias"]?.values[3] += 0.5
    others[1].vocabulary[5] = "dusk"
    others[2].configuration["max_position_embeddings"] = 11
    others[2].tensors["embeddings.position_embeddings.weight"] = ([11, 16], [Float](repeating: 0.25, count: 176))
    for other in others { #expect(try open(other).space != space) }
  }

  @Test(arguments: ["config.json", "vocab.txt", "model.safetensors"])
  func aMissingFileIsNamed(name: String) throws {
    let folder = try TemporaryFolder()
    let path = try TinyEncoder().write(to: folder)
    try FileManager.default.removeItem(atPath: path + "/" + name)
    let error = #expect(throws: EmbeddingError.self) { try BERTEncoder(contentsOf: path) }
    #expect(error?.errorDescription?.contains(path + "/" + name) == true)
  }

  @Test func anotherArchitectureIsNamed() throws {
    var tiny = TinyEncoder()
    tiny.configuration["model_type"] = "roberta"
    let text = try message(tiny)
    #expect(text.contains("config.json") && text.contains("roberta") && text.contains("BERT"))
    for (key, value) in [
      ("hidden_act", "relu") as (String, Any), ("num_attention_heads", 3), ("hidden_size", 0),
      ("num_hidden_layers", -1), ("hidden_size", 1 << 40), ("layer_norm_eps", "small"),
    ] {
      var tiny = TinyEncoder()
      tiny.configuration[key] = value
      #expect(try message(tiny).contains("config.json"), "\(key)")
    }
  }

  @Test func aTensorOfAnotherShapeIsNamedWithBothShapes() throws {
    var tiny = TinyEncoder()
    tiny.tensors["encoder.layer.0.output.dense.weight"]?.shape = [32, 16]
    let text = try message(tiny)
    for part in ["model.safetensors", "encoder.layer.0.output.dense.weight", "[16, 32]", "[32, 16]"] {
      #expect(text.contains(part))
    }
  }

  @Test func aMissingTensorIsNamed() throws {
    for name in TinyEncoder().tensors.keys {
      var tiny = TinyEncoder()
      tiny.tensors[name] = nil
      #expect(try message(tiny).contains(name))
    }
  }

  @Test func aVocabularyThatLacksMarksOrHasTooManyWordsIsRefused() throws {
    var tiny = TinyEncoder()
    tiny.vocabulary[3] = "[OTHER]"
    #expect(try message(tiny).contains("[SEP]"))
    tiny.vocabulary[3] = "[SEP]"
    tiny.vocabulary += ["dusk"]
    #expect(try message(tiny).contains("9 words"))
  }

  @Test func weightsThatAreNoNumbersAreAnErrorWhenTheyAreUsed() async throws {
    var tiny = TinyEncoder()
    tiny.tensors["embeddings.LayerNorm.weight"]?.values[0] = .nan
    let encoder = try open(tiny)
    await #expect(throws: EmbeddingError.self) { try await encoder.encode("tide") }
  }
}
