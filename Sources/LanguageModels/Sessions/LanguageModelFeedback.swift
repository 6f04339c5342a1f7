public import Foundation

/// A person's opinion of an answer.
public struct LanguageModelFeedback: Sendable {
  /// Whether an answer was liked.
  public enum Sentiment: String, Sendable, Hashable, Codable, CaseIterable {
    /// It was.
    case positive
    /// It was not.
    case negative
    /// Neither.
    case neutral
  }

  /// What is wrong with an answer.
  public struct Issue: Sendable, Hashable, Codable {
    /// A kind of problem.
    public enum Category: String, Sendable, Hashable, Codable, CaseIterable {
      /// It does not help.
      case unhelpful
      /// It is too long.
      case tooVerbose
      /// It is not what was asked for.
      case didNotFollowInstructions
      /// It is wrong.
      case incorrect
      /// It is prejudiced.
      case stereotypeOrBias
      /// It is lewd.
      case suggestiveOrSexual
      /// It is rude.
      case vulgarOrOffensive
      /// It was refused without need.
      case triggeredGuardrailUnexpectedly
    }
    /// The kind.
    public var category: Category
    /// The problem in words.
    public var explanation: String?

    /// Creates an issue.
    public init(category: Category, explanation: String? = nil) {
      self.category = category
      self.explanation = explanation
    }
  }

  fileprivate struct Attachment: Encodable {
    var type = "LanguageModelFeedback"
    var version = 1
    var model: String
    var sentiment: Sentiment?
    var issues: [Issue]
    var transcript: Transcript
    var desiredOutput: Transcript?
  }
}

extension LanguageModelSession {
  /// The transcript and an opinion of it, as one line of JSON; a file can hold several.
  ///
  /// Nothing is sent anywhere.
  @discardableResult
  public func logFeedbackAttachment(
    sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
    desiredOutput: Transcript.Entry? = nil
  ) -> Data {
    let attachment = LanguageModelFeedback.Attachment(
      model: model.name, sentiment: sentiment, issues: issues, transcript: transcript,
      desiredOutput: desiredOutput.map { Transcript(entries: [$0]) })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Schemas that cannot be written are the only thing that could fail, and none of them becomes part of a transcript.
    guard let data = try? encoder.encode(attachment) else { return Data() }
    return data + Data("\n".utf8)
  }

  /// The same with the text that the response should have had.
  @discardableResult
  public func logFeedbackAttachment(
    sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
    desiredResponseText: String?
  ) -> Data {
    logFeedbackAttachment(
      sentiment: sentiment, issues: issues,
      desiredOutput: desiredResponseText.map { .response(.init(segments: [.text(.init(content: $0))])) })
  }

  /// The same with the content that the response should have had.
  @discardableResult
  public func logFeedbackAttachment(
    sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
    desiredResponseContent: (any ConvertibleToGeneratedContent)?
  ) -> Data {
    logFeedbackAttachment(
      sentiment: sentiment, issues: issues,
      desiredOutput: desiredResponseContent.map { .response(.init(segments: [$0.generatedContent.segment])) })
  }
}
