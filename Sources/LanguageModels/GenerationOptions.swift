/// How the tokens of a reply are chosen, and how many there may be.
public struct GenerationOptions: Sendable, Hashable {
  /// How one token is chosen among the likely ones.
  public struct SamplingMode: Sendable, Hashable {
    /// The ways there are.
    public enum Kind: Sendable, Hashable {
      /// The likeliest.
      case greedy
      /// By chance among so many of the likeliest.
      case randomTopK(Int, seed: UInt64?)
      /// By chance among the likeliest whose probabilities add up to so much.
      case randomProbabilityThreshold(Double, seed: UInt64?)
    }
    /// Which way.
    public let kind: Kind

    /// Always the likeliest token: the same prompt gives the same reply.
    public static let greedy = SamplingMode(kind: .greedy)
    /// One of the `k` likeliest tokens, drawn by probability.
    public static func random(top k: Int, seed: UInt64? = nil) -> SamplingMode {
      .init(kind: .randomTopK(k, seed: seed))
    }
    /// One of the likeliest tokens that together reach `probabilityThreshold` (nucleus sampling).
    public static func random(probabilityThreshold: Double, seed: UInt64? = nil) -> SamplingMode {
      .init(kind: .randomProbabilityThreshold(probabilityThreshold, seed: seed))
    }
  }

  /// How a token is chosen; `nil` is greedy.
  public var samplingMode: SamplingMode?
  /// What the logits are divided by before a random choice; `nil` is 1, which leaves them.
  ///
  /// Less makes likely tokens likelier; 0 is greedy. Which tokens are likely is decided before.
  public var temperature: Double?
  /// The most tokens of the reply; `nil` is all that the window leaves.
  public var maximumResponseTokens: Int?

  /// Creates options.
  public init(samplingMode: SamplingMode? = nil, temperature: Double? = nil, maximumResponseTokens: Int? = nil) {
    self.samplingMode = samplingMode
    self.temperature = temperature
    self.maximumResponseTokens = maximumResponseTokens
  }
}
