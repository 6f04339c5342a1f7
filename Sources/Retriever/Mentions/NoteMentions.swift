import Foundation
import VectorStore

/// The notes that a text mentions: by their title, or in a link by the name of their file.
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
  /// Each sequence of words, as written.
  private var phrases: Set<String> = []
  /// Each sequence of two words or more, in lower case.
  private var foldedPhrases: Set<String> = []
  /// What the text links to, in lower case: titles, or files without folder and extension.
  private var links: Set<String> = []

  package init(in text: String) {
    self.text = text
    let words = Self.words(of: text)
    for start in words.indices {
      var phrase = ""
      for end in start..<min(start + Self.wordsAtMost, words.count) {
        phrase += (end > start ? " " : "") + words[end]
        phrases.insert(phrase)
        if end > start { foldedPhrases.insert(phrase.lowercased()) }
      }
    }
    // [[target|text]], [[target#heading]], [text](folder/target.md)
    for link in text.matches(of: /\[\[([^\]|#\n]+)[^\]\n]*\]\]/) {
      let target = link.1.trimmingCharacters(in: .whitespaces)
      links.insert(Self.name(ofFile: target.hasSuffix(".md") ? target : target + ".md"))
    }
    for link in text.matches(of: /\]\(<?([^)\s>#]+\.\w+)[^)\n]*\)/) {
      links.insert(Self.name(ofFile: link.1.removingPercentEncoding ?? String(link.1)))
    }
  }

  /// Whether the text mentions a note.
  ///
  /// - Parameter title: The note's title; `nil` if others have the same, and it names none of them.
  package func contains(title: String?, path: String) -> Bool {
    if !links.isEmpty {
      let targets = [Self.name(ofFile: path), title?.lowercased() ?? ""]
      if targets.contains(where: links.contains) { return true }
    }
    guard let title else { return false }
    // "Mercury (planet)" is called Mercury.
    let name = title.hasSuffix(")") ? title.replacing(/\s*\([^)]*\)$/, with: "") : title
    if name.unicodeScalars.contains(where: KeywordText.isUnspaced) { return name.count > 1 && text.contains(name) }
    let words = Self.words(of: name)
    guard words.count != 1 else {
      return name.count >= Self.charactersAtLeast && name.contains { $0.isUppercase || $0.isNumber }
        && phrases.contains(words[0])
    }
    return foldedPhrases.contains(words.joined(separator: " ").lowercased())
  }

  private static func words(of text: String) -> [String] {
    text.split { !($0.isLetter || $0.isNumber) }.map(String.init)
  }

  /// Returns a file's name in lower case, without folder and extension.
  private static func name(ofFile path: String) -> String {
    ((path as NSString).lastPathComponent as NSString).deletingPathExtension.lowercased()
  }
}
