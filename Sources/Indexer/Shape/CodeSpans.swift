/// Finds the ends of code spans, between runs of as many backticks.
struct CodeSpans<Text: RandomAccessCollection> where Text.Element: Equatable, Text.Index == Int {
  /// By length, the positions of the runs of backticks, last first. Those already passed are removed.
  private var runs: [Int: [Int]]?
  private let mark: Text.Element

  init(_ mark: Text.Element) { self.mark = mark }

  /// Returns the end of the code span that begins at `start`, or the end of its opening run if it is not closed.
  ///
  /// - Parameter text: Always the same; `start` must grow from call to call.
  mutating func end(in text: Text, from start: Int, _ meter: WorkMeter) throws(CancellationError) -> Int {
    func endOfRun(_ place: Int) -> Int { text[place...].firstIndex { $0 != mark } ?? text.endIndex }
    if runs == nil {
      var found: [Int: [Int]] = [:]
      var place = start
      try meter.add(text.endIndex - start)
      while let next = text[place...].firstIndex(of: mark) {
        let end = endOfRun(next)
        try meter.add(end - next)
        found[end - next, default: []].append(next)
        place = end
      }
      runs = found.mapValues { $0.reversed() }
    }
    let open = endOfRun(start)
    let length = open - start
    while let last = runs?[length]?.last, last < open { _ = runs?[length]?.popLast() }
    guard let close = runs?[length]?.last else { return open }
    return close + length
  }
}
