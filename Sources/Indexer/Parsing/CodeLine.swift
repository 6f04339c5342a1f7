import Foundation

/// What a line of source code is by itself, in many languages.
enum CodeLine {
  struct Definition {
    /// The line up to its body.
    var title: String
    /// Whether it is a type, a namespace or the like, whose members are definitions too.
    var holdsDefinitions: Bool
  }

  /// The longest line that is examined, and the longest title, in bytes.
  private static let longest = 400, longestTitle = 120

  private static let modifiers = words(
    """
    abstract async constexpr convenience crate data default declare distributed explicit export extern external final
    fileprivate friend implicit indirect infix inline inner internal isolated lateinit lazy local mutating native
    nonisolated nonmutating open operator optional override package partial prefix postfix private protected pub public
    readonly required sealed static suspend synchronized tailrec transient unowned unsafe unsigned virtual volatile weak
    """)
  /// What holds other definitions.
  private static let holders = words(
    """
    actor class contract defimpl defmodule defprotocol enum extension impl interface message mod module namespace object
    record service struct trait union protocol
    """)
  private static let functions = words(
    """
    constructor create def defmacro defp deinit fn fun func function init macro macro_rules method proc procedure sub
    subroutine subscript
    """)
  /// Definitions of a line or more, where they are not in a function.
  private static let values = words(
    "alias associatedtype const let static type typealias typedef using val var")
  /// What looks like a call or a function, and is neither.
  private static let controls = words(
    """
    assert await break case catch delete do elif else elsif for foreach goto guard if import include match new package
    print raise repeat require return sizeof super switch synchronized throw try unless until when while with yield
    """)

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  /// Returns what ends the comment, empty if the line does, for a line that is a comment or an attribute; `nil` for
  /// code.
  static func comment(_ shape: LineShape) -> String? {
    let content = shape.content
    func begins(_ mark: String) -> Bool { shape.begins(with: mark) }
    if begins("/*") { return shape.contains("*/") ? "" : "*/" }
    if begins("//") || begins("--") || begins(";") || begins("'''") && content.count > 3 { return "" }
    if begins("#") {
      // In C, the preprocessor's; elsewhere, comments, attributes and the line that names the interpreter.
      let second = content.dropFirst().first ?? 0x20
      return second.isBlank || "#![".utf8.contains(second) ? "" : nil
    }
    if begins("@"), content.count > 1 {
      // A definition may follow on the line.
      let rest = content.drop { !$0.isBlank }
      let hasMore = rest.contains { !$0.isBlank } && !begins("@param") && !content.contains(UInt8(ascii: "("))
      return hasMore ? nil : ""
    }
    return begins("[[") || begins("[") && content.last == UInt8(ascii: "]") ? "" : nil
  }

  /// Whether a line only ends what was open.
  static func closes(_ shape: LineShape) -> Bool {
    guard let first = shape.content.first else { return true }
    return "})]{".utf8.contains(first) || shape.content.elementsEqual("end".utf8) || shape.begins(with: "end ")
  }

  /// Returns what a line defines.
  ///
  /// - Parameters:
  ///   - isInside: Whether the line is inside a type or the like.
  ///   - next: The line below.
  static func definition(_ shape: LineShape, isInside: Bool, next: LineShape?) -> Definition? {
    let line = String(decoding: shape.content.prefix(longest), as: UTF8.self)
    var rest = line[...]
    var isModified = false
    // Attributes on the same line.
    while rest.first == "@", let space = rest.firstIndex(where: \.isWhitespace) {
      rest = rest[space...].drop(while: \.isWhitespace)
    }
    while true {
      let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      let key = word.lowercased() == "create" || word == "CREATE" ? "create" : String(word)
      let behind = rest[word.endIndex...]
      if holders.contains(key), behind.first.map({ $0.isWhitespace || $0 == "<" }) ?? false {
        // `class func` and `class var` are members.
        let following = behind.drop(while: \.isWhitespace).prefix { $0.isLetter }
        if key == "class", functions.contains(String(following)) || values.contains(String(following)) {
          rest = behind.drop(while: \.isWhitespace)
          continue
        }
        // A variable of a type in C, or a type that is only declared.
        return isVariable(behind) ? nil : Definition(title: title(line), holdsDefinitions: true)
      }
      if functions.contains(key), isName(behind, of: key) {
        return Definition(title: title(line), holdsDefinitions: false)
      }
      if key == "static" || modifiers.contains(key), let first = behind.first, first.isWhitespace || first == "(" {
        isModified = true
        rest = behind
        // `private(set)`, `pub(crate)`
        if first == "(", let close = rest.firstIndex(of: ")") { rest = rest[rest.index(after: close)...] }
        rest = rest.drop(while: \.isWhitespace)
        continue
      }
      if values.contains(key), behind.first?.isWhitespace == true {
        return Definition(title: title(line), holdsDefinitions: false)
      }
      break
    }
    return isFunction(rest, isInside: isInside || isModified, next: next)
      ? Definition(title: title(line), holdsDefinitions: false) : nil
  }

  /// Whether a word for functions is one here: a name follows, or what it takes.
  private static func isName(_ rest: Substring, of key: String) -> Bool {
    guard let first = rest.first else { return false }
    if ["init", "deinit", "subscript", "constructor"].contains(key) { return "(<?! {".contains(first) }
    return first.isWhitespace && rest.contains { $0.isLetter || $0 == "_" } || "(!*".contains(first)
  }

  /// Whether `struct` and the like begin a variable or a mere declaration, as in `struct point p;`.
  private static func isVariable(_ rest: Substring) -> Bool {
    rest.last == ";" && !rest.contains("{")
  }

  /// Whether a line begins a function without a word for it: `int main(void) {`, `deploy() {`, `name = function(`.
  private static func isFunction(_ line: Substring, isInside: Bool, next: LineShape?) -> Bool {
    guard let open = line.firstIndex(of: "(") else { return false }
    let head = line[..<open]
    let words = head.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "~") }
    guard let first = words.first, !words.contains(where: { controls.contains(String($0)) }),
      first.first?.isNumber == false
    else { return false }
    if words.last == "function" { return head.contains("=") || head.contains("<-") }
    guard head.allSatisfy({ $0.isLetter || $0.isNumber || "_ *&:<>,~[].".contains($0) }), line.last != ";" else {
      return false
    }
    let opensBody = line.last == "{"
    let isFollowed = next.map { $0.begins(with: "{") } ?? false
    if words.count == 1 { return isInside && (opensBody || isFollowed) || line.hasSuffix("() {") }
    return opensBody || isFollowed || line.last == "(" || line.last == ","
  }

  private static func title(_ line: String) -> String {
    var end = line.endIndex
    for mark in ["{", " =>", " do"] {
      if let place = line.range(of: mark)?.lowerBound, mark != " do" || line.hasSuffix(" do") { end = min(end, place) }
    }
    let title = String(line[..<end]).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return title.cut(toBytes: longestTitle)
  }
}
