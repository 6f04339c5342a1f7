import JSONSchema

extension Exchange {
  /// The form that a reply may have.
  enum ReplyForm {
    case answer
    case call
    case callOrAnswer
  }

  /// Returns the grammar of a reply; `nil` if the model cannot follow one or any text is allowed.
  ///
  /// A call names an existing tool and has arguments that satisfy its schema; several calls are on separate lines. An
  /// answer satisfies the request's schema, or is any text that does not begin with a brace.
  func grammar(_ form: ReplyForm) throws -> String? {
    guard model.capabilities.contains(.guidedGeneration) else { return nil }
    // One budget for the schemas of all tools.
    return try SchemaWork.limited { try limitedGrammar(form) }
  }

  private func limitedGrammar(_ form: ReplyForm) throws -> String? {
    let answer = try request.schema.map { try SchemaGrammar.grammar(of: ResolvedSchema($0)) }
    if form == .answer { return answer?.text ?? (hasCalled ? Self.anyTextButObjects : nil) }
    var grammar = Grammar()
    var calls: [Grammar.Expression] = []
    for (index, tool) in session.tools.enumerated() {
      let root = grammar.adopt(
        try SchemaGrammar.grammar(of: ResolvedSchema(tool.parameters)), prefix: "tool-\(index)-")
      let name = JSONValue.string(tool.name).text
      calls.append(.sequence([.literal("{\"name\": \(name), \"arguments\": "), .rule(root), .literal("}")]))
    }
    grammar["call"] = .choice(calls)
    let more = Grammar.Expression.sequence([.literal("\n"), .rule("call")])
    grammar["calls"] = .sequence([.rule("call"), .repeated(more, 0, Self.mostCallsAtOnce - 1)])
    guard form == .callOrAnswer else {
      grammar["root"] = .rule("calls")
      return grammar.text
    }
    if let answer {
      grammar["root"] = .choice([.rule("calls"), .rule(grammar.adopt(answer, prefix: "answer-"))])
      return grammar.text
    }
    grammar["root"] = .choice([.rule("calls"), .rule("answer")])
    // A text whose first character is not a brace, a bracket, `<`, a backtick or white space.
    return grammar.text + "answer ::= [^{\\[<` \\t\\r\\n] .*\n"
  }

  /// Returns the schema of an answer; `nil` if any text is allowed or the model cannot follow one.
  func schema() throws -> String? {
    model.capabilities.contains(.schemas) ? try request.schema?.jsonText : nil
  }

  /// Whether the model has called tools in this request: it then tends to go on, even if they are no longer described,
  /// or to wrap its answer in JSON as it did the call.
  private var hasCalled: Bool { entries.contains { if case .toolCalls = $0 { true } else { false } } }

  /// A grammar of any text that begins with neither a brace nor white space: no call, and no object around the answer.
  private static let anyTextButObjects = "root ::= [^{ \\t\\r\\n] .*\n"

  /// The maximum number of calls in one reply.
  private static let mostCallsAtOnce = 4
}
