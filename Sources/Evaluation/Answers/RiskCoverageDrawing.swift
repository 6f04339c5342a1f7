import Foundation

/// Risk–coverage curves as a picture.
public struct RiskCoverageDrawing: Sendable {
  /// A curve with its name.
  public struct Curve: Sendable {
    /// What it is of.
    public var name: String
    /// The curve.
    public var curve: RiskCoverage
    /// Where the program stands: the share of questions that it answers, and the share of these that are wrong.
    public var chosen: RiskCoverage.Point?

    /// Creates a curve of results.
    public init(name: String, of results: [AnswerResult]) {
      self.name = name
      curve = RiskCoverage(of: results)
      let figures = AnswerFigures(of: results)
      if let coverage = figures.coverage?.value, let risk = figures.risk?.value {
        chosen = RiskCoverage.Point(coverage: coverage, risk: risk)
      }
    }
  }

  private let curves: [Curve]
  private static let (width, height, left, top) = (480.0, 320.0, 64.0, 24.0)
  /// Colours that people with colour blindness can tell apart (Okabe and Ito 2008).
  private static let colours = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"]

  /// Creates a drawing.
  public init(of curves: [Curve]) { self.curves = curves }

  /// The picture as an SVG document.
  public var svg: String {
    let legend = Double(curves.count) * 18
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width + 96)) \(Int(Self.height + 84 + legend))" \
      font-family="sans-serif" font-size="12">
      """,
      "<title>Share of wrong answers by share of questions answered</title>",
      #"<rect width="100%" height="100%" fill="white"/>"#,
    ]
    for step in 0...5 {
      let share = Double(step) / 5
      let percent = "\(step * 20) %"
      let point = Self.place(RiskCoverage.Point(coverage: share, risk: share))
      lines.append(Self.line(from: (Self.left, point.y), to: (Self.left + Self.width, point.y)))
      lines.append(Self.line(from: (point.x, Self.top), to: (point.x, Self.top + Self.height)))
      lines.append(Self.text(percent, at: (Self.left - 8, point.y + 4), anchor: "end"))
      lines.append(Self.text(percent, at: (point.x, Self.top + Self.height + 18), anchor: "middle"))
    }
    lines.append(
      Self.text("questions answered", at: (Self.left + Self.width / 2, Self.top + Self.height + 38), anchor: "middle"))
    lines.append(Self.text("answers that are wrong", at: (Self.left, Self.top - 8), anchor: "start"))
    for (number, curve) in curves.enumerated() { lines += drawing(of: curve, number) }
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private func drawing(of curve: Curve, _ number: Int) -> [String] {
    let colour = Self.colours[number % Self.colours.count]
    let points = curve.curve.points.map { point in
      let (x, y) = Self.place(point)
      return "\(Self.number(x)),\(Self.number(y))"
    }
    let row = Self.top + Self.height + 60 + Double(number) * 18
    var lines = [
      #"<polyline fill="none" stroke="\#(colour)" stroke-width="2" points="\#(points.joined(separator: " "))"/>"#,
      #"<rect x="\#(Int(Self.left))" y="\#(Int(row - 9))" width="16" height="4" fill="\#(colour)"/>"#,
      Self.text("\(curve.name), area \(Self.number(curve.curve.area))", at: (Self.left + 24, row), anchor: "start"),
    ]
    if let chosen = curve.chosen {
      let (x, y) = Self.place(chosen)
      lines.append(#"<circle cx="\#(Self.number(x))" cy="\#(Self.number(y))" r="5" fill="\#(colour)"/>"#)
    }
    return lines
  }

  private static func place(_ point: RiskCoverage.Point) -> (x: Double, y: Double) {
    (left + point.coverage * width, top + (1 - point.risk) * height)
  }

  private static func number(_ value: Double) -> String {
    value.formatted(
      .number.precision(.fractionLength(0...3)).grouping(.never).locale(Locale(identifier: "en_US_POSIX")))
  }

  private static func line(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) -> String {
    """
    <line x1="\(number(start.x))" y1="\(number(start.y))" x2="\(number(end.x))" y2="\(number(end.y))" stroke="#ddd"/>
    """
  }

  private static func text(_ text: String, at place: (x: Double, y: Double), anchor: String) -> String {
    let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    return """
      <text x="\(number(place.x))" y="\(number(place.y))" text-anchor="\(anchor)">\(escaped)</text>
      """
  }
}
