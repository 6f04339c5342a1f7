import Foundation
import TestSupport
import Testing

@Suite struct EncodeCommandTests {
  @Test func vectorsHaveLengthOne() async throws {
    struct Line: Decodable { var vector: [Double] }
    let result = try await BuiltProgram.run(["encode", "The weather is lovely today.", ""])
    let vectors = try result.output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8)).vector
    }
    #expect(vectors.count == 2)
    for vector in vectors {
      #expect(vector.count == 384)
      #expect(abs(vector.reduce(0) { $0 + $1 * $1 } - 1) < 1e-5)
    }
    // The reference implementation's first coordinates of this sentence.
    for (value, expected) in zip(vectors[0], [0.0191958, 0.1200854, 0.1595983, 0.0670659, 0.0500748]) {
      #expect(abs(value - expected) < 1e-5)
    }
  }

  @Test func tokensBeginAndEndWithTheirMarks() async throws {
    struct Line: Decodable { var ids: [Int] }
    let input = #"{"text": "Hello world"}"# + "\n" + #"{"text": ""}"# + "\n"
    let result = try await BuiltProgram.run(["encode", "--tokens"], input: input)
    let ids = try result.output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8)).ids
    }
    #expect(ids == [[101, 7592, 2088, 102], [101, 102]])
  }

  @Test func aLineThatIsNoObjectIsNamedByItsNumber() async throws {
    let result = try await BuiltProgram.run(["encode"], input: #"{"text": "fine"}"# + "\nnonsense\n")
    #expect(result.status == 2)
    #expect(result.errors.contains("line 2"))
  }
}
