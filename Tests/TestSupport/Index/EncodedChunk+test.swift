import Embedding
import VectorStore

extension EncodedChunk {
  package static func test(
    _ text: String, headings: [String] = [], line: Int = 1, digest: String? = nil, vector: UnitVector
  ) -> EncodedChunk {
    EncodedChunk(
      chunk: Chunk(text: text, headingPath: headings, lines: line...line, bytes: line..<line + text.utf8.count),
      digest: digest ?? "\(vector.elements)", vector: vector)
  }
}
