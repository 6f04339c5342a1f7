extension SchemaGrammar {
  /// Returns an expression for an object with the declared properties, or with any if none are declared.
  mutating func object(_ node: SchemaNode, at path: String) throws -> Expression {
    let declared = Set(node.properties.map(\.name))
    let names = node.properties.map(\.name) + node.required.filter { !declared.contains($0) }
    guard !names.isEmpty else { return try freeObject(node, at: path) }
    var members: [String] = []
    let schemas = PropertySchemas(of: node)
    for name in names {
      try SchemaWork.spend(SchemaWork.stepsOfProperty)
      let value = try rule(for: schemas.schema(name) ?? SchemaNode(), at: "\(path)/properties/\(name)")
      let member = grammar.newName("member")
      grammar[member] = .sequence([.literal(JSONValue.string(name).text), .rule("colon"), .rule(value)])
      members.append(member)
    }
    let required = Set(node.required.map { Array($0.utf8) })
    let isRequired = names.map { required.contains(Array($0.utf8)) }
    // From the last property to the first: what may follow a number of properties. Numbers beyond `most` are alike.
    let low = node.minProperties ?? 0
    let most = node.maxProperties ?? max(1, low)
    guard most <= Grammar.block || members.count <= Grammar.block else {
      throw SchemaError.unsupportedCombination("many properties and a limit on their number", path: path)
    }
    var following: [Expression] = (0...min(most, members.count)).map { $0 >= min(low, most) ? .empty : .nothing }
    for index in members.indices.reversed() {
      let isFirst = index == 0
      following = (0...min(most, isFirst ? 0 : members.count)).map { count in
        var choices: [Expression] = []
        if count < most || node.maxProperties == nil {
          let separator = count == 0 ? [] : [Expression.rule("comma")]
          let next = following[min(count + 1, following.count - 1)]
          choices.append(.sequence(separator + [.rule(members[index]), next]))
        }
        if !isRequired[index] { choices.append(following[count]) }
        guard !isFirst else { return .choice(choices) }
        let name = grammar.newName(count == 0 ? "first" : "more")
        grammar[name] = .choice(choices)
        return .rule(name)
      }
    }
    return enclosed("{", [following[0]], "}")
  }

  /// Returns an expression for an object with any property names, or with those that match patterns.
  private mutating func freeObject(_ node: SchemaNode, at path: String) throws -> Expression {
    let low = node.minProperties ?? 0
    // A name may occur twice, but counts once.
    guard low < 2 else {
      throw SchemaError.unsupportedCombination("minProperties above 1 without properties", path: path)
    }
    var members: [Expression] = []
    var unmatched: [PatternAutomaton] = []
    for (index, property) in node.patternProperties.enumerated() {
      let names = try automaton(of: property.name, at: path)
      for other in node.patternProperties[..<index] {
        let both = try whole(property.name, at: path) { try names.intersection(PatternCache.compile(other.name)) }
        guard both.states.isEmpty else {
          throw SchemaError.unsupportedCombination("patternProperties that match the same name", path: path)
        }
      }
      let value = try rule(for: property.node, at: "\(path)/patternProperties/\(property.name)")
      members.append(.sequence([text(of: names), .rule("colon"), .rule(value)]))
      unmatched.append(names.inverted)
    }
    let value = try rule(for: node.additionalProperties?.value ?? SchemaNode(), at: "\(path)/additionalProperties")
    var name = Expression.rule("string")
    if let pattern = node.patternProperties.first?.name {
      let others = unmatched
      name = text(of: try whole(pattern, at: path) { try PatternAutomaton.intersection(of: others) })
    }
    members.append(.sequence([name, .rule("colon"), .rule(value)]))
    let (member, next) = (grammar.newName("member"), grammar.newName("next"))
    grammar[member] = .choice(members)
    grammar[next] = .sequence([.rule("comma"), .rule(member)])
    if node.maxProperties == 0 { return low == 0 ? enclosed("{", [], "}") : .nothing }
    let more = grammar.repeated(next, 0, node.maxProperties.map { $0 - 1 })
    let all = Expression.sequence([.rule(member), more])
    return enclosed("{", [low == 0 ? all.optional : all], "}")
  }
}
