#if canImport(FoundationModels, _version: 2)
  public import FoundationModels
  import Foundation
  public import LanguageModels

  /// A model of this package for sessions of Apple's Foundation Models, from version 27:
  ///
  ///     let model = AppleLanguageModel(try await StandardModels.languageModel())
  ///     let session = FoundationModels.LanguageModelSession(model: model, instructions: "Answer in one sentence.")
  ///     print(try await session.respond(to: "What is a token?").content)
  ///
  /// The session runs the tools. It drops nothing from a transcript that no longer fits: a request then throws
  /// `LanguageModelError.contextSizeExceeded`.
  @available(macOS 27, iOS 27, visionOS 27, *)
  public struct AppleLanguageModel: FoundationModels.LanguageModel {
    /// Answers requests.
    public typealias Executor = AppleModelExecutor

    /// The model that answers.
    public var base: any LanguageModels.LanguageModel { executorConfiguration.model }
    /// The model, as the session passes it on.
    public let executorConfiguration: AppleModelExecutor.Configuration

    /// Creates a provider; copies of it share what the model has evaluated.
    public init(_ base: any LanguageModels.LanguageModel) {
      executorConfiguration = AppleModelExecutor.Configuration(model: base)
    }

    /// Tool calls, guided generation, and reasoning if the model can think.
    public var capabilities: FoundationModels.LanguageModelCapabilities {
      FoundationModels.LanguageModelCapabilities(
        [.toolCalling, .guidedGeneration] + (base.capabilities.contains(.reasoning) ? [.reasoning] : []))
    }
  }
#endif
