import Foundation

extension LaTeXReader {
  /// Returns the fields of an argument such as `short = PCR, long = {chain reaction}`.
  static func fields(of argument: String) -> [String: String] {
    var reader = LaTeXReader(withoutComments(argument))
    var fields: [String: String] = [:]
    while reader.peek != nil {
      let key = reader.upTo("=").trimmingCharacters(in: .whitespacesAndNewlines)
      reader.skipSpace()
      let value = reader.skip("{") ? reader.upToBrace() : reader.upTo(",")
      fields[key] = value.trimmingCharacters(in: .whitespacesAndNewlines)
      reader.skipSpace()
      if reader.skip(",") { reader.skipSpace() }
    }
    return fields
  }

  /// Returns a text without its comments.
  static func withoutComments(_ text: String) -> String {
    guard text.contains("%") else { return text }
    var reader = LaTeXReader(text)
    var result = String.UnicodeScalarView()
    while let scalar = reader.next() {
      if scalar == "%" {
        reader.skipComment()
      } else {
        result.append(scalar)
        if scalar == "\\", let next = reader.next() { result.append(next) }
      }
    }
    return String(result)
  }

  /// Returns the environments that a text begins, and those that it ends.
  static func environments(of text: String) -> (begun: [String], ended: [String]) {
    var (begun, ended): ([String], [String]) = ([], [])
    guard text.contains("\\begin") || text.contains("\\end") else { return ([], []) }
    var reader = LaTeXReader(text)
    while let scalar = reader.next() {
      guard scalar == "\\" else { continue }
      switch reader.name() {
      case "begin": begun.append(reader.argument())
      case "end": ended.append(reader.argument())
      default: continue
      }
    }
    return (begun, ended)
  }
}
