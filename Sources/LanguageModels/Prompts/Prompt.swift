/// A prompt for a model.
///
/// Components of a builder are joined by line breaks:
///
///     let isShort = true
///     try await session.respond {
///       "Summarize the notes."
///       if isShort { "Use one sentence." }
///     }
public struct Prompt: Sendable {
  /// The parts of the prompt.
  package var segments: [Transcript.Segment]

  package init(segments: [Transcript.Segment]) { self.segments = segments }
  /// Creates a prompt from a value.
  public init(_ content: some PromptRepresentable) { self = content.promptRepresentation }
  /// Creates a prompt from several components.
  public init(@PromptBuilder _ content: () throws -> Prompt) rethrows { self = try content() }
  /// Creates a prompt from passages and a question about them.
  ///
  /// Passages are numbered from 1 and counted separately from the question. A policy may drop them after the turn.
  public init(passages: [String], question: String) {
    segments =
      passages.enumerated().map { .passage($0.element, number: $0.offset + 1) } + [.text(.init(content: question))]
  }
  /// The prompt as text.
  public var description: String { Transcript.text(of: segments) }
}

extension Prompt: PromptRepresentable, CustomStringConvertible {
  /// The prompt itself.
  public var promptRepresentation: Prompt { return self }
}

extension String: PromptRepresentable {
  /// The text as a prompt.
  public var promptRepresentation: Prompt { return Prompt(segments: [.text(.init(content: self))]) }
}

extension Array: PromptRepresentable where Element: PromptRepresentable {
  /// The elements as a prompt, in order.
  public var promptRepresentation: Prompt {
    return Prompt(segments: flatMap(\.promptRepresentation.segments).joiningText())
  }
}

extension [Transcript.Segment] {
  /// Returns the segments with adjacent texts joined by line breaks; passages and structures stay separate.
  func joiningText() -> Self {
    reduce(into: []) { segments, segment in
      if case .text(let text) = segment, !segment.isPassage, case .text(var last)? = segments.last,
        segments.last?.isPassage == false
      {
        last.content += "\n" + text.content
        segments[segments.count - 1] = .text(last)
      } else {
        segments.append(segment)
      }
    }
  }
}
