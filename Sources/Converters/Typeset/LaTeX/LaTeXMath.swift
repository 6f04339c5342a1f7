/// Formulas within a line that are only a number, a sign or a Greek letter: `$^{\circ}$C`, `$\mu$g`, `H$_2$O`.
enum LaTeXMath {
  /// Returns such a formula as text; `nil` if it is more.
  static func plain(_ formula: String) -> String? {
    guard formula.utf8.count <= longest else { return nil }
    var reader = LaTeXReader(formula)
    var text = ""
    while let scalar = reader.next() {
      switch scalar {
      case "\\":
        let name = reader.name()
        if let sign = signs[name] {
          text += sign
        } else if ["mathrm", "text", "textrm", "mathit"].contains(name), let word = word(reader.argument()) {
          text += word
        } else {
          return nil
        }
      case "_":
        guard let index = number(reader.argument()) else { return nil }
        text += index
      case "^":
        let argument = reader.argument()
        if argument == "\\circ" {
          text += "°"
        } else {
          guard let exponent = number(argument) else { return nil }
          text += ["2": "²", "3": "³"][exponent] ?? (exponent.contains(where: \.isNumber) ? "^" : "") + exponent
        }
      case "{", "}": continue
      case "~": text += " "
      default:
        guard scalar.properties.numericType != nil || " +-=<>.,()/%:*".unicodeScalars.contains(scalar) else {
          return nil
        }
        text.unicodeScalars.append(scalar)
      }
    }
    return text.contains { !$0.isWhitespace } ? text : nil
  }

  /// The longest formula that may be one, in bytes.
  private static let longest = 60

  /// Returns an index or exponent if it is a number or a charge: `2`, `-3`, `2+`.
  private static func number(_ argument: String) -> String? {
    let number = argument.filter { $0 != " " }
    return !number.isEmpty && number.allSatisfy { $0.isASCII && $0.isNumber || "+-.,".contains($0) } ? number : nil
  }

  /// Returns letters, and numbers that stand below them in chemistry.
  private static func word(_ argument: String) -> String? {
    let word = argument.filter { $0 != "_" && $0 != "{" && $0 != "}" }
    return word.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" } ? word : nil
  }

  /// What commands for signs and Greek letters stand for.
  static let signs = [
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "µ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ",
    "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
    "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ",
    "Psi": "Ψ", "Omega": "Ω", "circ": "°", "degree": "°", "times": "×", "cdot": "·", "pm": "±", "approx": "≈",
    "sim": "~", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "ll": "≪", "gg": "≫", "neq": "≠", "to": "→",
    "rightarrow": "→", "leftarrow": "←", "Rightarrow": "⇒", "infty": "∞", "dots": "…", "ldots": "…", "%": "%",
    ",": " ", ";": " ", ":": " ", "!": "", " ": " ", "quad": " ",
  ]
}
