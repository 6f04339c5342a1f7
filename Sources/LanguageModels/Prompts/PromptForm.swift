/// How a session presents prompts to the model and reads the replies, beyond what the transcript contains.
///
/// The transcript keeps what was said. The form adds what makes a model follow it: headings, one instruction after the
/// current question, and the beginning of the reply. It is not used with tools or schemas.
package struct PromptForm: Sendable {
  /// A reply, or a part of it, as read.
  package struct Reading: Sendable, Hashable {
    /// The text for the transcript and the reader.
    package var text: String
    /// Whether the text is complete, whatever else the model writes.
    package var isClosed: Bool

    package init(text: String, isClosed: Bool) {
      self.text = text
      self.isClosed = isClosed
    }
  }

  /// Precedes the first passage of a prompt.
  package var passagesHeading: String
  /// Precedes the question.
  package var questionHeading: String
  /// Returns what follows the current question, depending on whether its prompt has passages.
  package var instruction: @Sendable (_ question: String, _ hasPassages: Bool) -> String
  /// The beginning of the reply; the model continues from there.
  package var replyPrefix: String
  /// Reads a whole reply, or the beginning of one. The text read from a beginning is a prefix of that read from more.
  package var read: @Sendable (_ reply: String, _ isWhole: Bool) -> Reading

  package init(
    passagesHeading: String, questionHeading: String,
    instruction: @escaping @Sendable (_ question: String, _ hasPassages: Bool) -> String, replyPrefix: String,
    read: @escaping @Sendable (_ reply: String, _ isWhole: Bool) -> Reading
  ) {
    self.passagesHeading = passagesHeading
    self.questionHeading = questionHeading
    self.instruction = instruction
    self.replyPrefix = replyPrefix
    self.read = read
  }

  /// Returns a segment of a prompt as the model sees it; `isOpen` if the prompt is being answered.
  func text(of segment: Transcript.Segment, in prompt: Transcript.Prompt, isOpen: Bool) -> String {
    if segment.isPassage { return (segment.id == prompt.segments.first?.id ? passagesHeading : "") + segment.text }
    guard segment.id == prompt.segments.last?.id else { return segment.text }
    let question = questionHeading + segment.text
    guard isOpen else { return question }
    return question + "\n" + instruction(segment.text, prompt.segments.contains(where: \.isPassage))
  }
}
