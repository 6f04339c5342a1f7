import Foundation
import LanguageModels

/// A type that is generated, without a macro: one property of each kind.
struct Trip: Generable, Equatable {
  var city: String
  var nights: Int
  var price: Decimal
  var rating: Double
  var isBooked: Bool
  var days: [Day]
  var season: Season
  var note: String?

  static let generationSchema = GenerationSchema(
    type: Self.self, description: "A trip",
    properties: [
      .init(name: "city", type: String.self, guides: [.pattern("[A-Z][a-z]{1,11}")]),
      .init(name: "nights", description: "One or more", type: Int.self, guides: [.range(1...14)]),
      .init(name: "price", type: Decimal.self, guides: [.minimum(0.5), .maximum(999.95)]),
      .init(name: "rating", type: Double.self),
      .init(name: "isBooked", type: Bool.self),
      .init(name: "days", type: [Day].self, guides: [.minimumCount(1), .maximumCount(3)]),
      .init(name: "season", type: Season.self),
      .init(name: "note", type: String?.self, guides: [.anyOf(["early", "late"])]),
    ])

  init(
    city: String, nights: Int, price: Decimal, rating: Double, isBooked: Bool, days: [Day], season: Season,
    note: String? = nil
  ) {
    self.city = city
    self.nights = nights
    self.price = price
    self.rating = rating
    self.isBooked = isBooked
    self.days = days
    self.season = season
    self.note = note
  }

  init(_ content: GeneratedContent) throws {
    city = try content.value(forProperty: "city")
    nights = try content.value(forProperty: "nights")
    price = try content.value(forProperty: "price")
    rating = try content.value(forProperty: "rating")
    isBooked = try content.value(forProperty: "isBooked")
    days = try content.value(forProperty: "days")
    season = try content.value(forProperty: "season")
    note = try content.value(forProperty: "note")
  }

  var generatedContent: GeneratedContent {
    var properties: [(String, any ConvertibleToGeneratedContent)] = [
      ("city", city), ("nights", nights), ("price", price), ("rating", rating), ("isBooked", isBooked), ("days", days),
      ("season", season),
    ]
    if let note { properties.append(("note", note)) }
    return GeneratedContent(properties: properties) { _, last in last }
  }

  static let example = Trip(
    city: "Lyon", nights: 3, price: 120.45, rating: 4.5, isBooked: true,
    days: [Day(title: "Arrive \"late\""), Day(title: "Café\n")], season: .autumn)
}

struct Day: Generable, Equatable {
  var title: String

  static let generationSchema = GenerationSchema(
    type: Self.self, properties: [.init(name: "title", type: String.self)])

  init(title: String) { self.title = title }
  init(_ content: GeneratedContent) throws { title = try content.value(forProperty: "title") }
  var generatedContent: GeneratedContent { GeneratedContent(properties: ["title": title]) }
}

enum Season: String, Generable, CaseIterable {
  case spring, summer, autumn, winter

  static let generationSchema = GenerationSchema(type: Self.self, anyOf: allCases.map(\.rawValue))

  init(_ content: GeneratedContent) throws {
    guard let season = Season(rawValue: try content.value()) else {
      throw GeneratedContent.ParsingError(rawContent: content.jsonString, debugDescription: "no season")
    }
    self = season
  }

  var generatedContent: GeneratedContent { rawValue.generatedContent }
}

/// A type that holds others of its own.
struct Folder: Generable, Equatable {
  var name: String
  var folders: [Folder]

  static let generationSchema = GenerationSchema(
    type: Self.self,
    properties: [
      .init(name: "name", type: String.self), .init(name: "folders", type: [Folder].self, guides: [.maximumCount(2)]),
    ])

  init(name: String, folders: [Folder]) {
    self.name = name
    self.folders = folders
  }

  init(_ content: GeneratedContent) throws {
    name = try content.value(forProperty: "name")
    folders = try content.value(forProperty: "folders")
  }

  var generatedContent: GeneratedContent { GeneratedContent(properties: ["name": name, "folders": folders]) }
}
