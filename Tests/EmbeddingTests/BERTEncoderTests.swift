import Embedding
import TestSupport
import Testing

struct BERTEncoderTests {
  private func cosine(_ first: UnitVector, _ second: UnitVector) -> Float { first.cosine(to: second) ?? 0 }

  @Test func everyTextHasTheReferencesVector() async throws {
    let golden = try Golden.vectors()
    let vectors = try await MiniLM.encoder().encode(golden.map(\.text))
    #expect(golden.count >= 20)
    for (row, vector) in zip(golden, vectors) {
      let error = zip(row.vector, vector.elements).map { abs($0 - $1) }.max() ?? 1
      #expect(vector.dimensions == 384 && error < 5e-6, "\(row.text): \(error)")
    }
  }

  /// Few texts, and so many that weights are laid out or BLAS multiplies them.
  @Test(arguments: InstructionSet.available, [Precision.float32, .int8])
  func everyInstructionSetHasTheReferencesVectors(instructions: InstructionSet, precision: Precision) async throws {
    let golden = try Golden.vectors()
    let encoder = try BERTEncoder(
      contentsOf: try Models.encoder(), precision: precision, instructions: instructions)
    for texts in [golden.map(\.text), Array(repeating: golden.map(\.text), count: 6).flatMap { $0 }] {
      for (place, vector) in try await encoder.encode(texts).enumerated() {
        let reference = try #require(UnitVector(normalizing: golden[place % golden.count].vector))
        #expect(cosine(vector, reference) > (precision == .float32 ? 0.999_999 : 0.98), "\(texts[place])")
      }
    }
  }

  @Test func textsOfLikeMeaningLieNearEachOther() async throws {
    let vectors = try await MiniLM.encoder().encode([
      "The weather is lovely today.", "It's so sunny outside!", "He drove to the stadium.",
    ])
    #expect(abs(cosine(vectors[0], vectors[1]) - 0.6660) < 1e-4)
    #expect(abs(cosine(vectors[0], vectors[2]) - 0.1046) < 1e-4)
    #expect(abs(cosine(vectors[1], vectors[2]) - 0.1411) < 1e-4)
  }

  @Test func aVectorDoesNotDependOnItsNeighboursInTheBatch() async throws {
    let encoder = try MiniLM.encoder()
    let texts = try Golden.vectors().map(\.text)
    let together = try await encoder.encode(texts)
    let backwards = try await encoder.encode(texts.reversed())
    for (index, text) in texts.enumerated() {
      let alone = try await encoder.encode(text)
      for other in [together[index], backwards[texts.count - 1 - index]] {
        let error = zip(alone.elements, other.elements).map { abs($0 - $1) }.max() ?? 1
        #expect(error <= 1e-5, "\(text): \(error)")
      }
    }
  }

  /// So many texts that the encoder lays its weights out anew, in lengths that fill its tiles in every way.
  @Test func aLargeBatchHasTheReferencesVectors() async throws {
    let golden = try Golden.vectors()
    let texts = Array(repeating: golden, count: 12).joined().map { $0 }
    let encoder = try BERTEncoder(contentsOf: Models.encoder())
    #expect(texts.reduce(0) { $0 + encoder.tokenCount(of: $1.text) } > 2 * 2048)
    for _ in 0..<2 {
      for (row, vector) in zip(texts, try await encoder.encode(texts.map(\.text))) {
        let error = zip(row.vector, vector.elements).map { abs($0 - $1) }.max() ?? 1
        #expect(error < 5e-6, "\(row.text): \(error)")
      }
    }
    // And so has a small one after it.
    let vector = try await encoder.encode(golden[0].text)
    #expect(zip(golden[0].vector, vector.elements).allSatisfy { abs($0 - $1) < 5e-6 })
  }

  @Test func oneWorkerFindsWhatManyFind() async throws {
    let texts = try Golden.vectors().map(\.text)
    let one = try await BERTEncoder(contentsOf: Models.encoder(), workers: 1).encode(texts)
    let many = try await BERTEncoder(contentsOf: Models.encoder(), workers: 7).encode(texts)
    for (first, second) in zip(one, many) { #expect(cosine(first, second) > 0.999_999) }
  }

  @Test func tasksMayEncodeAtTheSameTime() async throws {
    let encoder = try MiniLM.encoder()
    let golden = try Golden.vectors()
    try await withThrowingTaskGroup(of: (Int, UnitVector).self) { group in
      for index in golden.indices { group.addTask { (index, try await encoder.encode(golden[index].text)) } }
      for try await (index, vector) in group {
        #expect(cosine(vector, try #require(UnitVector(normalizing: golden[index].vector))) > 0.999_99)
      }
    }
  }

  @Test func noTextsHaveNoVectors() async throws {
    #expect(try await MiniLM.encoder().encode([String]()).isEmpty)
  }

  @Test func whatLiesBeyond256TokensIsNotEncoded() async throws {
    let encoder = try MiniLM.encoder()
    #expect(encoder.maximumTokens == 256)
    let words = Array(repeating: ["tide", "lamp"], count: 5_000).joined()
    func text(_ count: Int) -> String { words.prefix(count).joined(separator: " ") }
    let vectors = try await encoder.encode([text(254), text(10_000), text(253)])
    #expect(cosine(vectors[0], vectors[1]) > 0.999_999)
    #expect(vectors[0] != vectors[2])
  }

  /// A batch leaves their threads to other tasks: to the one that cancels it, too.
  @Test(.timeLimit(.minutes(15))) func aCancelledTaskStopsEncoding() async throws {
    let encoder = try MiniLM.encoder()
    // Minutes of work.
    let texts = (0..<20_000).map { "\($0) " + String(repeating: "the tide turns ", count: 100) }
    let task = Task { try await encoder.encode(texts) }
    try await Task.sleep(for: .milliseconds(500))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
