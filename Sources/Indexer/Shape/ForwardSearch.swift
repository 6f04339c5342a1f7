/// Searches forward for one kind of place, and hardly ever reads a byte twice: between where a search began and what it
/// found there is nothing else to find.
struct ForwardSearch {
  /// The last search: where it began, and what it found.
  private var last: (start: Int, found: Int)?

  /// Returns the first place from `start` on for which `isFound` is true, or `end`, which must stay the same.
  mutating func place(
    from start: Int, to end: Int, _ meter: WorkMeter, where isFound: (Int) -> Bool
  ) throws(CancellationError) -> Int {
    if let last, last.start <= start, start <= last.found { return last.found }
    let known = last.flatMap { start < $0.start ? $0 : nil }
    let limit = known?.start ?? end
    var place = start
    while place < limit, !isFound(place) { place += 1 }
    try meter.add(place - start + 1)
    if let known {
      guard place == limit else { return place }
      place = known.found
    }
    last = (start, place)
    return place
  }
}
