extension Grammar {
  /// Adds the rules of another grammar under prefixed names, and returns the name of its root.
  package mutating func adopt(_ other: Grammar, prefix: String) -> String {
    for (name, rule) in other.rules.sorted(by: { $0.key < $1.key }) {
      self[prefix + name] = rule.renamingRules { prefix + $0 }
    }
    return prefix + "root"
  }
}

extension Grammar.Expression {
  fileprivate func renamingRules(_ rename: (String) -> String) -> Self {
    switch self {
    case .literal, .characters: self
    case .rule(let name): .rule(rename(name))
    case .sequence(let parts): .sequence(parts.map { $0.renamingRules(rename) })
    case .choice(let choices): .choice(choices.map { $0.renamingRules(rename) })
    case .repeated(let part, let low, let high): .repeated(part.renamingRules(rename), low, high)
    }
  }
}
