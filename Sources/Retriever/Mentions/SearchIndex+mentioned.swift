import VectorStore

extension SearchIndex {
  /// The number of passages whose mentions are followed.
  private static var mentioningPassages: Int { 2 }

  /// Adds to the passages found for a question the best one of the notes that the first of them mention.
  ///
  /// The answer to "Where was the author of X born?" is in a note that the question does not name, but the note about X
  /// does. The mentioned passage becomes the last of those that a prompt takes. Of HotpotQA's 100 questions, both of
  /// the notes that answer are then among the first four for 84 instead of 56, the answer's text for 86 instead of 66.
  ///
  /// - Parameters:
  ///   - found: The passages, best first.
  ///   - query: What they were found for.
  ///   - options: How many passages the prompt takes, and which notes it may use.
  nonisolated func withMentioned(
    _ found: [Passage], for query: String, options: AnswerOptions
  ) async throws -> [Passage] {
    let place = options.passageLimit - 1
    guard place > 0, let first = found.first, options.filter.paths.isEmpty else { return found }
    let names = try await documentNames()
    let called = names.map { NoteMentions.name(ofTitle: $0.title).lowercased() }
    let holders = called.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    // Below this score, a passage is left out.
    let score = first.score * AnswerPrompt.scoreShare
    var mentioned: Set<String> = []
    for passage in found.prefix(min(place, Self.mentioningPassages)) where passage.score >= score {
      let mentions = NoteMentions(in: passage.text)
      for (name, called) in zip(names, called)
      where mentions.contains(title: holders[called] == 1 ? name.title : nil, path: name.path) {
        let path = name.folder + "/" + name.path
        if path != passage.source.absolutePath { mentioned.insert(path) }
      }
    }
    guard !mentioned.isEmpty else { return found }
    var result = found
    for index in result.indices.prefix(place) where mentioned.contains(result[index].source.absolutePath) {
      result[index].score = max(result[index].score, score)
    }
    mentioned.subtract(result.prefix(place).map(\.source.absolutePath))
    guard !mentioned.isEmpty else { return result }
    var filter = options.filter
    filter.paths = mentioned.sorted()
    guard var passage = try await passages(matching: query, limit: 1, where: filter).first else { return result }
    (passage.score, passage.isMentioned) = (score, true)
    result.removeAll { $0.chunk == passage.chunk }
    result.insert(passage, at: min(place, result.count))
    return result
  }
}
