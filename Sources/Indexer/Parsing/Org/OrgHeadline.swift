/// A headline of an Org document: `** NEXT [#A] COMMENT Order slates :roof:urgent:` (orgmode.org, "Org Syntax").
struct OrgHeadline {
  /// The number of its stars.
  var level: Int
  /// The mark of its task; `nil` if it is none.
  var mark: String?
  /// Whether it is commented out, with all below it.
  var isCommented = false
  /// Its text, without keyword, priority and tags.
  var title: String
  var tags: [String] = []

  /// Reads a line; `nil` if it is another.
  init?(_ shape: LineShape, _ keywords: OrgKeywords) {
    guard let level = Self.level(of: shape) else { return nil }
    self.level = level
    var words = shape.content.dropFirst(level).split { $0.isBlank }[...]
    mark = words.first.flatMap(keywords.mark)
    if mark != nil { words.removeFirst() }
    if words.first.map(Self.isPriority) == true { words.removeFirst() }
    isCommented = words.first.map { $0.elementsEqual("COMMENT".utf8) } ?? false
    if isCommented { words.removeFirst() }
    if words.count > 1, let last = words.last, let tags = Self.tags(last) {
      self.tags = tags
      words.removeLast()
    }
    title = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
  }

  /// Returns the number of stars that a line begins with; `nil` if it is no headline.
  static func level(of shape: LineShape) -> Int? {
    guard shape.indent == 0, shape.begins(with: "*"), shape.bytes.dropFirst(shape.run).first == UInt8(ascii: " ")
    else { return nil }
    return shape.run
  }

  /// Whether a word is a priority: `[#A]`, `[#10]`.
  private static func isPriority(_ word: ArraySlice<UInt8>) -> Bool {
    (4...5).contains(word.count) && word.starts(with: "[#".utf8) && word.last == UInt8(ascii: "]")
  }

  /// Returns the tags of a last word such as `:roof:urgent:`; `nil` if it is another.
  private static func tags(_ word: ArraySlice<UInt8>) -> [String]? {
    let colon = UInt8(ascii: ":")
    guard word.count > 2, word.first == colon, word.last == colon else { return nil }
    let tags = word.split(separator: colon).map { String(decoding: $0, as: UTF8.self) }
    let areTags = tags.allSatisfy { $0.allSatisfy { $0.isLetter || $0.isNumber || "_@#%".contains($0) } }
    return areTags && !tags.isEmpty ? tags : nil
  }
}
