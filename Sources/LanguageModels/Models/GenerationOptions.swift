/// Options for how a reply is sampled, how long it may be, and whether tools may be called.
///
///     let options = GenerationOptions(samplingMode: .random(top: 40, seed: 1), maximumResponseTokens: 200)
///     let reply = try await session.respond(to: "Name a colour.", options: options)
public struct GenerationOptions: Sendable, Hashable {
  /// How a token is sampled.
  public struct SamplingMode: Sendable, Hashable {
    /// The kinds of sampling.
    public enum Kind: Sendable, Hashable {
      /// The likeliest token.
      case greedy
      /// A random one of this many likeliest tokens.
      case randomTopK(Int, seed: UInt64?)
      /// A random one of the likeliest tokens whose probabilities add up to this threshold.
      case randomProbabilityThreshold(Double, seed: UInt64?)
    }
    /// The kind of sampling.
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

  /// Whether the model may, must or must not call tools.
  public enum ToolCallingMode: String, Sendable, Hashable, Codable {
    /// The model decides.
    case allowed
    /// The model calls at least one tool before it answers.
    case required
    /// The model answers without tools; their definitions are left out.
    case disallowed
  }

  /// How a token is sampled; `nil` is greedy.
  public var samplingMode: SamplingMode?
  /// The divisor of the logits before random sampling; `nil` is 1. Has no effect unless `samplingMode` is random.
  ///
  /// Lower values make likely tokens likelier; 0 is greedy. The candidates are selected before it is applied.
  public var temperature: Double?
  /// The maximum number of tokens of the reply; `nil` is as many as the window leaves.
  public var maximumResponseTokens: Int?

  /// Whether tools are called; `nil` is `.allowed`.
  public var toolCallingMode: ToolCallingMode?

  /// Creates options.
  public init(
    samplingMode: SamplingMode? = nil, temperature: Double? = nil, maximumResponseTokens: Int? = nil,
    toolCallingMode: ToolCallingMode? = nil
  ) {
    self.samplingMode = samplingMode
    self.temperature = temperature
    self.maximumResponseTokens = maximumResponseTokens
    self.toolCallingMode = toolCallingMode
  }
}

extension GenerationOptions: Codable {}

extension GenerationOptions.SamplingMode: Codable {
  private struct Form: Codable {
    var type: String
    var top: Int?
    var probabilityThreshold: Double?
    var seed: UInt64?
  }

  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let form = try Form(from: decoder)
    switch (form.type, form.top, form.probabilityThreshold) {
    case ("greedy", _, _): self = .greedy
    case ("random", let top?, _): self = .random(top: top, seed: form.seed)
    case ("random", nil, let threshold?): self = .random(probabilityThreshold: threshold, seed: form.seed)
    default:
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "the sampling mode \(form.type) is not known"))
    }
  }

  /// Writes the mode as an object with a `type`: `{"type": "random", "top": 40, "seed": 1}`.
  public func encode(to encoder: any Encoder) throws {
    let form: Form =
      switch kind {
      case .greedy: Form(type: "greedy")
      case .randomTopK(let top, let seed): Form(type: "random", top: top, seed: seed)
      case .randomProbabilityThreshold(let threshold, let seed):
        Form(type: "random", probabilityThreshold: threshold, seed: seed)
      }
    try form.encode(to: encoder)
  }
}
