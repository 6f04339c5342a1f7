extension Transcript {
  /// How a transcript is presented to the model.
  package struct Presentation: Sendable {
    /// Whether the instructions describe the tools.
    package var showsTools = true
    /// Whether a prompt includes its schema.
    package var showsSchema = true
    /// The form of prompts, and of the reply to the last one.
    package var form: PromptForm?
    /// The maximum number of tokens of a thought before the reply.
    package var reasoningTokens = 0

    package init(
      showsTools: Bool = true, showsSchema: Bool = true, form: PromptForm? = nil, reasoningTokens: Int = 0
    ) {
      self.showsTools = showsTools
      self.showsSchema = showsSchema
      self.form = form
      self.reasoningTokens = reasoningTokens
    }
  }

  /// Returns the transcript as a request. This is the only place where entries become messages.
  ///
  /// The last turn is the current one; everything before it is history. Instructions, tools and the summary are the
  /// system message. Tool outputs are user messages, between tags, since models treat them as data there.
  package func rendered(_ presentation: Presentation = .init()) -> RenderedRequest {
    var rendered = RenderedRequest(reasoningTokens: presentation.reasoningTokens)
    let lastPrompt = lastIndex { if case .prompt = $0 { true } else { false } } ?? endIndex
    // A prompt at the end is the one to answer.
    let isOpen = lastPrompt < endIndex && self[index(after: lastPrompt)...].allSatisfy(\.isReasoning)
    for (index, entry) in enumerated() {
      rendered.append(entry, isCurrent: index >= lastPrompt, isOpen: isOpen && index == lastPrompt, presentation)
    }
    if isOpen, let form = presentation.form { rendered.replyPrefix = form.replyPrefix }
    return rendered
  }
}

extension Transcript.Entry {
  /// Whether it is a thought, which is not presented to the model.
  package var isReasoning: Bool { if case .reasoning = self { true } else { false } }
}

extension RenderedRequest {
  fileprivate mutating func append(
    _ entry: Transcript.Entry, isCurrent: Bool, isOpen: Bool, _ presentation: Transcript.Presentation
  ) {
    switch entry {
    case .instructions(let instructions):
      for segment in instructions.segments where !segment.isSummary {
        append(segment.text, as: .instructions, by: .system, joins: true)
      }
      if presentation.showsTools, !instructions.toolDefinitions.isEmpty {
        append(ToolPrompt.text(for: instructions.toolDefinitions), as: .toolDefinitions, by: .system, joins: true)
      }
      for segment in instructions.segments where segment.isSummary {
        append(segment.text, as: .summary, by: .system, joins: true)
      }
    case .prompt(let prompt):
      for (index, segment) in prompt.segments.enumerated() {
        let part: ContextBreakdown.Part = isCurrent ? (segment.isPassage ? .passages : .question) : .history
        let text = presentation.form?.text(of: segment, in: prompt, isOpen: isOpen) ?? segment.text
        append(text, as: part, by: .user, joins: index > 0)
      }
      if isCurrent, presentation.showsSchema, let format = prompt.responseFormat {
        append(SchemaPrompt.text(for: format.schema), as: .schema, by: .user, joins: true)
      }
    case .reasoning: break
    case .toolCalls(let calls):
      let text = calls.map { ToolPrompt.text(for: $0) }.joined(separator: "\n")
      append(text, as: isCurrent ? .passages : .history, by: .assistant, joins: false)
    case .toolOutput(let output):
      append(ToolPrompt.text(for: output), as: isCurrent ? .passages : .history, by: .user, joins: followsOutput)
    case .response(let response):
      append(Transcript.text(of: response.segments), as: .history, by: .assistant, joins: false)
    }
  }

  /// Whether the last message is a tool's output, which another output joins.
  private var followsOutput: Bool { messages.last?.pieces.last?.text.hasSuffix(ToolPrompt.outputEnd) == true }
}

extension GenerationSchema {
  /// The schema as a model sees it: without what only a validator needs.
  package var promptText: String { (try? ResolvedSchema(self).json.withoutValidation.text) ?? "{}" }
}

extension JSONValue {
  /// The schema without titles, order and the ban on other properties: tokens that do not help a model.
  fileprivate var withoutValidation: JSONValue {
    switch self {
    case .object(let members):
      .object(
        members.compactMap { member in
          switch (member.name, member.value) {
          case ("title", .string), ("x-order", _), ("additionalProperties", .bool(false)): nil
          case ("properties", .object(let properties)), ("$defs", .object(let properties)),
            ("patternProperties", .object(let properties)):
            .init(member.name, .object(properties.map { .init($0.name, $0.value.withoutValidation) }))
          case ("enum", _): member
          default: .init(member.name, member.value.withoutValidation)
          }
        })
    case .array(let elements): .array(elements.map(\.withoutValidation))
    default: self
    }
  }
}
