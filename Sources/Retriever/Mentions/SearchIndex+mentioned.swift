import VectorStore

extension SearchIndex {
  /// The number of passages whose mentions are followed.
  private static var mentioningPassages: Int { 2 }

  /// Adds to the passages found for a question the best one of the notes that the first of them mention.
  ///
  /// The answer to "Where was the author of X born?" is in a note that the question does not name, but the note about X
  /// does. The mentioned passage becomes the last of those that a prompt takes, with the score of the one that mentions
  /// it. Of HotpotQA's 100 questions, both of the notes that answer are then among the first four for 84, before for
  /// 56; the answer's text is for 86 instead of 66.
  ///
  /// - Parameters:
  ///   - found: The passages, best first.
  ///   - query: What they were found for.
  ///   - options: How many passages the prompt takes, and which notes it may use.
  nonisolated func withMentioned(
    _ found: [Passage], for query: String, options: AnswerOptions
  ) async throws -> [Passage] {
    let place = options.passageLimit - 1
    guard place > 0, !found.isEmpty, options.filter.paths.isEmpty else { return found }
    var result = found
    var mentioned: [String: Double] = [:]
    let names = try await documentNames()
    let holders = names.reduce(into: [:]) { $0[$1.title, default: 0] += 1 }
    for passage in found.prefix(min(place, Self.mentioningPassages)) {
      let mentions = NoteMentions(in: passage.text)
      for name in names where mentions.contains(title: holders[name.title] == 1 ? name.title : nil, path: name.path) {
        let path = name.folder + "/" + name.path
        if path != passage.source.absolutePath { mentioned[path] = max(mentioned[path] ?? 0, passage.score) }
      }
    }
    let known = Set(found.prefix(place).map(\.source.absolutePath))
    // One that is among the first anyway must not be left out because its score is low.
    for index in result.indices.prefix(place) {
      guard let score = mentioned[result[index].source.absolutePath] else { continue }
      result[index].score = max(result[index].score, score * AnswerPrompt.scoreShare)
    }
    let others = mentioned.keys.filter { !known.contains($0) }
    guard !others.isEmpty else { return result }
    var filter = options.filter
    filter.paths = others.sorted()
    guard var passage = try await passages(matching: query, limit: 1, where: filter).first else { return result }
    passage.score = mentioned[passage.source.absolutePath] ?? 0
    result.removeAll { $0.chunk == passage.chunk }
    result.insert(passage, at: min(place, result.count))
    return result
  }
}
