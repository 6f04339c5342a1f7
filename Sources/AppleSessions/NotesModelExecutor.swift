#if canImport(FoundationModels, _version: 2)
  import Foundation
  public import FoundationModels
  import LanguageModels
  import Retriever
  import VectorStore

  /// Answers the requests of Apple's sessions from notes.
  @available(macOS 27.2, iOS 27.2, visionOS 27.2, *)
  public struct NotesModelExecutor: LanguageModelExecutor {
    /// The model that is asked.
    public typealias Model = NotesLanguageModel

    /// Notes and a model; equal to itself and its copies only.
    public struct Configuration: Hashable, Sendable {
      let notes: SearchIndex
      let model: any LanguageModels.LanguageModel
      private let id = UUID()

      init(notes: SearchIndex, model: any LanguageModels.LanguageModel) {
        self.notes = notes
        self.model = model
      }

      /// Whether both are the same.
      public static func == (left: Self, right: Self) -> Bool { left.id == right.id }
      /// Hashes the identity.
      public func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    private let configuration: Configuration

    /// Creates an executor.
    public init(configuration: Configuration) throws { self.configuration = configuration }

    /// Answers the last prompt. Throws `LanguageModelError`, or what the index throws.
    nonisolated(nonsending) public func respond(
      to request: LanguageModelExecutorGenerationRequest, model: NotesLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      do {
        try await answer(request, into: channel)
      } catch let error as LanguageModels.LanguageModelError {
        throw FoundationModels.LanguageModelError(error, in: request.transcript)
      }
    }

    private nonisolated(nonsending) func answer(
      _ request: LanguageModelExecutorGenerationRequest, into channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      let transcript = try LanguageModels.Transcript(request.transcript)
      var question = ""
      for case .prompt(let prompt) in transcript { question = prompt.segments.map(\.text).joined(separator: "\n") }
      let answer = try await configuration.notes.answer(to: question, using: configuration.model)
      let id = UUID().uuidString
      var sent = ""
      for try await snapshot in answer {
        let text = snapshot.content
        if text.hasPrefix(sent) {
          let piece = String(text.dropFirst(sent.count))
          if !piece.isEmpty { await channel.send(.response(entryID: id, action: .appendText(piece, tokenCount: 0))) }
        } else {
          await channel.send(.response(entryID: id, action: .replaceTextSegment(text, tokenCount: 0)))
        }
        sent = text
      }
      let citations = NotesCitations(try await answer.collect())
      await channel.send(
        .data(
          entryID: UUID().uuidString,
          action: .update(
            contentType: NotesCitations.contentType, content: try JSONEncoder().encode(citations),
            metadata: FoundationModels.GeneratedContent(properties: [:]))))
    }
  }
#endif
