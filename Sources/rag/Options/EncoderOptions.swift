import ArgumentParser
import Embedding
import Foundation

/// Which encoder.
struct EncoderOptions: ParsableArguments {
  @Option(help: "The encoder: a name that 'rag models list' shows, a folder, or a .gguf file.")
  var encoder: String?

  @Option(
    help: """
      The encoder's arithmetic: float32, or int8, which is faster and nearly as accurate. Default: the index's, \
      else float32.
      """)
  var precision: Precision?

  /// The encoder that is meant; computing in `precision` where the options do not say.
  func choice(precision: Precision? = nil) -> EncoderChoice {
    EncoderChoice(encoder, precision: self.precision ?? precision)
  }
}
