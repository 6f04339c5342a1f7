import ArgumentParser
import Retriever

/// How many of the notes an answer takes into account.
struct BreadthOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: """
      List every line that has all of the question's words, or with --no-all answer from the best passages. Default: \
      as the question says, such as "list all", "which notes", "how many", "when did we last".
      """)
  var all: Bool?

  var breadth: AnswerOptions.Breadth {
    switch all {
    case true?: .all
    case false?: .best
    case nil: .automatic
    }
  }
}
