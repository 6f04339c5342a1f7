import LanguageModels

/// A reply and what was said about it.
package struct Reply {
  package var thought = ""
  package var pieces: [String] = []
  package var summary: GenerationSummary?
  package var text: String { pieces.joined() }
}
