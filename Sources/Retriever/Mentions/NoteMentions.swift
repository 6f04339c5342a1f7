import Foundation
import VectorStore

/// The notes that a text mentions: by their title, or in a link.
///
///     let mentions = NoteMentions(in: "See [[heating]], or ask Brandt & Sons.")
///     mentions.contains(title: "Brandt & Sons", path: "people/brandt.md")  // true
///     mentions.contains(title: "The boiler", path: "house/heating.md")     // true
package struct NoteMentions: Sendable {
  /// The longest title that is looked for, in words.
  private static let wordsAtMost = 8
  /// The shortest title of one word: below it, a title is too often a word of any text.
  private static let charactersAtLeast = 4

  private let text: String
  /// The words, in lower case: a title whose first word is not among them is not mentioned.
  private var words: Set<String> = []
  /// Each sequence of words, as written.
  private var phrases: Set<String> = []
  /// Each sequence of two words or more, in lower case.
  private var foldedPhrases: Set<String> = []
  /// What the text links to, in lower case: titles, or ends of paths without extension.
  private var links: Set<String> = []

  package init(in text: String) {
    self.text = text
    let words = Self.words(of: text)
    self.words = Set(words.map { $0.lowercased() })
    for start in words.indices {
      var phrase = ""
      for end in start..<min(start + Self.wordsAtMost, words.count) {
        phrase += (end > start ? " " : "") + words[end]
        phrases.insert(phrase)
        if end > start { foldedPhrases.insert(phrase.lowercased()) }
      }
    }
    for target in LinkTargets.targets(in: text) { addLink(to: target) }
  }

  private mutating func addLink(to target: String) {
    guard !target.contains("://") else { return }
    let path = target.removingPercentEncoding ?? target
    let parts = path.split(separator: "/").filter { $0 != "." && $0 != ".." }
    links.insert(Self.withoutExtension(parts.joined(separator: "/").trimmingCharacters(in: .whitespaces)).lowercased())
  }

  /// Whether the text mentions a note.
  ///
  /// - Parameter title: The note's title; `nil` if others have the same, and it names none of them.
  package func contains(title: String?, path: String) -> Bool {
    if !links.isEmpty {
      if let title, links.contains(title.lowercased()) { return true }
      // heating, house/heating, notes/house/heating
      var end = Self.withoutExtension(path).lowercased()[...]
      while true {
        if links.contains(String(end)) { return true }
        guard let slash = end.firstIndex(of: "/") else { break }
        end = end[end.index(after: slash)...]
      }
    }
    return title.map(contains(name:)) ?? false
  }

  private func contains(name title: String) -> Bool {
    let name = Self.name(ofTitle: title)
    if let first = name.unicodeScalars.first, KeywordText.isUnspaced(first) {
      return name.count > 1 && text.contains(name)
    }
    let first = name.drop { !($0.isLetter || $0.isNumber) }.prefix { $0.isLetter || $0.isNumber }
    guard !first.isEmpty, words.contains(first.lowercased()) else { return false }
    let words = Self.words(of: name)
    guard words.count != 1 else {
      return name.count >= Self.charactersAtLeast && name.contains { $0.isUppercase || $0.isNumber }
        && phrases.contains(words[0])
    }
    return words.contains { !Facts.isCommon($0, in: .english) }
      && foldedPhrases.contains(words.joined(separator: " ").lowercased())
  }

  /// Returns what a title calls its subject: "Mercury (planet)" is called Mercury.
  static func name(ofTitle title: String) -> String {
    guard title.hasSuffix(")") else { return title }
    let inner = title.dropLast()
    let last = inner.lastIndex(of: ")").map { inner[inner.index(after: $0)...] } ?? inner
    guard let open = last.firstIndex(of: "(") else { return title }
    var name = title[..<open]
    while name.last?.isWhitespace == true { name.removeLast() }
    return String(name)
  }

  private static func words(of text: String) -> [String] {
    text.split { !($0.isLetter || $0.isNumber) }.map(String.init)
  }

  private static func withoutExtension(_ path: String) -> String {
    guard let dot = path.lastIndex(of: "."), dot > path.startIndex,
      ["md", "markdown", "org", "txt", "rst"].contains(path[path.index(after: dot)...].lowercased())
    else { return path }
    return String(path[..<dot])
  }
}
