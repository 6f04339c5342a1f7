#if canImport(FoundationModels, _version: 2)
  import Foundation
  import FoundationModels
  import LanguageModels

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension LanguageModels.GenerationSchema {
    /// Creates the same schema; both have the same form in JSON.
    init(_ schema: FoundationModels.GenerationSchema) throws {
      do {
        try self.init(jsonSchema: String(decoding: JSONEncoder().encode(schema), as: UTF8.self))
      } catch let error as SchemaError {
        throw LanguageModels.LanguageModelError.unsupportedGenerationGuide(
          schemaName: nil, reason: error.localizedDescription)
      }
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension LanguageModels.GenerationOptions {
    init(_ options: FoundationModels.GenerationOptions) {
      let samplingMode: SamplingMode? = options.samplingMode.map { mode in
        switch mode.kind {
        case .greedy: .greedy
        case .randomTopK(let count, let seed): .random(top: count, seed: seed)
        case .randomProbabilityThreshold(let threshold, let seed):
          .random(probabilityThreshold: threshold, seed: seed)
        }
      }
      self.init(
        samplingMode: samplingMode, temperature: options.temperature,
        maximumResponseTokens: options.maximumResponseTokens,
        toolCallingMode: options.toolCallingMode.map {
          $0 == .required ? .required : $0 == .disallowed ? .disallowed : .allowed
        })
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension LanguageModels.ContextOptions {
    init(_ options: FoundationModels.ContextOptions) {
      let level: ReasoningLevel? = options.reasoningLevel.map { level in
        switch level {
        case .light: .light
        case .moderate: .moderate
        case .deep: .deep
        case .custom(let text): .custom(text)
        }
      }
      self.init(includeSchemaInPrompt: options.includeSchemaInPrompt, reasoningLevel: level)
    }
  }
#endif
