import Foundation

/// A color as CSS and HTML write it.
struct StyleColor: Hashable {
  var red, green, blue: Double
  var alpha = 1.0

  static let black = StyleColor(red: 0, green: 0, blue: 0)
  static let white = StyleColor(red: 1, green: 1, blue: 1)
  static let link = StyleColor(red: 0, green: 0, blue: 0.93)

  /// Between all others: it can be read on most.
  static let unknown = StyleColor(red: 0.93, green: 0, blue: 0.93)

  private init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Returns `nil` if it is not known here.
  init?(_ text: String) {
    if let known = Self.named[text] {
      self.init(hexadecimal: known)
    } else if text == "transparent" {
      self.init(red: 0, green: 0, blue: 0, alpha: 0)
    } else if text.hasPrefix("#") {
      self.init(hexadecimal: String(text.dropFirst()))
    } else if let function = StyleText.functions(text).first, text.hasSuffix(")") {
      self.init(function.name, function.arguments)
    } else {
      return nil
    }
  }

  /// Reads the attributes of HTML, which need no `#`.
  init?(attribute: String) {
    let text = attribute.lowercased().filter { $0 != " " }
    guard let color = StyleColor(text) ?? StyleColor(hexadecimal: text) else { return nil }
    self = color
  }

  private init?(hexadecimal text: String) {
    var values = text.compactMap(\.hexDigitValue).map(Double.init)
    guard values.count == text.count, [3, 4, 6, 8].contains(values.count) else { return nil }
    if values.count > 4 {
      values = stride(from: 0, to: values.count, by: 2).map { place in values[place] * 16 + values[place + 1] }
    } else {
      values = values.map { $0 * 17 }
    }
    self.init(red: values[0] / 255, green: values[1] / 255, blue: values[2] / 255)
    if values.count == 4 { alpha = values[3] / 255 }
  }

  private init?(_ name: String, _ arguments: [Substring]) {
    let numbers = arguments.compactMap(StyleText.number)
    guard numbers.count == arguments.count, numbers.count == 3 || numbers.count == 4 else { return nil }
    let alpha = arguments.count == 4 ? StyleText.share(arguments[3]) ?? 1 : 1
    switch name {
    case "rgb", "rgba":
      let values = numbers.prefix(3).map { $0.unit == "%" ? $0.value / 100 : $0.value / 255 }
      self.init(red: values[0], green: values[1], blue: values[2], alpha: alpha)
    case "hsl", "hsla":
      let (hue, saturation, lightness) = (numbers[0].value, numbers[1].value / 100, numbers[2].value / 100)
      let strength = saturation * min(lightness, 1 - lightness)
      func part(_ offset: Double) -> Double {
        let place = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
        return lightness - strength * max(-1, min(place - 3, 9 - place, 1))
      }
      self.init(red: part(0), green: part(8), blue: part(4), alpha: alpha)
    default: return nil
    }
  }

  private static let named = [
    "black": "000000", "white": "ffffff", "red": "ff0000", "lime": "00ff00", "green": "008000", "blue": "0000ff",
    "yellow": "ffff00", "cyan": "00ffff", "aqua": "00ffff", "magenta": "ff00ff", "fuchsia": "ff00ff",
    "gray": "808080", "grey": "808080", "silver": "c0c0c0", "maroon": "800000", "navy": "000080", "olive": "808000",
    "purple": "800080", "teal": "008080", "orange": "ffa500", "snow": "fffafa", "ivory": "fffff0",
    "whitesmoke": "f5f5f5", "ghostwhite": "f8f8ff", "floralwhite": "fffaf0", "mintcream": "f5fffa",
    "azure": "f0ffff", "seashell": "fff5ee", "lightgray": "d3d3d3", "lightgrey": "d3d3d3", "gainsboro": "dcdcdc",
    "darkgray": "a9a9a9", "dimgray": "696969", "linen": "faf0e6", "aliceblue": "f0f8ff", "beige": "f5f5dc",
    "honeydew": "f0fff0", "oldlace": "fdf5e6", "cornsilk": "fff8dc", "lightyellow": "ffffe0",
  ]

  /// Whether text in this color cannot be read on another: their contrast, by WCAG 2.2, is next to none.
  func isUnreadable(on ground: StyleColor) -> Bool {
    let (lighter, darker) = (max(luminance, ground.luminance), min(luminance, ground.luminance))
    let distance = max(abs(red - ground.red), abs(green - ground.green), abs(blue - ground.blue))
    return (lighter + 0.05) / (darker + 0.05) < 1.2 && distance < 0.15
  }

  private var luminance: Double {
    func linear(_ part: Double) -> Double { part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
