public import Foundation

/// A user's feedback on an answer.
public struct LanguageModelFeedback: Sendable {
  /// Whether an answer was liked.
  public enum Sentiment: String, Sendable, Hashable, Codable, CaseIterable {
    /// The user liked it.
    case positive
    /// The user disliked it.
    case negative
    /// Neither.
    case neutral
  }

  /// A problem with an answer.
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
      /// It is sexual.
      case suggestiveOrSexual
      /// It is rude.
      case vulgarOrOffensive
      /// It was refused unnecessarily.
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
  /// Returns the transcript and feedback on it, as one line of JSON; a file can hold several.
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
    // Only an unusable schema could fail to encode, and a transcript never contains one.
    guard let data = try? encoder.encode(attachment) else { return Data() }
    return data + Data("\n".utf8)
  }

  /// Same, with the text that the response should have had.
  @discardableResult
  public func logFeedbackAttachment(
    sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
    desiredResponseText: String?
  ) -> Data {
    logFeedbackAttachment(
      sentiment: sentiment, issues: issues,
      desiredOutput: desiredResponseText.map { .response(.init(segments: [.text(.init(content: $0))])) })
  }

  /// Same, with the content that the response should have had.
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
