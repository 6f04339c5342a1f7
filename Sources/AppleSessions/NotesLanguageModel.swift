#if canImport(FoundationModels, _version: 2)
  public import FoundationModels
  public import LanguageModels
  public import UniformTypeIdentifiers
  public import VectorStore

  /// Notes as a model for sessions of Apple's Foundation Models, from version 27.2: it answers each prompt from the
  /// notes, with citations, or says that they do not contain the answer.
  ///
  ///     let session = FoundationModels.LanguageModelSession(model: NotesLanguageModel(notes, using: model))
  ///     print(try await session.respond(to: "Where is the main stopcock?").content)
  ///     for case .data(let entry) in session.transcript { print(try NotesCitations(entry).citations) }
  ///
  /// Each answer is followed by an entry with its citations. A prompt is answered by itself: earlier turns are not
  /// read.
  @available(macOS 27.2, iOS 27.2, visionOS 27.2, *)
  public struct NotesLanguageModel: FoundationModels.LanguageModel {
    /// Answers requests.
    public typealias Executor = NotesModelExecutor

    /// The notes and the model, as the session passes them on.
    public let executorConfiguration: NotesModelExecutor.Configuration

    /// Creates a model that answers from notes, in the words of another model.
    public init(_ notes: SearchIndex, using model: any LanguageModels.LanguageModel) {
      executorConfiguration = NotesModelExecutor.Configuration(notes: notes, model: model)
    }

    /// None: the notes answer in text, and search by themselves.
    public var capabilities: FoundationModels.LanguageModelCapabilities { .init([]) }

    /// Whether the type is that of citations.
    public func supportsDataEntryType(_ type: UTType) async throws -> Bool { type == NotesCitations.contentType }
  }
#endif
