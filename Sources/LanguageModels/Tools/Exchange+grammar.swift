extension Exchange {
  /// What a reply may be.
  enum ReplyForm {
    case answer
    case call
    case callOrAnswer
  }

  /// The grammar of a reply, where the model keeps to one and not every text will do.
  func grammar(_ form: ReplyForm) throws -> String? { nil }
}

extension GenerationSchema {
  /// Throws where arguments are not what the schema says.
  func checkArguments(_ arguments: GeneratedContent) throws {}
}
