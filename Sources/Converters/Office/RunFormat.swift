/// What styles and properties say about whether and where a piece of text is seen.
///
/// A property that says nothing is `nil`, and inherited.
struct RunFormat {
  /// Red, green and blue.
  struct Colour: Hashable {
    static let white = Colour(red: 255, green: 255, blue: 255)

    let red, green, blue: Int

    init(red: Int, green: Int, blue: Int) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// Reads a colour such as `FFFFFF` or `#ffffff`; `nil` if it is another word, such as `auto`.
    init?(_ code: String) {
      let digits = code.drop { $0 == "#" }
      guard digits.utf8.count == 6, let value = Int(digits, radix: 16), value >= 0 else { return nil }
      self.init(red: value >> 16, green: value >> 8 & 0xFF, blue: value & 0xFF)
    }

    /// Whether nobody can tell the two apart.
    func isLike(_ other: Colour) -> Bool {
      [red - other.red, green - other.green, blue - other.blue].allSatisfy { abs($0) <= Self.leastDifference }
    }

    /// Colours that differ less in each part have a contrast below 1.1 (WCAG 2.1, 1.4.3), light or dark.
    private static let leastDifference = 8
  }

  var isVanished: Bool?
  /// The letters' colour; inside, `nil` if the program chooses one that is seen.
  var colour: Colour??
  /// In points.
  var size: Double?
  /// What the piece alone stands on.
  var shading: Colour?
  var shift: ShiftedText.Shift?

  /// The largest size, in points, that nobody can read.
  private static let tiniest = 2.0

  init() {}

  /// Returns these properties, and another format's where they say nothing.
  func over(_ other: RunFormat) -> RunFormat {
    var format = self
    format.isVanished = isVanished ?? other.isVanished
    format.colour = colour ?? other.colour
    format.size = size ?? other.size
    format.shading = shading ?? other.shading
    format.shift = shift ?? other.shift
    return format
  }

  /// Whether nobody sees the text: it is hidden, tiny, or has the colour of what it stands on.
  ///
  /// - Parameter background: The colour of that; `nil` if it is not known.
  func isHidden(on background: Colour?) -> Bool {
    if isVanished == true { return true }
    if let size, size <= Self.tiniest { return true }
    guard let colour, let colour, let background = shading ?? background else { return false }
    return colour.isLike(background)
  }
}

extension RunFormat {
  /// Reads what Word says of a run (ECMA-376, 17.3.2).
  init(word properties: MarkupNode) {
    for property in properties.elements {
      let value = property.attribute("val") ?? ""
      switch property.name {
      case "vanish": isVanished = !["0", "false", "off"].contains(value)
      case "color": colour = .some(Colour(value) ?? (property.attribute("themeColor") == "background1" ? .white : nil))
      case "sz": size = Double(value).map { $0 / 2 }
      case "shd": shading = property.attribute("fill").flatMap { Colour($0) }
      // A marker's colours have names.
      case "highlight": shading = value == "none" ? nil : value == "white" ? .white : Self.marker
      case "vertAlign": shift = value == "superscript" ? .raised : value == "subscript" ? .lowered : .onLine
      default: continue
      }
    }
  }

  /// Like no colour that letters on a marker's have.
  private static let marker = Colour(red: -255, green: -255, blue: -255)

  /// Reads what Excel says of a font (ECMA-376, 18.8.22). Its first theme colour is that of the page.
  init(sheet font: MarkupNode) {
    self.init(word: font)
    guard let own = font.elements.first(where: { $0.name == "color" }) else { return }
    let isPage = own.attribute("theme") == "0" && own.attribute("tint") == nil
    colour = .some(isPage ? .white : own.attribute("rgb").flatMap { Colour(String($0.suffix(6))) })
    size = font.elements.first { $0.name == "sz" }?.attribute("val").flatMap(Double.init)
  }

  /// Reads what LibreOffice says of a piece of text (OpenDocument 1.3, Part 3, 16.29.29).
  init(openDocument properties: MarkupNode) {
    if let display = properties.attribute("display") { isVanished = display == "none" }
    if let code = properties.attribute("color") { colour = .some(Colour(code)) }
    // With a unit; a percentage is that of a size above it.
    if let length = properties.attribute("font-size"), length.hasSuffix("pt") { size = Double(length.dropLast(2)) }
    shading = properties.attribute("background-color").flatMap { Colour($0) }
    if let position = properties.attribute("text-position")?.split(separator: " ").first {
      let percent = Double(position.dropLast()) ?? 0
      shift = position == "super" || percent > 0 ? .raised : position == "sub" || percent < 0 ? .lowered : .onLine
    }
    // Its own attribute wins over the colour.
    if properties.attribute("use-window-font-color") == "true" { colour = .some(nil) }
  }
}
