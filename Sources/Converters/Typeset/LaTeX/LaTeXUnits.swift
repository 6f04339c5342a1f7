import Foundation

/// Numbers and units as the package siunitx writes them (its manual, version 3): `\qty{2}{\milli\litre}` is 2 mL.
enum LaTeXUnits {
  /// The commands for numbers and units, by the form of their arguments.
  static let commands: [String: [Argument]] = [
    "SI": [.number, .unit], "qty": [.number, .unit], "si": [.unit], "unit": [.unit], "num": [.number], "ang": [.angle],
    "SIrange": [.number, .end, .unit], "qtyrange": [.number, .end, .unit], "numrange": [.number, .end],
    "SIlist": [.list, .unit], "qtylist": [.list, .unit], "numlist": [.list], "qtyproduct": [.number, .unit],
    "numproduct": [.number],
  ]

  enum Argument { case number, end, list, angle, unit }

  /// Returns an argument as text; `macros` has the units and numbers that the author defines.
  static func text(of argument: String, as kind: Argument, macros: LaTeXMacros) -> String {
    func number(_ source: some StringProtocol) -> String { Self.number(source, macros: macros, depth: 0) }
    switch kind {
    case .number, .end: return number(argument)
    case .list: return argument.split(separator: ";").map { number($0) }.joined(separator: ", ")
    case .angle:
      let parts = argument.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
      return zip(parts, ["°", "′", "″"]).filter { !$0.0.isEmpty }.map { number($0.0) + $0.1 }.joined()
    case .unit:
      var walk = LaTeXUnitWalk(macros: macros)
      walk.read(argument, depth: 0)
      return walk.text
    }
  }

  /// Returns `1.5e-3` as 1.5 × 10^-3, and `2 +- 1` as 2 ± 1.
  private static func number(_ source: some StringProtocol, macros: LaTeXMacros, depth: Int) -> String {
    var reader = LaTeXReader(source)
    var text = ""
    while let scalar = reader.next() {
      switch scalar {
      case "\\":
        let name = reader.name()
        if let sign = LaTeXMath.signs[name] {
          text += sign == " " ? "" : " \(sign) "
        } else if depth < 5, let number = macros.text(of: name) {
          text += Self.number(number, macros: macros, depth: depth + 1)
        }
      case "x": text += " × "
      case "+" where reader.skip("-"): text += " ± "
      case "-" where reader.skip("-"): text += "–"
      case "e" where isExponent(after: text), "E" where isExponent(after: text), "d" where isExponent(after: text):
        text += text.isEmpty ? "10^" : " × 10^"
      case "{", "}", " ", "~", "\n", "\t", "\r": continue
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text.trimmingCharacters(in: .whitespaces)
  }

  /// Whether a letter after this text begins an exponent.
  private static func isExponent(after text: String) -> Bool {
    text.last.map { $0.isNumber || $0 == "." || $0 == ")" } ?? true
  }

  static func power(_ exponent: String) -> String {
    switch exponent {
    case "\\circ": "°"
    default: powers[exponent] ?? "^" + exponent
    }
  }

  private static let powers = [
    "2": "²", "3": "³", "4": "⁴", "-1": "⁻¹", "-2": "⁻²", "-3": "⁻³", "-4": "⁻⁴",
  ]

  static let prefixes = [
    "quecto": "q", "ronto": "r", "yocto": "y", "zepto": "z", "atto": "a", "femto": "f", "pico": "p", "nano": "n",
    "micro": "µ", "mu": "µ", "milli": "m", "centi": "c", "deci": "d", "deca": "da", "deka": "da", "hecto": "h",
    "kilo": "k", "mega": "M", "giga": "G", "tera": "T", "peta": "P", "exa": "E", "zetta": "Z", "yotta": "Y",
    "ronna": "R", "quetta": "Q", "kibi": "Ki", "mebi": "Mi", "gibi": "Gi", "tebi": "Ti", "pebi": "Pi", "exbi": "Ei",
  ]

  /// The units whose sign is not their name.
  static let units = [
    "ampere": "A", "candela": "cd", "kelvin": "K", "kilogram": "kg", "gram": "g", "metre": "m", "meter": "m",
    "mole": "mol", "second": "s", "becquerel": "Bq", "coulomb": "C", "degreeCelsius": "°C", "celsius": "°C",
    "farad": "F", "gray": "Gy", "henry": "H", "hertz": "Hz", "joule": "J", "katal": "kat", "lumen": "lm", "lux": "lx",
    "newton": "N", "ohm": "Ω", "Omega": "Ω", "pascal": "Pa", "radian": "rad", "siemens": "S", "sievert": "Sv",
    "steradian": "sr", "tesla": "T", "volt": "V", "watt": "W", "weber": "Wb", "astronomicalunit": "au", "bel": "B",
    "dalton": "Da", "day": "d", "decibel": "dB", "degree": "°", "arcminute": "′", "arcmin": "′", "arcsecond": "″",
    "arcsec": "″", "electronvolt": "eV", "hectare": "ha", "hour": "h", "litre": "L", "liter": "L", "minute": "min",
    "neper": "Np", "tonne": "t", "percent": "%", "%": "%", "byte": "B", "angstrom": "Å", "AA": "Å",
    "nauticalmile": "M", "knot": "kn", "barn": "b", "euro": "€", "permille": "‰", "um": "µm", "ug": "µg", "us": "µs",
    "ul": "µl", "uL": "µL", "uA": "µA", "uV": "µV", "uC": "µC", "umol": "µmol", "uF": "µF", "uJ": "µJ", "uW": "µW",
    "kohm": "kΩ", "Mohm": "MΩ", "mohm": "mΩ", "degC": "°C", "molar": "M", "amu": "u",
  ]
}
