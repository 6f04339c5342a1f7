import Foundation
import LanguageModels

/// A schema with values of which it is known whether they satisfy it.
struct SchemaCase {
  var name: String
  var schema: String
  var values: [(value: JSONValue, isValid: Bool)]

  /// Reads the cases of every file of a folder: arrays of `{description, schema, tests}`, or lines of `{schema,
  /// tests}`, where a test is `{data, valid}`.
  static func all(in folder: String) throws -> [SchemaCase] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted().flatMap { file -> [SchemaCase] in
      guard file.hasSuffix(".json") || file.hasSuffix(".jsonl") else { return [] }
      let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
      guard file.hasSuffix(".jsonl") else { return try cases(JSONParser.parse(text), file) }
      return try text.split(separator: "\n").enumerated().flatMap {
        try cases(.array([JSONParser.parse(String($0.element))]), "\(file):\($0.offset + 1)")
      }
    }
  }

  private static func cases(_ json: JSONValue, _ file: String) -> [SchemaCase] {
    guard case .array(let cases) = json else { return [] }
    return cases.compactMap { item in
      guard let schema = item["schema"], case .array(let tests) = item["tests"] else { return nil }
      let values = tests.compactMap { test in
        test["data"].map { ($0, test["valid"] == .bool(true)) }
      }
      var name = file
      if case .string(let description) = item["description"] { name += ": " + description }
      return SchemaCase(name: name, schema: schema.text, values: values)
    }
  }
}

extension ResolvedSchema {
  /// A value with its properties in the order of their declaration and without those that have none.
  func rewritten(_ value: JSONValue) throws -> JSONValue { try rewritten(value, root) }

  private func rewritten(_ value: JSONValue, _ node: SchemaNode) throws -> JSONValue {
    let alternatives = try SchemaAlternatives(self).alternatives(of: node, at: "#")
    let validator = SchemaValidator(self)
    guard let own = alternatives.first(where: { validator.firstViolation(of: value, $0) == nil }) ?? alternatives.first
    else { return value }
    if let written = own.values?.first(where: { $0 == value }) { return written }
    switch value {
    case .array(let elements):
      return .array(try elements.enumerated().map { try rewritten($0.element, own.element($0.offset) ?? SchemaNode()) })
    case .object(let members):
      let names =
        own.properties.map(\.name) + own.required.filter { name in !own.properties.contains { $0.name == name } }
      let order = names.isEmpty ? members.map(\.name) : names
      return .object(
        try order.compactMap { name in
          guard let member = value[name] else { return nil }
          return .init(name, try rewritten(member, own.schema(ofProperty: name) ?? SchemaNode()))
        })
    case .number(let number):
      return .number(number.plain)
    default: return value
    }
  }
}

extension JSONNumber {
  /// The number without an exponent, where it has not too many digits.
  fileprivate var plain: JSONNumber {
    guard abs(exponent) < 18 else { return self }
    let text = String(decoding: digits, as: UTF8.self)
    let sign = isNegative && !digits.isEmpty ? "-" : ""
    if digits.isEmpty { return JSONNumber(0) }
    if exponent <= 0 { return JSONNumber(sign + "0." + String(repeating: "0", count: -exponent) + text) ?? self }
    if digits.count <= exponent {
      return JSONNumber(sign + text + String(repeating: "0", count: exponent - digits.count)) ?? self
    }
    return JSONNumber(sign + text.prefix(exponent) + "." + text.dropFirst(exponent)) ?? self
  }
}
