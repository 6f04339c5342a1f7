/// Writes a unit of the package siunitx: `\metre\per\second\squared` as m/s². One in letters stays as it is.
struct LaTeXUnitWalk {
  private(set) var text = ""
  private let macros: LaTeXMacros
  /// Whether the next unit is one of the denominator.
  private var isDenominator = false
  /// Whether a prefix stands before the next unit.
  private var hasPrefix = false
  private var power = ""

  /// How deep units that an author declares may contain one another.
  private static let deepest = 5

  init(macros: LaTeXMacros) { self.macros = macros }

  mutating func read(_ source: String, depth: Int) {
    var reader = LaTeXReader(source)
    while let scalar = reader.next() {
      switch scalar {
      case "\\": command(reader.name(), from: &reader, depth: depth)
      case "{", "}", "$", "\n": continue
      case "~", ".": text += text.isEmpty ? "" : " "
      case "^": text += LaTeXUnits.power(reader.argument())
      case "%": reader.skipComment()
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  private mutating func command(_ name: String, from reader: inout LaTeXReader, depth: Int) {
    switch name {
    case "per": isDenominator = true
    case "square": power = "²"
    case "cubic": power = "³"
    case "squared": text += "²"
    case "cubed": text += "³"
    case "tothe": text += LaTeXUnits.power(reader.argument())
    case "raiseto": power = LaTeXUnits.power(reader.argument())
    case "circ": text += "°"
    case "of": text += "(" + reader.argument() + ")"
    case ",", ";", " ", "cdot", "times", "quad": text += " "
    // What is in their braces is read.
    case "text", "mathrm", "textrm", "si", "unit", "ensuremath", "mathup", "textup", "!", "/": return
    case _ where LaTeXUnits.prefixes[name] != nil:
      add(LaTeXUnits.prefixes[name] ?? "")
      hasPrefix = true
    case _ where LaTeXUnits.units[name] != nil: addUnit(LaTeXUnits.units[name] ?? "")
    default:
      // Units may be declared, by others or by their sign.
      guard depth < Self.deepest, let declared = macros.text(of: name) else { return addUnit(name) }
      if declared.contains("\\") { read(declared, depth: depth + 1) } else { addUnit(declared) }
    }
  }

  private mutating func addUnit(_ unit: String) {
    add(unit + power)
    (power, isDenominator) = ("", false)
  }

  private mutating func add(_ part: String) {
    defer { hasPrefix = false }
    if !hasPrefix, isDenominator {
      text += text.isEmpty ? "1/" : "/"
      isDenominator = false
    } else if !hasPrefix, let last = text.last, last != " ", last != "/" {
      text += " "
    }
    text += part
  }
}
