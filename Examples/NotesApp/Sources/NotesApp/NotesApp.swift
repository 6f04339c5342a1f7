#if canImport(SwiftUI)
  import SwiftUI

  @main struct NotesApp: App {
    @State private var notes = NotesModel()
    @State private var question = ""
    @State private var failure: String?

    var body: some Scene {
      WindowGroup {
        VStack(alignment: .leading) {
          TextField("Ask your notes", text: $question).onSubmit { Task { await notes.ask(question) } }
          if notes.isBusy { ProgressView() }
          ScrollView { Text(failure ?? notes.answer).textSelection(.enabled) }
          ForEach(notes.sources, id: \.self) { Text($0).font(.caption) }
        }
        .padding()
        .task {
          let home = URL.homeDirectory
          do {
            try await notes.open(
              home.appending(path: "notes").path, index: URL.cachesDirectory.appending(path: "notes.sqlite").path)
          } catch {
            failure = error.localizedDescription
          }
        }
      }
    }
  }
#else
  @main struct NotesApp {
    static func main() { print("This app needs SwiftUI, which only Apple's systems have.") }
  }
#endif
