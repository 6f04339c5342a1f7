import ArgumentParser
import Embedding
import Foundation

/// Options that choose the encoder.
struct EncoderOptions: ParsableArguments {
  @Option(help: "The encoder: a name that 'rag models list' shows, a folder, a .gguf file, or a server's address.")
  var encoder: String?

  @Option(
    help: """
      The encoder's arithmetic: float32, or int8, which is faster on processors with AVX2 and nearly as accurate. \
      Default: that of the index, or float32 without an index.
      """)
  var precision: Precision?

  /// Returns the chosen encoder; that of `space` unless the options name another.
  func choice(in space: EmbeddingSpace? = nil) -> EncoderChoice {
    EncoderChoice(encoder, precision: precision, in: space)
  }
}
