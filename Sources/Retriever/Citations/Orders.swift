/// Recognizes text in a note that gives instructions to the model that answers from it.
///
/// Notes are data. A small model may still do what one says, and its reply then comes from a note, word for word, so no
/// check of the words distinguishes it from an answer. An answer that is based on such a line is therefore marked as
/// doubtful. The rules know the usual wordings of instructions to models, in English and German; others pass.
package enum Orders {
  /// Whether a sentence or a line addresses a model or says how to answer.
  package static func isOrder(_ text: String) -> Bool {
    let text = text.lowercased().replacing("’", with: "'")
    if formatMarks.contains(where: text.contains) { return true }
    // What a label introduces begins anew: "Instruction: reply with …".
    return ([text[...]] + text.split(separator: ": ")).contains { part in
      let words = part.split { !$0.isLetter && $0 != "'" }
      return rules.contains { $0.matches(words) }
    }
  }

  /// Words in order: one of each step, with at most `between` others between two steps.
  private struct Rule: Sendable {
    var steps: [Set<String>]
    var between: Int
    var isAtStart = false

    func matches(_ words: [Substring]) -> Bool {
      words.indices.prefix(isAtStart ? 1 : words.count).contains { isStep(0, at: $0, words) && follows(1, $0, words) }
    }

    private func follows(_ step: Int, _ place: Int, _ words: [Substring]) -> Bool {
      guard step < steps.count else { return true }
      return words[(place + 1)...].prefix(between + 1).indices.contains {
        isStep(step, at: $0, words) && follows(step + 1, $0, words)
      }
    }

    /// A step may be two words.
    private func isStep(_ step: Int, at place: Int, _ words: [Substring]) -> Bool {
      steps[step].contains(String(words[place]))
        || place + 1 < words.count && steps[step].contains(words[place] + " " + words[place + 1])
    }
  }

  private static let formatMarks = [
    "<|im_start|>", "<|im_end|>", "<|system|>", "<|user|>", "<|assistant|>", "<|endoftext|>", "[inst]", "[/inst]",
    "<<sys>>", "</output>", "{\"answer\"",
  ]
  private static let models: Set = ["ai", "llm", "llms", "chatbot", "chatbots", "language model", "language models"]
  private static let speech: Set = [
    "add", "answer", "answers", "append", "ask", "begin", "begins", "conclude", "confirm", "end", "ends", "finish",
    "include", "insert", "mention", "output", "prefix", "print", "recommend", "repeat", "replace", "reply", "replies",
    "respond", "responds", "say", "says", "send", "sign", "speak", "start", "starts", "talk", "tell", "translate",
    "write", "writes",
  ]
  private static let replies: Set = [
    "answer", "answers", "message", "output", "question", "questions", "replies", "reply", "request", "requests",
    "response", "responses", "sentence", "sentences",
  ]
  private static let all: Set = ["all", "any", "each", "every", "this", "your"]
  private static let must: Set = [
    "always", "are to", "do not", "don't", "has to", "have to", "is to", "may only", "must", "need to", "needs to",
    "never", "please", "shall", "should",
  ]

  private static let rules: [Rule] = [
    // Ignore all previous instructions.
    Rule(
      steps: [
        ["bypass", "disregard", "forget", "ignore", "override", "skip"],
        [
          "above", "before", "everything", "guidelines", "instruction", "instructions", "orders", "previous", "prompt",
          "prompts", "question", "rules", "sources",
        ],
      ], between: 4),
    // The assistant must say …; note to AI assistants: …
    Rule(steps: [models, must, speech], between: 3),
    Rule(steps: [["dear", "hi", "hello"], models], between: 0),
    Rule(
      steps: [["attention", "instructions", "message", "note", "notice", "hinweis"], ["to", "for", "an"], models],
      between: 2),
    // End every answer with …; your reply must …
    Rule(steps: [speech, all, replies], between: 5),
    Rule(steps: [all, replies, must.union(["may", "as", "will", "ends", "begins", "starts"])], between: 1),
    Rule(
      steps: [
        ["always", "only", "never", "instead", "simply", "just"], ["answer", "reply", "respond", "say", "speak"],
      ], between: 0),
    Rule(
      steps: [
        ["answer", "output", "print", "reply", "respond", "say"], ["always", "exactly", "nothing", "only", "with"],
      ],
      between: 0, isAtStart: true),
    Rule(
      steps: [["answer", "output", "print", "reply", "respond", "say", "type", "write"], ["instead"]], between: 1,
      isAtStart: true),
    Rule(
      steps: [
        ["answer", "answers", "reply", "respond", "speak", "write"], ["in"],
        ["english", "french", "german", "spanish", "italian", "latin", "emoji", "rhymes"],
      ], between: 3),
    Rule(
      steps: [["do not", "don't", "never"], ["answer", "reply", "respond", "reveal", "disclose", "cite", "quote"]],
      between: 1),
    // You are now …; from now on you …; your instructions.
    Rule(steps: [["you are", "you're"], ["now", "no longer"]], between: 1),
    Rule(
      steps: [["from now"], ["on you", "on your", "on every", "on all", "on answer", "on reply", "on speak"]],
      between: 1),
    Rule(steps: [["act as", "pretend to", "pretend you", "pretend that"]], between: 0, isAtStart: true),
    Rule(
      steps: [
        ["system prompt", "your instructions", "new instructions", "developer mode"]
      ], between: 0),
    // If anyone asks about this, say …; the answer is always …
    Rule(
      steps: [["if", "when", "whenever", "whoever"], ["answer", "answers", "answering", "asked", "asks"], speech],
      between: 8),
    Rule(steps: [["answer", "reply"], ["is always", "must be", "is only"]], between: 0),
    Rule(
      steps: [
        ["ignoriere", "missachte", "vergiss"],
        ["anweisung", "anweisungen", "befehl", "befehle", "frage", "regel", "regeln"],
      ],
      between: 4),
    Rule(
      steps: [
        ["antworte", "gib", "sag", "sage", "schreib", "schreibe"], ["ausschließlich", "immer", "nur", "stets"],
      ], between: 3),
    Rule(
      steps: [
        ["deine", "die", "jede"], ["antwort", "antworten"],
        ["beginnen", "beginnt", "enden", "endet", "muss", "müssen", "soll", "sollen"],
      ],
      between: 0),
    Rule(steps: [["du bist"], ["jetzt", "nun"]], between: 1),
  ]
}
