extension Substring {
  /// The part of a long line that holds most of some words, cut where words end; `…` stands for what is left out.
  ///
  /// Of equally good parts the first of the line is taken, or else the middle one, so that what is looked for does not
  /// stand at the very end.
  func clipped(to length: Int, around terms: Set<String>) -> String {
    let characters = Array(self)
    guard characters.count > length else { return String(self) }
    let starts = characters.indices.filter { place in
      guard place > 0 else { return true }
      let former = characters[place - 1]
      return !characters[place].isWhitespace && (former.isWhitespace || former.isPunctuation)
    }
    var (best, most) = ([Int](), -1)
    for start in starts {
      let part = String(characters[start...].prefix(length)).lowercased()
      let score = terms.count { part.contains($0) }
      if score > most { (best, most) = ([], score) }
      if score == most { best.append(start) }
    }
    let start = best.first == 0 ? 0 : best[best.count / 2]
    var part = characters[start...].prefix(length)
    if part.endIndex < characters.count, !characters[part.endIndex].isWhitespace,
      let gap = part.lastIndex(where: \.isWhitespace)
    {
      part = part[..<gap]
    }
    while part.last?.isWhitespace == true { part.removeLast() }
    return (start > 0 ? "… " : "") + String(part) + (part.endIndex < characters.count ? " …" : "")
  }
}
