/// A text that ends before the first of some stops, which is never shown, not even in part.
struct StoppedText {
  let stops: [String]
  /// What has been shown.
  private(set) var shown = ""
  private(set) var isStopped = false
  /// The text so far, with what follows a stop.
  private(set) var whole = ""

  init(stops: [String]) { self.stops = stops }

  /// Takes the whole text so far, and returns what can be shown of it that is new.
  mutating func take(_ text: String) -> String {
    guard !isStopped else { return "" }
    whole = text
    if let stop = stops.compactMap({ text.firstRange(of: $0)?.lowerBound }).min() {
      isStopped = true
      return show(text[..<stop])
    }
    // The end may be the beginning of a stop.
    let held = stops.flatMap { stop in (1..<max(1, stop.count)).filter { text.hasSuffix(stop.prefix($0)) } }.max() ?? 0
    return show(text.dropLast(held))
  }

  /// Returns what was held back, once nothing more comes.
  mutating func rest() -> String { isStopped ? "" : show(whole[...]) }

  private mutating func show(_ text: Substring) -> String {
    guard text.utf8.count > shown.utf8.count else { return "" }
    let new = String(Substring(text.utf8.dropFirst(shown.utf8.count)))
    shown = String(text)
    return new
  }
}
