import ArgumentParser
import Embedding
import Foundation

/// Which encoder.
struct EncoderOptions: ParsableArguments {
  @Option(help: "The encoder: a name that 'rag models list' shows, a folder, or a .gguf file.")
  var encoder: String?

  @Option(
    help: """
      What the encoder computes in: float32, or int8, which is faster and nearly as exact. Default: that of the index, \
      else float32.
      """)
  var precision: Precision?

  /// The encoder that is meant; computing in `precision` where the options do not say.
  func choice(precision: Precision? = nil) -> EncoderChoice {
    EncoderChoice(encoder, precision: self.precision ?? precision)
  }
}
