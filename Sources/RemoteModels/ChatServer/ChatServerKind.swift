/// The servers with `/v1/chat/completions` that say more about a model than OpenAI's API does.
enum ChatServerKind: Sendable, Hashable {
  case ollama
  /// Ollama with a model that thinks unless told not to.
  case thinkingOllama
  /// It counts tokens, and continues a reply.
  case vLLM
  case other
}
