/// Numbers and units as the package siunitx writes them (its manual, version 3): `\qty{2}{\milli\litre}` is 2 mL.
enum LaTeXUnits {
  /// The commands for numbers and units, by the form of their arguments.
  static let commands: [String: [Argument]] = [
    "SI": [.number, .unit], "qty": [.number, .unit], "si": [.unit], "unit": [.unit], "num": [.number], "ang": [.angle],
    "SIrange": [.number, .end, .unit], "qtyrange": [.number, .end, .unit], "numrange": [.number, .end],
    "SIlist": [.list, .unit], "qtylist": [.list, .unit], "numlist": [.list],
  ]

  enum Argument { case number, end, list, angle, unit }

  /// Returns an argument as text; `macros` has the units that the author declares.
  static func text(of argument: String, as kind: Argument, macros: LaTeXMacros) -> String {
    switch kind {
    case .number, .end: return number(argument)
    case .list: return argument.split(separator: ";").map { number(String($0)) }.joined(separator: ", ")
    case .angle:
      let parts = argument.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
      return zip(parts, ["°", "′", "″"]).filter { !$0.0.isEmpty }.map { number(String($0.0)) + $0.1 }.joined()
    case .unit: return unit(argument, macros: macros)
    }
  }

  /// Returns `1.5e-3` as 1.5 × 10^-3, and `2 +- 1` as 2 ± 1.
  private static func number(_ source: String) -> String {
    var number = source.filter { !$0.isWhitespace }
    for (command, sign) in [("\\pm", "±"), ("+-", "±"), ("\\times", "×"), ("\\cdot", "×"), ("x", "×")] {
      number = number.replacing(command, with: " \(sign) ")
    }
    number = number.replacing("--", with: "–")
    guard let e = number.firstIndex(where: { $0 == "e" || $0 == "E" || $0 == "d" }) else { return number }
    let exponent = number[number.index(after: e)...]
    return (e == number.startIndex ? "" : number[..<e] + " × ") + "10^" + exponent
  }

  /// Returns `\metre\per\second\squared` as m/s². A unit in letters stays as it is.
  private static func unit(_ source: String, macros: LaTeXMacros) -> String {
    var walk = Walk(macros: macros)
    walk.read(source, depth: 0)
    return walk.text
  }

  private struct Walk {
    let macros: LaTeXMacros
    var text = ""
    /// Whether the next unit is one of the denominator.
    private var isDenominator = false
    /// Whether a prefix stands before the next unit.
    private var hasPrefix = false
    private var power = ""

    init(macros: LaTeXMacros) { self.macros = macros }

    mutating func read(_ source: String, depth: Int) {
      var reader = LaTeXReader(source)
      while let scalar = reader.next() {
        switch scalar {
        case "\\": command(reader.name(), from: &reader, depth: depth)
        case "{", "}", "\n": continue
        case "~", ".": text += text.isEmpty ? "" : " "
        case "^":
          let power = reader.argument()
          text += LaTeXUnits.powers[power] ?? "^" + power
        default: text.unicodeScalars.append(scalar)
        }
      }
    }

    private mutating func command(_ name: String, from reader: inout LaTeXReader, depth: Int) {
      if let prefix = LaTeXUnits.prefixes[name] {
        add(prefix)
        hasPrefix = true
      } else if let unit = LaTeXUnits.units[name] ?? (LaTeXUnits.isAbbreviation(name) ? name : nil) {
        add(unit + power)
        (power, isDenominator) = ("", false)
      } else {
        modify(name, from: &reader, depth: depth)
      }
    }

    private mutating func modify(_ name: String, from reader: inout LaTeXReader, depth: Int) {
      switch name {
      case "per": isDenominator = true
      case "square": power = "²"
      case "cubic": power = "³"
      case "squared": text += "²"
      case "cubed": text += "³"
      case "tothe":
        let power = reader.argument()
        text += LaTeXUnits.powers[power] ?? "^" + power
      case "raiseto":
        let argument = reader.argument()
        power = LaTeXUnits.powers[argument] ?? "^" + argument
      case "of": text += "(" + reader.argument() + ")"
      // Units may be declared by others.
      case _ where depth < 5: macros.text(of: name).map { read($0, depth: depth + 1) }
      default: return
      }
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

  private static let powers = [
    "2": "²", "3": "³", "4": "⁴", "-1": "⁻¹", "-2": "⁻²", "-3": "⁻³", "-4": "⁻⁴",
  ]

  private static let prefixes = [
    "quecto": "q", "ronto": "r", "yocto": "y", "zepto": "z", "atto": "a", "femto": "f", "pico": "p", "nano": "n",
    "micro": "µ", "milli": "m", "centi": "c", "deci": "d", "deca": "da", "deka": "da", "hecto": "h", "kilo": "k",
    "mega": "M", "giga": "G", "tera": "T", "peta": "P", "exa": "E", "zetta": "Z", "yotta": "Y", "ronna": "R",
    "quetta": "Q", "kibi": "Ki", "mebi": "Mi", "gibi": "Gi", "tebi": "Ti", "pebi": "Pi", "exbi": "Ei",
  ]

  private static let units = [
    "ampere": "A", "candela": "cd", "kelvin": "K", "kilogram": "kg", "gram": "g", "metre": "m", "meter": "m",
    "mole": "mol", "second": "s", "becquerel": "Bq", "coulomb": "C", "degreeCelsius": "°C", "celsius": "°C",
    "farad": "F", "gray": "Gy", "henry": "H", "hertz": "Hz", "joule": "J", "katal": "kat", "lumen": "lm", "lux": "lx",
    "newton": "N", "ohm": "Ω", "pascal": "Pa", "radian": "rad", "siemens": "S", "sievert": "Sv", "steradian": "sr",
    "tesla": "T", "volt": "V", "watt": "W", "weber": "Wb", "astronomicalunit": "au", "bel": "B", "dalton": "Da",
    "day": "d", "decibel": "dB", "degree": "°", "arcminute": "′", "arcsecond": "″", "electronvolt": "eV",
    "hectare": "ha", "hour": "h", "litre": "L", "liter": "L", "minute": "min", "neper": "Np", "tonne": "t",
    "percent": "%", "bar": "bar", "byte": "B", "bit": "bit", "angstrom": "Å", "mmHg": "mmHg", "nauticalmile": "M",
    "knot": "kn", "barn": "b", "euro": "€", "permille": "‰", "um": "µm", "ug": "µg", "us": "µs", "ul": "µl",
    "uL": "µL", "uA": "µA", "uV": "µV", "umol": "µmol", "uF": "µF", "uJ": "µJ", "uW": "µW", "kohm": "kΩ",
    "Mohm": "MΩ", "mohm": "mΩ", "degC": "°C",
  ]

  /// Whether siunitx has this abbreviation, which is the unit's own sign: `\km`, `\kHz`, `\mL`.
  private static func isAbbreviation(_ name: String) -> Bool {
    name.wholeMatch(
      of: #/[fpnmcdkMGT]?(?:m|g|s|A|Hz|mol|V|W|J|eV|N|Pa|L|l|F|H|K|C|T|Wb|S|lm|lx|Bq|Gy|Sv|bar)|kWh|dB|cm/#)
      != nil
  }
}
