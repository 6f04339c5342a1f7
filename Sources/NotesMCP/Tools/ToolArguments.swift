package import JSONSchema
import LanguageModels

/// The arguments of a call, checked as they are read.
package struct ToolArguments {
  private let values: JSONValue

  /// - Parameter schema: The tool's schema, whose properties are the arguments that it knows.
  /// - Throws: `ToolFailure` for an argument that the tool does not have.
  package init(_ values: JSONValue, following schema: JSONValue) throws(ToolFailure) {
    guard case .object(let given) = values, case .object(let known)? = schema["properties"] else {
      throw ToolFailure("The arguments must be an object.")
    }
    for member in given where !known.contains(where: { $0.name == member.name }) {
      let names = known.map(\.name).joined(separator: ", ")
      throw ToolFailure("There is no argument \(member.name.prefix(40).visibleLine). Arguments: \(names).")
    }
    self.values = values
  }

  /// Returns a text; `nil` if it is not given or empty.
  package func string(_ name: String) throws(ToolFailure) -> String? {
    guard let value = given(name) else { return nil }
    guard let text = value.string else { throw ToolFailure("\(name) must be a string.") }
    return text.allSatisfy(\.isWhitespace) ? nil : text
  }

  /// Returns a text that the tool needs.
  package func required(_ name: String) throws(ToolFailure) -> String {
    guard let text = try string(name) else { throw ToolFailure("\(name) is missing or empty.") }
    return text
  }

  /// Returns a whole number; also from a text with digits alone, as some models write it.
  package func integer(_ name: String, in range: ClosedRange<Int>, or standard: Int) throws(ToolFailure) -> Int {
    guard let value = given(name) else { return standard }
    guard let number = value.integer ?? value.string.flatMap({ Int($0) }), range.contains(number) else {
      throw ToolFailure("\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// The tokens that the result may take.
  package func budget(or standard: Int = ResultBudget.standard) throws(ToolFailure) -> ResultBudget {
    ResultBudget(tokens: try integer("budget_tokens", in: ResultBudget.allowed, or: standard))
  }

  private func given(_ name: String) -> JSONValue? {
    guard let value = values[name], value != .null else { return nil }
    return value
  }
}
