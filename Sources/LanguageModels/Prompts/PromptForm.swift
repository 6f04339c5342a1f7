/// How a session puts its prompts to the model and reads the replies, beyond what the transcript holds.
///
/// The transcript keeps what was said. The form adds what makes a model keep to it: headings, one instruction after the
/// question that is answered now, and the beginning of the reply. It is not used with tools or schemas.
package struct PromptForm: Sendable {
  /// What a reply, or a part of it, says.
  package struct Reading: Sendable, Hashable {
    /// The text for the transcript and the reader.
    package var text: String
    /// Whether the text is over, whatever else the model writes.
    package var isClosed: Bool

    package init(text: String, isClosed: Bool) {
      self.text = text
      self.isClosed = isClosed
    }
  }

  /// Stands before the first passage of a prompt.
  package var passagesHeading: String
  /// Stands before the question.
  package var questionHeading: String
  /// Stands after the question that is answered now, if its prompt has passages.
  package var instruction: String
  /// The same for a prompt without passages.
  package var instructionWithoutPassages: String
  /// How the reply begins; the model continues from there.
  package var replyPrefix: String
  /// Reads a whole reply, or what there is of it. What is read of a part is a prefix of what is read of more.
  package var read: @Sendable (_ reply: String, _ isWhole: Bool) -> Reading

  package init(
    passagesHeading: String, questionHeading: String, instruction: String, instructionWithoutPassages: String,
    replyPrefix: String, read: @escaping @Sendable (_ reply: String, _ isWhole: Bool) -> Reading
  ) {
    self.passagesHeading = passagesHeading
    self.questionHeading = questionHeading
    self.instruction = instruction
    self.instructionWithoutPassages = instructionWithoutPassages
    self.replyPrefix = replyPrefix
    self.read = read
  }

  /// A segment of a prompt as the model is shown it; `isOpen` if the prompt is answered now.
  func text(of segment: Transcript.Segment, in prompt: Transcript.Prompt, isOpen: Bool) -> String {
    if segment.isPassage { return (segment.id == prompt.segments.first?.id ? passagesHeading : "") + segment.text }
    guard segment.id == prompt.segments.last?.id else { return segment.text }
    let question = questionHeading + segment.text
    guard isOpen else { return question }
    return question + "\n" + (prompt.segments.contains(where: \.isPassage) ? instruction : instructionWithoutPassages)
  }
}
