import Embedding
import TestSupport
import Testing
import VectorStore

/// The scale of an encoder's cosines, as an index fits it to its chunks.
@Suite struct CosineScaleFitTests {
  /// Vectors near each other, as those of encoders are that give unrelated texts a high cosine.
  private func vectors(_ count: Int, spread: Float, using random: inout SeededGenerator) -> [UnitVector] {
    (0..<count).compactMap { _ in
      UnitVector(normalizing: (0..<32).map { _ in 1 + Float.random(in: -spread...spread, using: &random) })
    }
  }

  private func store(_ vectors: [UnitVector], in index: SearchIndex) async throws {
    try await index.apply(
      vectors.enumerated().map { number, vector in
        .replace(.test("\(number).md"), [.test("note \(number)", vector: vector)])
      })
  }

  @Test(arguments: [60, 400]) func itIsThatOfTheChunks(count: Int) async throws {
    var random = SeededGenerator(seed: 7)
    let fixture = try await StoreFixture(dimensions: 32)
    let stored = vectors(count, spread: 1, using: &random)
    try await store(stored, in: fixture.index)
    var cosines: [Double] = []
    for (number, one) in stored.enumerated() {
      for other in stored[..<number] { cosines.append(Double(try #require(one.cosine(to: other)))) }
    }
    let whole = try #require(CosineScale(of: cosines))
    let fitted = try await fixture.index.cosineScale()
    // A sample of 128 chunks; of fewer, all.
    let tolerance = count > 128 ? 0.02 : 1e-6
    #expect(abs(fitted.median - whole.median) < tolerance && abs(fitted.deviation - whole.deviation) < tolerance)
    #expect(fitted.median > 0.6)

    // It is fitted anew after a change, and not before.
    #expect(try await fixture.index.cosineScale() == fitted)
    try await store(vectors(count, spread: 0.3, using: &random), in: fixture.index)
    #expect(try await fixture.index.cosineScale().median > fitted.median + 0.1)
  }

  @Test(.enabled(if: TestStore.isFile)) func aFewChunksOrNoEncoderLeaveTheReference() async throws {
    var random = SeededGenerator(seed: 8)
    let fixture = try await StoreFixture(dimensions: 32)
    #expect(try await fixture.index.cosineScale() == .reference)
    try await store(vectors(7, spread: 1, using: &random), in: fixture.index)
    #expect(try await fixture.index.cosineScale() == .reference)
    try await store(vectors(60, spread: 1, using: &random), in: fixture.index)
    #expect(try await fixture.index.cosineScale() != .reference)
    #expect(try await SearchIndex(at: fixture.path, access: .readOnly).cosineScale() == .reference)
  }

  @Test func anEncoderWithAScaleKeepsIt() async throws {
    let folder = try TemporaryFolder()
    let index = try SearchIndex(at: folder.path + "/index.sqlite", encoder: HashingEncoder())
    #expect(try await index.cosineScale() == .reference)
  }
}
