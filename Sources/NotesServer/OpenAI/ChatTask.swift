/// Recognizes requests that a chat program makes for itself: for a title, tags, or a next question.
///
/// They quote the conversation and must not be searched for. The forms are those of Open WebUI (`### Task:`) and
/// LibreChat (a title of few words).
enum ChatTask {
  static func isTask(_ text: String) -> Bool {
    let text = text.lowercased()
    if text.hasPrefix("### task:") { return true }
    let start = text.prefix(600)
    return start.contains("title") && forms.contains(where: start.contains) && quotes.contains(where: text.contains)
  }

  private static let forms = ["concise", "5-word", "in 5 words", "for the conversation", "for this conversation"]
  private static let quotes = ["conversation", "user:", "||>"]
}
