import JSONSchema

extension Exchange {
  /// What a reply may be.
  enum ReplyForm {
    case answer
    case call
    case callOrAnswer
  }

  /// The grammar of a reply, where the model keeps to one and not every text will do.
  ///
  /// A call names a tool that is there and has arguments as its schema says; several calls stand on a line each. An
  /// answer is what the schema of the request says, or any text that does not begin like a call.
  func grammar(_ form: ReplyForm) throws -> String? {
    guard model.capabilities.contains(.guidedGeneration) else { return nil }
    let answer = try request.schema.map { try SchemaGrammar.grammar(of: ResolvedSchema($0)) }
    if form == .answer { return answer?.text ?? (hasCalled ? Self.anyTextButCalls : nil) }
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
    // A text that does not begin with a brace, a bracket, a mark or a space; what follows is free.
    return grammar.text + "answer ::= [^{\\[<` \\t\\r\\n] .*\n"
  }

  /// Whether the model has called tools for this request: then it tends to go on, even if they are no longer described.
  private var hasCalled: Bool { entries.contains { if case .toolCalls = $0 { true } else { false } } }

  /// Any text that does not begin as calls are written.
  private static let anyTextButCalls = #"""
    root ::= [^{] .* | "{" ([^"] .* | "\"" ([^n] .*)?)?

    """#

  /// The most calls in one reply.
  private static let mostCallsAtOnce = 4
}
