public import Foundation

extension Transcript {
  /// A part of an entry.
  public enum Segment: Sendable, Identifiable, Equatable {
    /// Text.
    case text(TextSegment)
    /// Structured content.
    case structure(StructuredSegment)

    /// The id of the segment.
    public var id: String {
      switch self {
      case .text(let segment): segment.id
      case .structure(let segment): segment.id
      }
    }

    /// The segment as the model sees it: text as it is, a structure as JSON.
    public var text: String {
      switch self {
      case .text(let segment): segment.content
      case .structure(let segment): segment.content.jsonString
      }
    }
  }

  /// Text.
  public struct TextSegment: Sendable, Identifiable, Equatable {
    /// The id of the segment.
    public var id: String
    /// The text.
    public var content: String

    /// Creates a segment.
    public init(id: String = UUID().uuidString, content: String) {
      self.id = id
      self.content = content
    }
  }

  /// Structured content.
  public struct StructuredSegment: Sendable, Identifiable, Equatable {
    /// The id of the segment.
    public var id: String
    /// The name of the schema that the content follows.
    public var schemaName: String
    /// The content.
    public var content: GeneratedContent

    /// Creates a segment.
    public init(id: String = UUID().uuidString, schemaName: String, content: GeneratedContent) {
      self.id = id
      self.schemaName = schemaName
      self.content = content
    }
  }
}

extension Transcript.Segment {
  static let passagePrefix = "passage:"
  static let summaryPrefix = "summary:"

  /// Creates a text segment with a passage, marked by its id: policies may drop it when its turn is over.
  ///
  /// A response cites `number`. It is part of the id, so it stays the same when other passages are dropped.
  public static func passage(_ text: String, number: Int? = nil) -> Self {
    let number = number.map { "\($0):" } ?? ""
    return .text(.init(id: passagePrefix + number + UUID().uuidString, content: text))
  }
  /// Whether this is a passage.
  public var isPassage: Bool { id.hasPrefix(Self.passagePrefix) }
  /// The number by which a passage is cited; `nil` if it has none.
  package var passageNumber: Int? {
    guard isPassage, let end = id.lastIndex(of: ":") else { return nil }
    return Int(id[..<end].dropFirst(Self.passagePrefix.count))
  }

  /// Creates a segment with the summary of turns that no longer fit.
  package static func summary(_ text: String) -> Self {
    .text(.init(id: summaryPrefix + UUID().uuidString, content: text))
  }
  /// Whether this is the summary of earlier turns.
  public var isSummary: Bool { id.hasPrefix(Self.summaryPrefix) }
}
