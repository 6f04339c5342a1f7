/// Translates a schema into a grammar: JSON values on one line, with only the declared properties, in order.
package struct SchemaGrammar {
  typealias Expression = Grammar.Expression

  /// The maximum depth of nested objects and arrays where any value is allowed.
  static let freeDepth = 12

  let schema: ResolvedSchema
  private let parts: SchemaAlternatives
  var grammar = Grammar()
  private var names: [String: String] = [:]
  /// How many rules are being written, each for the one before.
  private var depth = 0
  private static let deepest = 100

  /// Returns the grammar of a schema. Throws `SchemaError` if it cannot be expressed, or allows nothing.
  package static func grammar(of schema: ResolvedSchema) throws -> Grammar {
    try SchemaWork.limited {
      var writer = SchemaGrammar(schema: schema, parts: SchemaAlternatives(schema))
      writer.addCommonRules()
      writer.grammar["root"] = .rule(try writer.rule(for: schema.root, at: "#"))
      guard let grammar = try writer.grammar.productive() else { throw SchemaError.unsatisfiable(path: "#") }
      return grammar
    }
  }

  private init(schema: ResolvedSchema, parts: SchemaAlternatives) {
    self.schema = schema
    self.parts = parts
  }

  // MARK: - Rules

  /// Returns the name of a schema's rule, which is added if it is missing.
  mutating func rule(for node: SchemaNode, at path: String) throws -> String {
    depth += 1
    defer { depth -= 1 }
    // As deep as the stack allows: definitions can lead from one to the next.
    guard depth <= Self.deepest else { throw SchemaError.tooLarge }
    try SchemaWork.spend(node.size() + path.utf8.count / 100)
    var node = node
    var seen: Set<String> = []
    while node.isPlainReference, case .definition(let name) = node.reference {
      guard seen.insert(name).inserted else { throw SchemaError.unsatisfiable(path: path) }
      node = schema[name]
    }
    node.title = nil
    node.description = nil
    let key = node.json.text
    if let name = names[key] { return name }
    if key == "{}" { return "any-\(Self.freeDepth)" }
    let name = grammar.newName("value")
    names[key] = name
    grammar[name] = .nothing
    var choices: [Expression] = []
    for alternative in try parts.alternatives(of: node, at: path) {
      choices += try expressions(of: alternative, at: path)
    }
    grammar[name] = .choice(choices)
    return name
  }

  /// Returns the expressions of a schema without `anyOf` and similar keywords, by type.
  private mutating func expressions(of node: SchemaNode, at path: String) throws -> [Expression] {
    for pattern in node.allPatterns + node.excludedPatterns { _ = try automaton(of: pattern, at: path) }
    if let values = node.values {
      let validator = SchemaValidator(schema)
      return values.filter { validator.firstViolation(of: $0, node) == nil }.map { literal($0) }
    }
    let types = node.allowedTypes
    return try SchemaNode.ValueType.allCases.filter(types.contains).map { type in
      switch type {
      case .null: return .literal("null")
      case .boolean: return .choice([.literal("true"), .literal("false")])
      case .integer, .number:
        guard
          let range = NumberGrammar.expression(isInteger: type == .integer, node.minimum, node.maximum)
        else {
          throw SchemaError.unsupportedKeyword("a limit of more than \(NumberGrammar.mostDigits) digits", path: path)
        }
        return range
      case .string: return try string(node, at: path)
      case .array: return try array(node, at: path)
      case .object: return try object(node, at: path)
      }
    }
  }

  /// Returns an expression for exactly this value.
  private func literal(_ value: JSONValue) -> Expression {
    switch value {
    case .array(let elements):
      return enclosed("[", elements.map { literal($0) }, "]")
    case .object(let members):
      return enclosed(
        "{", members.map { .sequence([.literal(JSONValue.string($0.name).text), .rule("colon"), literal($0.value)]) },
        "}")
    case .number(let number):
      // As written, and also as an integer if that is written differently.
      let whole = number.integer.map(String.init) ?? number.literal
      return .choice((whole == number.literal ? [whole] : [number.literal, whole]).map { .literal($0) })
    default: return .literal(value.text)
    }
  }

  func enclosed(_ open: String, _ parts: [Expression], _ close: String) -> Expression {
    let joined = parts.enumerated().flatMap { $0.offset == 0 ? [$0.element] : [.rule("comma"), $0.element] }
    return .sequence([.literal(open), .rule("space")] + joined + [.rule("space"), .literal(close)])
  }

  // MARK: - Texts

  func automaton(of pattern: String, at path: String) throws -> PatternAutomaton {
    try whole(pattern, at: path) { try PatternCache.compile(pattern) }
  }

  /// Returns what `make` makes of a pattern. Throws `unsupportedPattern` if it cannot be expressed or is too large.
  func whole<Value>(_ pattern: String, at path: String, _ make: () throws -> Value) throws -> Value {
    do {
      return try make()
    } catch let error as Pattern.Failure {
      throw SchemaError.unsupportedPattern(pattern, reason: error.reason, path: path)
    }
  }

  private mutating func string(_ node: SchemaNode, at path: String) throws -> Expression {
    let patterns = node.allPatterns
    guard !patterns.isEmpty || !node.excludedPatterns.isEmpty else {
      let characters = grammar.repeated("character", node.minLength ?? 0, node.maxLength)
      return .sequence([.literal("\""), characters, .literal("\"")])
    }
    let lengths = (low: node.minLength, high: node.maxLength)
    let automaton = try whole((patterns + node.excludedPatterns)[0], at: path) {
      var all = try patterns.map { try PatternCache.compile($0) }
      all += try node.excludedPatterns.map { try PatternCache.compile($0).inverted }
      if lengths.low != nil || lengths.high != nil {
        guard max(lengths.low ?? 0, lengths.high ?? 0) <= PatternAutomaton.mostStates else {
          throw Pattern.Failure(reason: "it is too large with the length limit")
        }
        all.append(PatternAutomaton(minLength: lengths.low ?? 0, maxLength: lengths.high))
      }
      return try PatternAutomaton.intersection(of: all)
    }
    return text(of: automaton)
  }

  /// Returns an expression for the texts of an automaton, in quotation marks.
  mutating func text(of automaton: PatternAutomaton) -> Expression {
    guard !automaton.states.isEmpty else { return .nothing }
    let stem = grammar.newName("text")
    for (index, state) in automaton.states.enumerated() {
      var choices: [Expression] = state.edges.map { edge in
        .sequence([Self.inString(edge.characters), .rule("\(stem)-\(edge.target)")])
      }
      if state.isFinal { choices.append(.empty) }
      grammar["\(stem)-\(index)"] = .choice(choices)
    }
    return .sequence([.literal("\""), .rule("\(stem)-0"), .literal("\"")])
  }

  /// Returns an expression for one of a set of characters as written in a JSON string.
  private static func inString(_ characters: CodePoints) -> Expression {
    let special = CodePoints([0...0x1F, 0x22...0x22, 0x5C...0x5C])
    let plain = characters.subtracting(special)
    var choices: [Expression] = plain.isEmpty ? [] : [.characters(plain)]
    for range in characters.intersection(special).ranges {
      choices += range.compactMap { Unicode.Scalar($0).map { .literal(JSONValue.escaped($0)) } }
    }
    return .choice(choices)
  }

  // MARK: - Arrays

  private mutating func array(_ node: SchemaNode, at path: String) throws -> Expression {
    let low = node.minItems ?? 0
    var fixed: [String] = []
    for index in node.prefixItems.indices.prefix(node.maxItems ?? .max) {
      fixed.append(try rule(for: node.prefixItems[index], at: "\(path)/prefixItems/\(index)"))
    }
    let item = try rule(for: node.items?.value ?? SchemaNode(), at: "\(path)/items")
    let next = grammar.newName("next")
    grammar[next] = .sequence([.rule("comma"), .rule(item)])
    if fixed.isEmpty {
      if node.maxItems == 0 { return low == 0 ? enclosed("[", [], "]") : .nothing }
      let more = grammar.repeated(next, max(0, low - 1), node.maxItems.map { $0 - 1 })
      let elements = Expression.sequence([.rule(item), more])
      return enclosed("[", [low == 0 ? elements.optional : elements], "]")
    }
    // From the last element to the first: what may follow a number of elements.
    var rest = grammar.repeated(next, max(0, low - fixed.count), node.maxItems.map { $0 - fixed.count })
    for index in fixed.indices.reversed() {
      let element = Expression.rule(fixed[index])
      let here = Expression.sequence([index == 0 ? element : .sequence([.rule("comma"), element]), rest])
      rest = index < low ? here : here.optional
    }
    return enclosed("[", [rest], "]")
  }

  // MARK: - Common rules

  private mutating func addCommonRules() {
    grammar["root"] = .nothing
    grammar["space"] = .literal(" ").optional
    grammar["comma"] = .sequence([.rule("space"), .literal(","), .rule("space")])
    grammar["colon"] = .sequence([.rule("space"), .literal(":"), .rule("space")])
    let hexadecimal = CodePoints([0x30...0x39, 0x41...0x46, 0x61...0x66])
    func hex(_ count: Int) -> Expression { .repeated(.characters(hexadecimal), count, count) }
    let surrogate = Expression.characters(CodePoints("dD"))
    let unit = Expression.choice([
      .sequence([.characters(hexadecimal.subtracting(CodePoints("dD"))), hex(3)]),
      .sequence([surrogate, .characters(CodePoints([0x30...0x37])), hex(2)]),
      .sequence([
        surrogate, .characters(CodePoints("89abAB")), hex(2), .literal("\\u"), surrogate,
        .characters(CodePoints("cdefCDEF")), hex(2),
      ]),
    ])
    grammar["character"] = .choice([
      .characters(CodePoints([0...0x1F, 0x22...0x22, 0x5C...0x5C]).inverted),
      .sequence([
        .literal("\\"), .choice([.characters(CodePoints("\"\\/bfnrt")), .sequence([.literal("u"), unit])]),
      ]),
    ])
    grammar["string"] = .sequence([.literal("\""), .repeated(.rule("character"), 0, nil), .literal("\"")])
    let number = NumberGrammar.expression(isInteger: false, nil, nil) ?? .nothing
    grammar["scalar"] = .choice(
      [.rule("string"), number, .literal("true"), .literal("false"), .literal("null")])
    for depth in 0...Self.freeDepth {
      grammar["any-\(depth)"] = depth == 0 ? .rule("scalar") : free(depth)
    }
  }

  /// Returns an expression for any value, up to this depth of nested objects and arrays.
  private mutating func free(_ depth: Int) -> Expression {
    let inner = Expression.rule("any-\(depth - 1)")
    let member = Expression.sequence([.rule("string"), .rule("colon"), inner])
    func list(_ part: Expression) -> Expression {
      Expression.sequence([part, .repeated(.sequence([.rule("comma"), part]), 0, nil)]).optional
    }
    return .choice([.rule("scalar"), enclosed("{", [list(member)], "}"), enclosed("[", [list(inner)], "]")])
  }
}
