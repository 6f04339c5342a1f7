/// The replies of a model that is asked whether the sources state the answer.
struct ProbeReplies: Sendable {
  /// Those that say so: yes or, for a yes/no question, yes and no.
  let stated: [String]
  /// Those that deny it: no or, for a yes/no question, unknown.
  let absent: [String]
  var all: [String] { stated + absent }

  init(to question: String) {
    (stated, absent) =
      PolarQuestion.isPolar(question) ? (Prompts.yes + Prompts.no, Prompts.unknown) : (Prompts.yes, Prompts.no)
  }

  /// Returns by how much the likeliest of those that say so is ahead, of the logits of `all`.
  func margin(of scores: [Double]) -> Double {
    (scores.prefix(stated.count).max() ?? 0) - (scores.dropFirst(stated.count).max() ?? 0)
  }
}
