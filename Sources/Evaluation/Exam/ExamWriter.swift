import LanguageModels
import Retriever
package import VectorStore

/// Lets a model write questions about passages of notes, with answers that the passages contain.
///
/// The answer is chosen first, a name or a number in a sentence, and the model writes the question to it: asked for
/// both, the 1.5B model began nearly every question with "Who" and copied answers that did not fit. A question is kept
/// only if the model, given nothing but the sentence, answers it with that name or number: 27 of 38 were, and most of
/// the others made no sense.
package struct ExamWriter: Sendable {
  let model: any LanguageModel

  /// A sentence of a passage, and the name or number in it that is to be asked for.
  package struct Topic: Sendable, Hashable {
    package var heading: String
    package var sentence: String
    package var fact: String

    package init(heading: String, sentence: String, fact: String) {
      (self.heading, self.sentence, self.fact) = (heading, sentence, fact)
    }
  }

  private static let questionInstructions = """
    Write the question that a sentence of somebody's notes answers, in the language of the sentence, for somebody who \
    has not seen the note. The question names what the note is about, and does not contain the answer. Write the \
    question only.

    Note: Boiler
    Sentence: It was installed in May 2004 by Brandt & Sons.
    Answer: May 2004
    Question: When was the boiler installed?

    Note: Apple cake
    Sentence: Bake for 50 minutes at 180 degrees.
    Answer: 180
    Question: At how many degrees is the apple cake baked?

    Note: Chor Linden, Proben
    Sentence: Ab Herbst leitet Ines Falk ihn.
    Answer: Ines Falk
    Question: Wer leitet ab Herbst den Chor Linden?
    """
  private static let answerInstructions =
    "Answer the question from the sentence, as shortly as possible. Write the answer only."
  private static let questionTokens = 60
  private static let answerTokens = 40
  private static let questionCharacters = 8...240
  /// Shorter sentences rarely state a fact that can be asked for.
  private static let sentenceWords = 5
  private static let sentenceCharacters = 12...400
  /// An answer with more words than this beside the fact repeats the sentence.
  private static let otherWords = 6

  /// Returns what can be asked about a passage, in order.
  package static func topics(in chunk: StoredChunk) -> [Topic] {
    let heading = ([chunk.document.title] + chunk.chunk.headingPath.filter { $0 != chunk.document.title })
      .joined(separator: ", ")
    return Sentences.split(chunk.chunk.text, firstLine: 1).flatMap { sentence -> [Topic] in
      let words = AnswerMatch.words(of: sentence.text)
      guard words.count >= sentenceWords, sentenceCharacters.contains(sentence.text.count),
        !sentence.text.hasPrefix("#"), !isField(sentence.text)
      else { return [] }
      return Facts.facts(of: sentence.text).filter { fact in
        fact.count > 1 && (fact.contains(where: \.isNumber) || fact.first?.isUppercase == true)
      }.map { Topic(heading: heading, sentence: sentence.text, fact: $0) }
    }
  }

  /// Whether a line is a field of front matter, such as `created: 2026-03-17`.
  private static func isField(_ line: String) -> Bool {
    line.prefix { $0.isLetter || $0 == "_" || $0 == "-" }.endIndex == line.firstIndex(of: ":")
  }

  /// Writes a question; `nil` if the model did not write one that the sentence answers.
  ///
  /// - Throws: The model's errors, except that the sentence is too long.
  func question(about topic: Topic) async throws -> String? {
    let sentence = "Note: \(topic.heading)\nSentence: \(topic.sentence)\n"
    let question = try await line(
      Self.questionInstructions, sentence + "Answer: \(topic.fact)\nQuestion:", tokens: Self.questionTokens)
    guard let question, Self.isSound(question, about: topic) else { return nil }
    let answer = try await line(
      Self.answerInstructions, sentence + "Question: \(question)\nAnswer:", tokens: Self.answerTokens)
    return answer.flatMap { Self.answers($0, with: topic.fact) ? question : nil }
  }

  /// Asks the model for one line.
  private func line(_ instructions: String, _ prompt: String, tokens: Int) async throws -> String? {
    let session = LanguageModelSession(model: model, instructions: instructions)
    do {
      let reply = try await session.respond(
        to: prompt, options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: tokens))
      return reply.content.split(whereSeparator: \.isNewline).first.map(String.init)
    } catch LanguageModelError.contextSizeExceeded {
      return nil
    }
  }

  /// Whether a line is one question that does not give its answer away.
  package static func isSound(_ line: String, about topic: Topic) -> Bool {
    questionCharacters.contains(line.count)
      && line.last.map { "?？".contains($0) } == true && line.count { "?？".contains($0) } == 1
      && !AnswerMatch.contains(AnswerMatch.normalized(topic.fact), in: AnswerMatch.normalized(line))
      && !["sentence", "passage"].contains { line.lowercased().contains($0) }
  }

  /// Whether an answer is a fact, with few words around it.
  package static func answers(_ answer: String, with fact: String) -> Bool {
    AnswerMatch.contains(AnswerMatch.normalized(fact), in: AnswerMatch.normalized(answer))
      && AnswerMatch.words(of: answer).count <= AnswerMatch.words(of: fact).count + otherWords
  }

  /// Returns a question with a number or a name exchanged, so that the passage does not answer it; `nil` if it has
  /// neither, or no other is at hand.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - passage: The passage that it was written about, with its headings.
  ///   - other: A text whose names may take the place of one.
  package static func exchanged(_ question: String, about passage: String, withNamesOf other: String) -> String? {
    for fact in Facts.facts(of: question).reversed() where Facts.text(passage, holds: fact) {
      let isNumber = fact.contains(where: \.isNumber)
      let replacement =
        isNumber ? number(like: fact, notIn: passage) : name(in: other, notIn: passage + "\n" + question)
      guard let replacement, isNumber || fact.first?.isUppercase == true, let place = question.firstRange(of: fact)
      else { continue }
      return question.replacingSubrange(place, with: replacement)
    }
    return nil
  }

  private static func name(in text: String, notIn passage: String) -> String? {
    Sentences.split(text, firstLine: 1).lazy.flatMap { Facts.facts(of: $0.text) }.first { name in
      name.count > 2 && name.first?.isUppercase == true && name.allSatisfy(\.isLetter)
        && !Facts.text(passage, holds: name)
    }
  }

  /// Returns a number like this one that a text does not have: its last digit is another.
  private static func number(like number: String, notIn text: String) -> String? {
    guard let place = number.lastIndex(where: { ("0"..."9").contains($0) }), let digit = number[place].wholeNumberValue
    else { return nil }
    return (1...9).lazy.map { step in
      number.replacingSubrange(place..<number.index(after: place), with: String((digit + step) % 10))
    }.first { !Facts.text(text, holds: $0) }
  }
}

extension String {
  fileprivate func replacingSubrange(_ range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
