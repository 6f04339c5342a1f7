import ArgumentParser
import LanguageModels

/// The option that records what happens while a question is answered.
struct TraceOptions: ParsableArguments {
  @Option(help: "Append one JSON line for each event (search, inference, tool call, compaction, warning) to this file.")
  var trace: String?

  /// Returns a function that records the events of a session, and shows its thoughts.
  func listener(_ thoughts: Thoughts) throws -> @Sendable (SessionEvent) -> Void {
    let file = try trace.map(TraceFile.init)
    return { event in
      file?.write(event)
      thoughts.note(event)
    }
  }
}
