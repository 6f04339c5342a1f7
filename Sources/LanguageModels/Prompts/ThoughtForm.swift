/// How a model writes a thought before its reply.
package struct ThoughtForm: Sendable, Hashable {
  /// What begins the thought.
  package let opening: String
  /// What ends it.
  package let closing: String
  /// What stands between the end of the thought and the reply.
  package let resumption: String

  /// The forms of Qwen, DeepSeek, SmolLM and many others; of Cohere, ServiceNow, Mistral and Google; and of OpenAI.
  package static let known = [
    ThoughtForm(opening: "<think>\n", closing: "</think>", resumption: "\n\n"),
    ThoughtForm(opening: "<|START_THINKING|>", closing: "<|END_THINKING|>", resumption: ""),
    ThoughtForm(opening: "Here are my reasoning steps:\n", closing: "[BEGIN FINAL RESPONSE]", resumption: "\n"),
    ThoughtForm(opening: "[THINK]", closing: "[/THINK]", resumption: ""),
    ThoughtForm(opening: "<|channel>thought\n", closing: "<channel|>", resumption: ""),
    ThoughtForm(
      opening: "<|channel|>analysis<|message|>", closing: "<|end|>",
      resumption: "<|start|>assistant<|channel|>final<|message|>"),
  ]

  /// Returns the form that a template's source names, if any.
  package static func named(in source: String) -> ThoughtForm? {
    known.first { form in
      let opening = form.opening.hasSuffix("\n") ? String(form.opening.dropLast()) : form.opening
      // OpenAI's template names its channels apart.
      if opening.hasPrefix("<|channel|>") { return source.contains("<|channel|>") && source.contains("analysis") }
      return source.contains(opening) && source.contains(form.closing)
    }
  }

  /// Returns what begins the thought after a prompt with this end, which may have begun it.
  package func opening(after tail: String) -> String {
    if tail.hasSuffix(opening) { return "" }
    guard opening.hasSuffix("\n"), tail.hasSuffix(opening.dropLast()) else { return opening }
    return "\n"
  }

  /// What ends a thought that has reached its limit, up to the reply.
  package var interruption: String { (opening.hasSuffix("\n") ? "\n" : "") + closing + resumption }

  /// Returns the maximum number of tokens of a thought, of `room` tokens that the window leaves for it and the reply:
  /// what the reply cannot need, or half.
  package static func limit(for request: LanguageModelRequest, room: Int) -> Int {
    let reply = request.options.maximumResponseTokens ?? room
    return max(0, min(request.reasoningTokens, max(room / 2, room - reply)))
  }

  /// How a thought is sampled: as the reply, but not greedily.
  ///
  /// Greedy thoughts repeat themselves without end. Temperature and threshold are those of Qwen3's model card; the seed
  /// is fixed, so that the same prompt still gives the same reply.
  package static func sampling(for options: GenerationOptions) -> GenerationOptions {
    switch options.samplingMode?.kind {
    case .randomTopK, .randomProbabilityThreshold: options
    case .greedy, nil:
      GenerationOptions(samplingMode: .random(probabilityThreshold: 0.95, seed: 0), temperature: 0.6)
    }
  }
}
