/// A context-free grammar in the notation of llama.cpp (GBNF).
package struct Grammar: Sendable {
  /// The right-hand side of a rule.
  package indirect enum Expression: Sendable {
    case literal(String)
    case characters(CodePoints)
    case rule(String)
    case sequence([Expression])
    /// One of several alternatives. Without any, nothing is allowed.
    case choice([Expression])
    /// An expression with its minimum and maximum number of repetitions; `nil` is no maximum.
    case repeated(Expression, Int, Int?)

    static var empty: Expression { .sequence([]) }
    static var nothing: Expression { .choice([]) }

    /// The expression or nothing.
    var optional: Expression { .repeated(self, 0, 1) }
  }

  package private(set) var rules: [String: Expression] = [:]
  private var order: [String] = []

  /// The maximum number of repetitions in one expression: llama.cpp silently treats more than 2,000 as any number.
  static let block = 100

  package init() {}

  package subscript(name: String) -> Expression? {
    get { rules[name] }
    set {
      if rules.updateValue(newValue ?? .nothing, forKey: name) == nil { order.append(name) }
    }
  }

  /// Returns a name that no rule has.
  mutating func newName(_ stem: String) -> String {
    var number = order.count
    while rules["\(stem)-\(number)"] != nil { number += 1 }
    return "\(stem)-\(number)"
  }

  /// Returns an expression that repeats a rule exactly within these limits, however large.
  mutating func repeated(_ rule: String, _ low: Int, _ high: Int?) -> Expression {
    guard let high else { return .sequence([exactly(low, rule), .repeated(.rule(rule), 0, nil)]) }
    guard low <= high else { return .nothing }
    return .sequence([exactly(low, rule), upTo(high - low, rule)])
  }

  private mutating func exactly(_ count: Int, _ rule: String) -> Expression {
    guard count > Self.block else { return count == 0 ? .empty : .repeated(.rule(rule), count, count) }
    let rest = exactly(count % Self.block, rule)
    return .sequence([exactly(count / Self.block, blockRule(of: rule)), rest])
  }

  private mutating func upTo(_ count: Int, _ rule: String) -> Expression {
    guard count > Self.block else { return count == 0 ? .empty : .repeated(.rule(rule), 0, count) }
    let (blocks, rest) = (count / Self.block, count % Self.block)
    let blockRule = blockRule(of: rule)
    return .choice([
      .sequence([upTo(blocks - 1, blockRule), .repeated(.rule(rule), 0, Self.block - 1)]),
      .sequence([exactly(blocks, blockRule), upTo(rest, rule)]),
    ])
  }

  private mutating func blockRule(of rule: String) -> String {
    let name = "\(rule)-\(Self.block)"
    self[name] = .repeated(.rule(rule), Self.block, Self.block)
    return name
  }

  /// The grammar without the parts that can never be completed; `nil` if that is all of it.
  func productive() throws -> Grammar? {
    var known: Set<String> = []
    var changes = true
    while changes {
      changes = false
      try SchemaWork.spend(order.count / 16)
      for name in order where !known.contains(name) {
        guard let rule = rules[name], rule.pruned(to: known) != nil else { continue }
        known.insert(name)
        changes = true
      }
    }
    guard known.contains("root") else { return nil }
    var result = Grammar()
    for name in order { if let rule = rules[name]?.pruned(to: known), known.contains(name) { result[name] = rule } }
    return result
  }

  /// The grammar in llama.cpp's notation.
  package var text: String {
    var reached: Set<String> = ["root"]
    var pending = ["root"]
    var lines: [String] = []
    var next = 0
    while next < pending.count {
      let name = pending[next]
      next += 1
      guard let rule = rules[name] else { continue }
      lines.append("\(name) ::= \(rule.text(isNested: false))\n")
      for name in rule.names where reached.insert(name).inserted { pending.append(name) }
    }
    return lines.joined()
  }
}

extension Grammar.Expression {
  /// The names of the rules referred to, in order.
  var names: [String] {
    switch self {
    case .literal, .characters: []
    case .rule(let name): [name]
    case .sequence(let parts), .choice(let parts): parts.flatMap(\.names)
    case .repeated(let inner, _, _): inner.names
    }
  }

  /// Returns the expression without alternatives that need rules other than these; `nil` if nothing is left.
  func pruned(to rules: Set<String>) -> Grammar.Expression? {
    switch self {
    case .literal: return self
    case .characters(let points): return points.isEmpty ? nil : self
    case .rule(let name): return rules.contains(name) ? self : nil
    case .sequence(let parts):
      let kept = parts.compactMap { $0.pruned(to: rules) }
      return kept.count == parts.count ? .sequence(kept) : nil
    case .choice(let choices):
      let kept = choices.compactMap { $0.pruned(to: rules) }
      return kept.isEmpty ? nil : .choice(kept)
    case .repeated(let inner, let low, let high):
      guard let kept = inner.pruned(to: rules) else { return low == 0 ? .empty : nil }
      return .repeated(kept, low, high)
    }
  }

  func text(isNested: Bool) -> String {
    switch self {
    case .literal(let text): return Self.quoted(text)
    case .characters(let points): return Self.characterClass(points)
    case .rule(let name): return name
    case .sequence(let parts):
      let texts = parts.filter { !$0.isEmpty }.map { $0.text(isNested: true) }
      if texts.isEmpty { return "\"\"" }
      if texts.count == 1 { return texts[0] }
      let text = texts.joined(separator: " ")
      return isNested ? "(\(text))" : text
    case .choice(let choices):
      let text = choices.map { $0.text(isNested: true) }.joined(separator: " | ")
      return isNested && choices.count > 1 ? "(\(text))" : text
    case .repeated(let inner, let low, let high):
      let text = inner.text(isNested: true)
      switch (low, high) {
      case (0, 0): return "\"\""
      case (1, 1): return text
      case (0, 1): return "\(text)?"
      case (0, nil): return "\(text)*"
      case (1, nil): return "\(text)+"
      case (let low, nil): return "\(text){\(low),}"
      case (let low, let high?): return low == high ? "\(text){\(low)}" : "\(text){\(low),\(high)}"
      }
    }
  }

  private var isEmpty: Bool {
    switch self {
    case .sequence(let parts): parts.allSatisfy(\.isEmpty)
    case .literal(let text): text.isEmpty
    case .repeated(_, 0, 0): true
    default: false
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\0"..." ", "\u{7F}"..."\u{9F}": result += scalar == " " ? " " : escape(scalar.value)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func characterClass(_ points: CodePoints) -> String {
    var result = "["
    for range in points.ranges {
      result += escape(range.lowerBound)
      if range.count > 1 { result += "-" + escape(range.upperBound) }
    }
    return result + "]"
  }

  private static func escape(_ point: UInt32) -> String {
    if let scalar = Unicode.Scalar(point), scalar.isASCII, CodePoints.word.contains(point) { return String(scalar) }
    let (mark, width) = point < 0x100 ? ("x", 2) : point < 0x10000 ? ("u", 4) : ("U", 8)
    let digits = String(point, radix: 16, uppercase: true)
    return "\\\(mark)" + String(repeating: "0", count: width - digits.count) + digits
  }
}
