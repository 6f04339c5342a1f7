/// A value that a model generated, or that is shown to one: JSON that keeps the order of its properties.
///
/// Numbers keep the digits that were written, so that an `Int` or a `Decimal` read from them is exact.
///
///     let content = try GeneratedContent(json: #"{"city": "Lisbon", "score": 8}"#)
///     let score = try content.value(Int.self, forProperty: "score")
public struct GeneratedContent: Sendable {
  /// A kind of content.
  public enum Kind: Sendable, Equatable {
    /// Nothing.
    case null
    /// True or false.
    case bool(Bool)
    /// A number, rounded to a double; `value(_:)` reads it exactly.
    case number(Double)
    /// Text.
    case string(String)
    /// Elements in order.
    case array([GeneratedContent])
    /// Properties by name, and their names in order.
    case structure(properties: [String: GeneratedContent], orderedKeys: [String])
  }

  /// Distinguishes this value from another with the same content; not compared by `==`.
  public var id: GenerationID?
  /// The content itself.
  package let json: JSONValue
  /// How many nested values are unfinished, from this one inwards: always the last of each.
  private let open: Int

  /// Creates content from JSON, unfinished if `open` is above 0.
  package init(_ json: JSONValue, open: Int = 0, id: GenerationID? = nil) {
    self.json = json
    self.open = open
    self.id = id
  }

  /// Parses JSON text, complete or not. From an incomplete text, it takes what is certain.
  ///
  /// Throws `ParsingError` if no JSON text begins like this.
  public init(json text: String) throws {
    let (value, open): (JSONValue?, Int)
    do {
      (value, open) = try JSONParser.parse(beginningOf: text)
    } catch {
      throw ParsingError(
        rawContent: text, underlyingError: nil,
        debugDescription: "the content is not JSON: \(error.reason), at byte \(error.offset)")
    }
    self.init(value ?? .null, open: open)
  }

  /// Creates a structure of properties, in this order.
  ///
  /// If two have the same name, the last value counts, at the position of the first.
  public init(properties: KeyValuePairs<String, any ConvertibleToGeneratedContent>, id: GenerationID? = nil) {
    self.init(properties: properties.map { ($0.key, $0.value) }, id: id) { _, last in last }
  }

  /// Creates a structure of properties, in this order.
  ///
  /// `combine` merges two values with the same name.
  public init<Properties: Sequence>(
    properties: Properties, id: GenerationID? = nil,
    uniquingKeysWith combine: (GeneratedContent, GeneratedContent) throws -> any ConvertibleToGeneratedContent
  ) rethrows where Properties.Element == (String, any ConvertibleToGeneratedContent) {
    var members: [JSONValue.Member] = []
    var places: [String: Int] = [:]
    for (name, value) in properties {
      let content = value.generatedContent
      if let place = places[name] {
        members[place].value = try combine(GeneratedContent(members[place].value), content).generatedContent.json
      } else {
        places[name] = members.count
        members.append(JSONValue.Member(name, content.json))
      }
    }
    self.init(.object(members), id: id)
  }

  /// Creates an array.
  public init<Elements: Sequence>(elements: Elements, id: GenerationID? = nil)
  where Elements.Element == any ConvertibleToGeneratedContent {
    self.init(.array(elements.map { $0.generatedContent.json }), id: id)
  }

  /// Creates the content of a value.
  public init(_ value: some ConvertibleToGeneratedContent) { self = value.generatedContent }

  /// Creates the content of a value, with an id.
  public init(_ value: some ConvertibleToGeneratedContent, id: GenerationID) {
    self = value.generatedContent
    self.id = id
  }

  /// Creates content of a kind; an infinite number or NaN becomes null, since JSON has neither.
  public init(kind: Kind, id: GenerationID? = nil) {
    let json: JSONValue =
      switch kind {
      case .null: .null
      case .bool(let value): .bool(value)
      case .number(let value): value.generatedContent.json
      case .string(let value): .string(value)
      case .array(let elements): .array(elements.map(\.json))
      case .structure(let properties, let orderedKeys):
        .object(orderedKeys.compactMap { name in properties[name].map { JSONValue.Member(name, $0.json) } })
      }
    self.init(json, id: id)
  }

  /// The content by kind.
  public var kind: Kind {
    switch json {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .number(let number): return .number(number.double)
    case .string(let text): return .string(text)
    case .array(let elements):
      return .array(
        elements.indices.map { child(elements[$0], isLast: $0 == elements.count - 1, id: id?.element($0)) })
    case .object(let members):
      let children = members.indices.map { (members[$0].name, child(of: members, at: $0)) }
      return .structure(
        properties: Dictionary(children) { _, last in last }, orderedKeys: members.map(\.name))
    }
  }

  /// The content as JSON text on one line, properties in order.
  public var jsonString: String { json.text }

  /// Whether the model finished the content.
  public var isComplete: Bool { open == 0 }

  /// Returns the value of a property.
  func child(of members: [JSONValue.Member], at index: Int) -> GeneratedContent {
    let member = members[index]
    return child(member.value, isLast: index == members.count - 1, id: id?.property(member.name))
  }

  /// Returns a part of the content; the last part of unfinished content may be unfinished.
  private func child(_ value: JSONValue, isLast: Bool, id: GenerationID?) -> GeneratedContent {
    GeneratedContent(value, open: isLast ? max(0, open - 1) : 0, id: id)
  }
}

extension GeneratedContent: Equatable, CustomDebugStringConvertible {
  /// Compares values: `1` equals `1.0`, and the order of properties does not matter.
  public static func == (left: Self, right: Self) -> Bool { left.json == right.json && left.open == right.open }

  /// The content as JSON.
  public var debugDescription: String { jsonString }
}
