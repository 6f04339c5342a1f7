import Observation
import RAGKit

/// What the window shows: the answer to a question, and where it comes from.
@MainActor @Observable final class NotesModel {
  private(set) var answer = ""
  private(set) var sources: [String] = []
  private(set) var isBusy = false
  private var notes: SearchIndex?
  private var model: (any LanguageModel)?

  /// Reads a folder of notes into an index, and loads the models.
  func open(_ folder: String, index: String) async throws {
    isBusy = true
    defer { isBusy = false }
    let notes = try await SearchIndex.open(at: index, encoder: StandardModels.encoder())
    _ = try await notes.update(from: folder)
    model = try await StandardModels.languageModel()
    self.notes = notes
  }

  /// Answers a question; the answer grows while it is written.
  func ask(_ question: String) async {
    guard let notes, let model, !isBusy else { return }
    isBusy = true
    defer { isBusy = false }
    do {
      for try await snapshot in try await notes.answer(to: question, using: model) {
        answer = snapshot.content
        sources = snapshot.sources.map { "[\($0.number)] \($0.source)" }
      }
    } catch {
      (answer, sources) = (error.localizedDescription, [])
    }
  }
}
