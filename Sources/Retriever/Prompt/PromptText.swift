import LanguageModels

/// Text of notes as a model reads it.
enum PromptText {
  /// Returns text of a note without characters that its reader does not see, in which nothing looks like a mark of the
  /// prompt.
  ///
  /// Prompts number their sources `[1]`, and templates of chats mark turns and tools with names such as `<|im_start|>`
  /// and `<tool_call>`. A number becomes `(1)`, except in code such as `a[1]`, and a space follows the bracket of a
  /// name.
  static func plain(_ text: some StringProtocol) -> String {
    text.seenText
      .replacing(/(^|[^\p{L}\p{N}\])_])\[([0-9]+)\]/) { "\($0.1)(\($0.2))" }
      .replacing(/<(?=[|\/]*[A-Za-z]*[|_])/, with: "< ")
      .replacing(/\[(?=\/?[A-Z]+\])/, with: "[ ")
  }
}
