#if canImport(FoundationModels, _version: 2)
  import Foundation
  public import FoundationModels
  public import Retriever
  public import UniformTypeIdentifiers

  /// What an answer from notes is based on: the content of the entry that follows it in a transcript.
  @available(macOS 27.2, iOS 27.2, visionOS 27.2, *)
  public struct NotesCitations: Codable, Sendable, Hashable {
    /// A place in the notes.
    public struct Citation: Codable, Sendable, Hashable {
      /// The number in the answer, as in `[1]`.
      public let number: Int
      /// The file and its lines.
      public let source: Source
      /// The text of the lines.
      public let text: String
    }

    /// The type of the entry's content.
    public static let contentType = UTType(exportedAs: "rag.citations")

    /// The places that the answer cites, in the order of their numbers.
    public let citations: [Citation]
    /// Words of the answer, such as numbers and names, that the cited lines do not contain.
    public let unsupported: [String]
    /// Whether the notes contain the answer.
    public let isInNotes: Bool

    init(_ snapshot: Answer.Snapshot) {
      citations = snapshot.sources.map { Citation(number: $0.number, source: $0.source, text: $0.text) }
      unsupported = snapshot.sentences.flatMap(\.unsupported)
      isInNotes = if case .notInNotes = snapshot.outcome { false } else { true }
    }

    /// Reads an entry of a transcript. Throws `DecodingError` if it is of another type.
    public init(_ entry: FoundationModels.Transcript.DataEntry) throws {
      guard entry.contentType == Self.contentType else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: [], debugDescription: "the entry is of type \(entry.contentType.identifier)"))
      }
      self = try JSONDecoder().decode(Self.self, from: entry.content)
    }
  }
#endif
