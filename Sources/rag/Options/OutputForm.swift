import ArgumentParser

/// The form in which a command prints its results.
struct OutputForm: ParsableArguments {
  @Flag(help: "Print JSON instead of text.")
  var json = false
}
