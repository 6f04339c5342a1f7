import CLlama
import LanguageModels

/// A thought that a prompt has begun, as tokens.
struct LlamaThought {
  /// The text that ends the thought.
  let closing: String
  /// What stands between `closing` and the reply, with the reply's prefix.
  let resumption: [llama_token]
  /// What ends a thought that has reached its limit: `closing`, and the same.
  let interruption: [llama_token]
  /// Whether the reply's prefix ends in a space, which the reply's first token must supply.
  let owesSpace: Bool

  init(_ form: ThoughtForm, replyPrefix: String, vocabulary: LlamaVocabulary) {
    closing = form.closing
    func prompt(_ text: String) -> LlamaPrompt {
      LlamaPrompt([.template(text)], replyPrefix: replyPrefix, vocabulary: vocabulary, isBeginning: false)
    }
    resumption = prompt(form.resumption).tokens
    interruption = prompt(form.interruption).tokens
    owesSpace = replyPrefix.hasSuffix(" ")
  }
}
