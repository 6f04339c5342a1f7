import Foundation
import LanguageModels

/// The types of `Trip.swift`, whose conformances are written by hand, with the macros instead.
enum Generated {
  @Generable(description: "A trip")
  struct Trip: Equatable {
    @Guide(.pattern(/[A-Z][a-z]{1,11}/)) var city: String
    @Guide(description: "One or more", .range(1...14)) var nights: Int
    @Guide(.minimum(0.5), .maximum(999.95)) var price: Decimal
    var rating: Double
    var isBooked: Bool
    @Guide(.minimumCount(1), .maximumCount(3)) var days: [Day]
    var season: Season
    @Guide(.anyOf(["early", "late"])) var note: String?
  }

  @Generable struct Day: Equatable { var title: String }

  @Generable enum Season: String { case spring, summer, autumn, winter }

  @Generable(description: "What a rule does")
  indirect enum Action: Equatable {
    case set(field: String, to: Operand)
    case add(Operand, to: String)
    case pair(Int, Int)
    case note(String?)
    case all([Action])
    case stop
  }

  @Generable enum Operand: Equatable { case name(String), number(Double) }

  typealias MaybeText = String?

  @Generable(description: "Nothing is left out", representNilExplicitlyInGeneratedContent: true)
  struct Form: Equatable {
    var name: MaybeText
    @Guide(/\d{4}/) var code: String?
  }
}
