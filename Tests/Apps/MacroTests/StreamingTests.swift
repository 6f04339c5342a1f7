import Isolated
import LanguageModels
import LlamaEngine
import ModelCatalogue
import Testing

@Suite struct StreamingTests {
  private static let json = #"""
    {"city": "Lyon", "nights": 12, "price": 1.5, "rating": 4, "isBooked": true, "days": [{"title": "Out"}, \#
    {"title": "Back"}], "season": "autumn"}
    """#

  private func session(_ reply: String) -> LanguageModelSession {
    LanguageModelSession(model: ScriptedLanguageModel(replies: [reply]))
  }

  @Test func propertiesAppearInOrderAndKeepWhatTheyHave() async throws {
    let stream = session(Self.json).streamResponse(to: Prompt("Plan."), generating: Generated.Trip.self)
    var seen: [[Bool]] = []
    var titles: [String] = []
    for try await snapshot in stream {
      let trip = snapshot.content
      seen.append([
        trip.city != nil, trip.nights != nil, trip.price != nil, trip.rating != nil, trip.isBooked != nil,
        trip.days != nil, trip.season != nil, trip.note != nil,
      ])
      if let city = trip.city { #expect("Lyon".hasPrefix(city)) }
      if let nights = trip.nights { #expect(nights == 12, "a number is whole or not there") }
      if let season = trip.season { #expect(season == .autumn) }
      let now = trip.days?.compactMap(\.title).joined(separator: ",") ?? ""
      #expect(now.hasPrefix(titles.last ?? ""), "days never disappear")
      titles.append(now)
    }
    for (before, after) in zip(seen, seen.dropFirst()) {
      #expect(zip(before, after).allSatisfy { !$0 || $1 })
    }
    #expect(seen.allSatisfy { row in row.dropFirst(row.prefix { $0 }.count).allSatisfy { !$0 } }, "in order")
    #expect(seen.last == [true, true, true, true, true, true, true, false] && titles.last == "Out,Back")
    #expect(try await stream.collect().content == Generated.Trip(GeneratedContent(json: Self.json)))
  }

  @Test func aValueAndItsPartsKeepTheirIDs() async throws {
    let stream = session(Self.json).streamResponse(to: Prompt("Plan."), generating: Generated.Trip.self)
    var ids: Set<GenerationID> = []
    var days: [Set<GenerationID>] = [[], []]
    for try await snapshot in stream {
      ids.insert(snapshot.content.id)
      for (index, day) in (snapshot.content.days ?? []).enumerated() { days[index].insert(day.id) }
    }
    #expect(ids.count == 1 && days.map(\.count) == [1, 1] && days[0].isDisjoint(with: days[1]))
  }

  @Test func aCaseThatIsUnfinishedIsNotThereYet() async throws {
    let reply = #"{"actions": [{"type": "pair", "value": 1, "value1": 2}, {"type": "stop"}]}"#
    let stream = session(reply).streamResponse(to: Prompt("Go."), generating: Actions.self)
    var counts: [Int] = []
    for try await snapshot in stream { counts.append(snapshot.content.actions?.count ?? -1) }
    #expect(counts == counts.sorted() && Set(counts).isSuperset(of: [0, 1, 2]))
  }

  @Test func aProgramOnTheMainActorGeneratesElsewhere() async throws {
    let reply = #"{"text": "Call", "urgency": 2, "kind": {"type": "every", "days": 3}}"#
    #expect(try await remind(using: ScriptedLanguageModel(replies: [reply])) == "Call")
  }

  @Test func aRealModelFillsInAType() async throws {
    let folder = ModelFolder.standard()
    let entry = try Catalogue.standard().entry(named: "SmolLM2-135M-Instruct")
    try #require(folder.isPresent(entry), "run 'make test', which fetches the model into \(folder.path)")
    let model = try await LlamaLanguageModel(contentsOf: folder.path(of: entry), contextSize: 2048, threads: 1)
    let session = LanguageModelSession(model: model)
    let stream = session.streamResponse(
      to: Prompt("Plan a short trip to Lyon."), generating: Stay.self,
      options: GenerationOptions(maximumResponseTokens: 60))
    var cities: [String] = []
    for try await snapshot in stream { cities.append(snapshot.content.city ?? "") }
    let trip = try await stream.collect().content
    #expect((1...14).contains(trip.nights), "\(trip)")
    #expect(cities.last == trip.city && trip.city.wholeMatch(of: /[A-Z][a-z]{1,11}/) != nil)
  }
}

@Generable struct Stay {
  @Guide(.pattern(/[A-Z][a-z]{1,11}/)) var city: String
  @Guide(.range(1...14)) var nights: Int
}

@Generable struct Actions { var actions: [Generated.Action] }
