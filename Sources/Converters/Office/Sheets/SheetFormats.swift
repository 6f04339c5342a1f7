import Foundation

/// How a workbook's styles show numbers (ECMA-376, 18.8.30).
struct SheetFormats {
  private enum Kind {
    case number, percent, day, time
    /// With so many letters.
    case month(Int)
    case pattern(SheetPattern)
    /// What stands before and behind the number.
    case currency(before: String, after: String)
  }

  /// By the styles' numbers.
  private let kinds: [Kind]
  private var hidden: Set<Int> = []
  /// How many days later the workbook's day 1 is than usual.
  private let offset: Double

  /// - Parameters:
  ///   - styles: The workbook's `styles.xml`.
  ///   - since1904: Whether the workbook counts days from 1904, as Excel on Macs once did (ECMA-376, 18.17.4.1).
  init(_ styles: MarkupNode?, since1904: Bool = false) {
    offset = since1904 ? 1462 : 0
    var codes: [Int: String] = [:]
    for format in styles?.all("numFmt") ?? [] {
      if let number = format.attribute("numFmtId").flatMap(Int.init) { codes[number] = format.attribute("formatCode") }
    }
    kinds = (styles?.first("cellXfs").map { Array($0.elements) } ?? []).map { format in
      let number = format.attribute("numFmtId").flatMap(Int.init) ?? 0
      return codes[number].map(Self.kind) ?? Self.known(number)
    }
    findHidden(styles, codes)
  }

  /// Whether cells of a style show nothing: their letters have the colour of the cell, or are hidden by a format.
  func isHidden(_ style: Int?) -> Bool { style.map(hidden.contains) ?? false }

  func text(of number: Double, style: Int?) -> String {
    guard let style, kinds.indices.contains(style) else { return Self.plain(number) }
    switch kinds[style] {
    case .number: return Self.plain(number)
    case .percent: return Self.plain(number * 100) + "%"
    case .day: return SheetDate.text(ofDay: number + offset) ?? Self.plain(number)
    case .time: return SheetDate.text(ofTime: number) ?? Self.plain(number)
    case .month(let letters):
      return SheetDate.text(ofMonthOf: number + offset, letters: letters) ?? Self.plain(number)
    case .pattern(let pattern): return pattern.text(of: number, plain: Self.plain) ?? Self.plain(number)
    case .currency(let before, let after): return before + Self.plain(number) + after
    }
  }

  private mutating func findHidden(_ styles: MarkupNode?, _ codes: [Int: String]) {
    func parts(_ name: String) -> [MarkupNode] { styles?.first(name).map { Array($0.elements) } ?? [] }
    let fonts = parts("fonts").map { RunFormat(sheet: $0) }
    let fills = parts("fills").map(Self.colour)
    for (style, format) in parts("cellXfs").enumerated() {
      func number(_ name: String) -> Int { format.attribute(name).flatMap(Int.init) ?? 0 }
      let (font, fill) = (number("fontId"), number("fillId"))
      let background = fills.indices.contains(fill) ? fills[fill] : .white
      let isUnseen = fonts.indices.contains(font) && fonts[font].isHidden(on: background)
      if isUnseen || codes[number("numFmtId")] == ";;;" { hidden.insert(style) }
    }
  }

  /// Returns the colour that a fill gives to cells; `nil` if it is not known.
  private static func colour(of fill: MarkupNode) -> RunFormat.Colour? {
    guard let pattern = fill.first("patternFill"), let kind = pattern.attribute("patternType") else { return nil }
    if kind == "none" { return .white }
    guard kind == "solid", let code = pattern.first("fgColor")?.attribute("rgb") else { return nil }
    return RunFormat.Colour(String(code.suffix(6)))
  }

  /// Returns a number as a format shows it.
  static func text(of number: Double, code: String) -> String {
    SheetFormats(kind(of: code)).text(of: number, style: 0)
  }

  private init(_ kind: Kind) { (kinds, offset) = ([kind], 0) }

  /// What Excel allows.
  private static let longestCode = 255

  /// A sum of 0.1 and 0.2 is written as 0.30000000000000004.
  private static func plain(_ number: Double) -> String {
    let rounded = abs(number) < 1e5 ? (number * 1e10).rounded() / 1e10 : number
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
  }

  private static func known(_ number: Int) -> Kind {
    switch number {
    case 9, 10: .percent
    case 14...17, 22: .day
    case 18...21, 45...47: .time
    default: .number
    }
  }

  private static func kind(of code: String) -> Kind {
    guard code.utf16.count <= longestCode else { return .number }
    // That of positive numbers.
    let positive = code.split(separator: ";", maxSplits: 1).first.map(String.init) ?? ""
    // Without words, colours, conditions and places, but with the length of a time and a currency.
    let bare = positive.replacing(#/"[^"]*"|\\.|_.|\[(?!\$|[hms]+\])[^\]]*\]/#.ignoresCase(), with: "")
    let letters = bare.replacing(#/\[\$[^\]]*\]/#, with: "").lowercased()
    if letters.contains("y") || letters.contains("d") { return .day }
    if letters.contains("h") || letters.contains("s") { return .time }
    if letters.contains("%") { return .percent }
    // Nothing but a month.
    let shown = positive.replacing(#/\[\$[^\]]*\]/#, with: "").lowercased()
    if !shown.isEmpty, shown.allSatisfy({ $0 == "m" }) { return .month(shown.count) }
    let named = positive.firstMatch(of: #/\[\$([^\-\]]+)(?:-[^\]]*)?\]/#).map { (String($0.output.1), $0.range) }
    let sign = positive.firstMatch(of: #/"?([€$£¥₹₽]|CHF|EUR|USD|GBP)"?/#).map { (String($0.output.1), $0.range) }
    guard let (symbol, range) = named ?? sign else {
      return SheetPattern(code).map(Kind.pattern) ?? .number
    }
    let isBefore = !positive[..<range.lowerBound].contains { "0#".contains($0) }
    let space = symbol.count > 1 || !isBefore ? " " : ""
    return isBefore ? .currency(before: symbol + space, after: "") : .currency(before: "", after: space + symbol)
  }
}
