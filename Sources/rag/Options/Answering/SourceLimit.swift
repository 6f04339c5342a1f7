import ArgumentParser

/// The limit on the sources shown.
struct SourceLimit: ParsableArguments {
  @Option(help: "The maximum number of sources shown below an answer.")
  var sources = 3

  mutating func validate() throws {
    if sources < 1 { throw ValidationError("--sources must be at least 1.") }
  }
}
