/// How a conversation is formatted for a model.
public enum ChatFormat: Sendable, Hashable {
  /// A chat template in the Jinja language, as GGUF files and Hugging Face's repositories have it.
  case template(String)
  /// The messages, one paragraph each: for models that were not trained on conversations.
  case plain

  /// `<|im_start|>role`, a line break, the text, `<|im_end|>`: Qwen, SmolLM2 and many others, for files without a
  /// template. No system message is added if the conversation has none.
  public static let chatML = ChatFormat.template(
    """
    {%- for message in messages %}{{ '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}\
    {%- endfor %}{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{%- endif %}
    """)
}
