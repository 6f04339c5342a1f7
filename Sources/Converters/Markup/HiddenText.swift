/// Removes what a page has but does not show, so that nobody's notes say what they never saw.
struct HiddenText {
  /// What elements inherit.
  private struct Look {
    var fontSize = 16.0
    var isVisible = true
    var color = StyleColor.black
    /// `nil` behind pictures, and where a sheet that is elsewhere may say it.
    var ground: StyleColor? = StyleColor.white

    var showsText: Bool {
      guard isVisible, fontSize > HiddenText.smallestText, color.alpha > HiddenText.faintest else { return false }
      return ground.map { !color.isUnreadable(on: $0) } ?? true
    }
  }

  /// Text of so many pixels is a line of dust.
  private static let smallestText = 2.0
  /// What is less opaque is not seen.
  private static let faintest = 0.05
  /// The page as a whole is never hidden: some hide it until a script has run.
  private static let wholes: Set<String> = ["html", "body", "head", "main"]

  private var sheet = StyleSheet()
  private var elements: [StyledElement] = []

  /// Removes it below the outermost element of a page.
  static func remove(below root: MarkupNode) {
    var pass = HiddenText()
    var look = Look()
    pass.readSheets(in: root)
    if root.first(where: { $0.name == "link" && $0.attribute("rel")?.lowercased().contains("stylesheet") == true })
      != nil
    {
      look.ground = nil
    }
    pass.visit(root, look)
  }

  private mutating func readSheets(in element: MarkupNode) {
    for child in element.elements {
      switch child.name {
      case "style": if Self.isRead(child) { sheet.add(child.text) }
      // Programs that run scripts do not read these.
      case "noscript", "template": continue
      default: readSheets(in: child)
      }
    }
  }

  private static func isRead(_ sheet: MarkupNode) -> Bool {
    let media = sheet.attribute("media")?.lowercased() ?? ""
    return media.isEmpty || media.contains("all") || media.contains("screen") && !media.contains("(")
  }

  private mutating func visit(_ element: MarkupNode, _ outer: Look) {
    let name = element.name
    if !sheet.isEmpty { elements.append(StyledElement(element)) }
    defer { if !sheet.isEmpty { elements.removeLast() } }
    var look = outer
    if element.hasAttributes || !sheet.isEmpty {
      var style = sheet.declarations(for: elements)
      if let own = element.attribute("style") { style.add(StyleDeclarations(own)) }
      if !Self.wholes.contains(name), isHidden(element, name, style) { return element.remove() }
      inherit(from: element, name, style, &look)
    }
    for child in Array(element.children) {
      if child.isElement {
        visit(child, look)
      } else if !look.showsText, !Self.wholes.contains(name), child.ownBytes?.contains(where: { $0 > 0x20 }) == true {
        child.remove()
      }
    }
  }

  // MARK: What is hidden with all inside

  private func isHidden(_ element: MarkupNode, _ name: String, _ style: StyleDeclarations) -> Bool {
    if element.hasAttributes, element.attribute("popover") != nil { return true }
    // A picture that only tells a server that it was fetched.
    if name == "img",
      ["width", "height"].contains(where: { element.attribute($0).flatMap(Double.init).map { $0 <= 1 } ?? false })
    {
      return true
    }
    guard !style.isEmpty else { return false }
    if style["display"] == "none" || style["content-visibility"] == "hidden"
      || style["zoom"].flatMap({ StyleText.share($0[...]) }) == 0
    {
      return true
    }
    if let opacity = style["opacity"].flatMap({ StyleText.share($0[...]) }), opacity <= Self.faintest { return true }
    if name == "img", ["hidden", "collapse"].contains(style["visibility"]) { return true }
    return isOutside(style) || isEmptyBox(style) || isClipped(style) || isTransformedAway(style)
  }

  private static func isFar(_ length: Double?) -> Bool { length.map { $0 <= -500 || $0 >= 5000 } ?? false }

  private func isOutside(_ style: StyleDeclarations) -> Bool {
    if Self.isFar(style.length("text-indent")) || Self.isFar(style.length("margin-left"))
      || Self.isFar(style.length("margin-top"))
    {
      return true
    }
    let margins = style["margin"]?.split(separator: " ") ?? []
    if margins.contains(where: { Self.isFar(StyleText.length($0)) }) { return true }
    // Text moved out of its box by the whole width.
    if let indent = style.length("text-indent"), abs(indent) >= 900, cuts(style) { return true }
    guard let position = style["position"], position != "static" else { return false }
    return ["left", "right", "top", "bottom"].contains { Self.isFar(style.length($0)) }
  }

  private func cuts(_ style: StyleDeclarations) -> Bool {
    ["overflow", "overflow-x", "overflow-y"].contains { name in
      style[name].map { $0.contains("hidden") || $0.contains("clip") } ?? false
    }
  }

  /// Whether it has no room, and what has none is cut off.
  private func isEmptyBox(_ style: StyleDeclarations) -> Bool {
    guard cuts(style) else { return false }
    // Pictures keep their proportions with room that padding makes.
    let padding = ["padding", "padding-top", "padding-bottom", "padding-left", "padding-right"]
    guard !padding.contains(where: { style[$0].map { $0.contains { "123456789".contains($0) } } ?? false }) else {
      return false
    }
    return ["width", "height", "max-width", "max-height", "line-height"].contains { name in
      style.length(name).map { $0 <= 1 && (name != "line-height" || style[name]?.hasPrefix("0") == true && $0 == 0) }
        ?? false
    }
  }

  private func isClipped(_ style: StyleDeclarations) -> Bool {
    if let clip = style["clip"], let function = StyleText.functions(clip).first, function.name == "rect" {
      let sides = function.arguments.compactMap(StyleText.length)
      if sides.count == 4, sides[2] - sides[0] <= 1 || sides[1] - sides[3] <= 1 { return true }
    }
    guard let path = style["clip-path"], let function = StyleText.functions(path).first else { return false }
    let sides = function.arguments.compactMap(StyleText.number)
    guard let first = sides.first else { return false }
    switch function.name {
    case "inset": return first.unit == "%" && (sides.count == 1 || sides[1].unit == "%") && first.value >= 50
    case "circle", "ellipse": return first.value == 0
    case "polygon": return sides.allSatisfy { $0.value == first.value }
    default: return false
    }
  }

  private func isTransformedAway(_ style: StyleDeclarations) -> Bool {
    if let scale = style["scale"], scale.split(separator: " ").contains(where: { StyleText.share($0) == 0 }) {
      return true
    }
    if let move = style["translate"], move.split(separator: " ").contains(where: { Self.isFar(StyleText.length($0)) }) {
      return true
    }
    for name in ["transform", "filter"] {
      for function in StyleText.functions(style[name] ?? "") {
        switch function.name {
        case "scale", "scalex", "scaley", "scale3d", "opacity":
          if function.arguments.contains(where: { StyleText.share($0).map { abs($0) <= 0.02 } ?? false }) {
            return true
          }
        case "translate", "translatex", "translatey", "translate3d":
          if function.arguments.contains(where: { Self.isFar(StyleText.length($0)) }) { return true }
        case "rotatex", "rotatey":
          if function.arguments.contains("90deg") { return true }
        default: break
        }
      }
    }
    return false
  }

  // MARK: What is inherited

  private func inherit(from element: MarkupNode, _ name: String, _ style: StyleDeclarations, _ look: inout Look) {
    if let visibility = style["visibility"], !Self.wholes.contains(name) {
      look.isVisible = !["hidden", "collapse"].contains(visibility)
    }
    if let size = style["font-size"] ?? style["font"].flatMap(Self.sizeOfFont) {
      look.fontSize = Self.size(size, of: look.fontSize) ?? (look.fontSize > Self.smallestText ? look.fontSize : 16)
    }
    if name == "a" { look.color = .link }
    if let color = style["-webkit-text-fill-color"] ?? style["color"] {
      if color != "inherit" { look.color = StyleColor(color) ?? (color == "currentcolor" ? look.color : .unknown) }
    } else if let color = ["color", "text"].lazy.compactMap({ element.attribute($0) }).first,
      ["font", "body"].contains(name)
    {
      look.color = StyleColor(attribute: color) ?? look.color
    }
    let isCutToText = [style["background-clip"], style["-webkit-background-clip"]].contains("text")
    if element.attribute("background") != nil || isCutToText { look.ground = nil }
    if isCutToText { look.color = .unknown }
    if let ground = element.attribute("bgcolor").flatMap(StyleColor.init(attribute:)) { look.ground = ground }
    for property in ["background", "background-image", "background-color"] {
      guard let value = style[property] else { continue }
      look.ground = Self.ground(value, behind: look.ground)
    }
  }

  private static func sizeOfFont(_ font: String) -> String? {
    font.split { $0 == " " || $0 == "/" }.first { word in
      guard let (value, unit) = StyleText.number(word) else { return false }
      return !unit.isEmpty || value == 0
    }.map(String.init)
  }

  private static func size(_ text: String, of outer: Double) -> Double? {
    guard let (value, unit) = StyleText.number(text[...]) else { return nil }
    switch unit {
    case "em": return value * outer
    case "%": return value / 100 * outer
    default: return StyleText.length(text[...])
    }
  }

  private static func ground(_ value: String, behind outer: StyleColor?) -> StyleColor? {
    if value.contains("url(") || value.contains("gradient") || value.contains("var(") { return nil }
    let words = value.contains("(") ? [value[...]] : value.split(separator: " ")
    guard let color = words.lazy.compactMap({ StyleColor(String($0)) }).first else {
      return ["none", "inherit", "initial", "unset", "0"].contains(value) ? outer : value.contains("(") ? nil : outer
    }
    return color.alpha < faintest ? outer : color.alpha > 0.95 ? color : nil
  }
}
