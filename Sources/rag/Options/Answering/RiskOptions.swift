import ArgumentParser

/// The option that limits how many answers may be wrong.
struct RiskOptions: ParsableArguments {
  @Option(
    name: .customLong("max-risk"), parsing: .unconditional,
    help: ArgumentHelp(
      "Answer only if at most this share of such answers is wrong, such as 5%; needs 'rag calibrate'.",
      valueName: "share"),
    transform: Self.share)
  var maximum: Double?

  @Sendable private static func share(_ text: String) throws -> Double {
    let isPercent = text.hasSuffix("%")
    let digits = isPercent ? String(text.dropLast()) : text
    if let number = Double(digits.filter { $0 != " " }), number > 0, number < (isPercent ? 100 : 1) {
      return isPercent ? number / 100 : number
    }
    throw ValidationError("--max-risk must be a share of answers, such as 5% or 0.05, not \(text).")
  }
}
