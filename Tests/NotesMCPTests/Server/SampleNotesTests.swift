import Embedding
import Foundation
import JSONSchema
import TestSupport
import Testing

/// What an agent gets that passes nothing but a query or an id.
@Suite struct SampleNotesTests {
  /// The questions of the sample notes whose answer is one of a few texts.
  @Test func aSearchWithoutOptionsShowsTheAnswer() async throws {
    let encoder = try BERTEncoder(contentsOf: try Models.encoder())
    let client = try await TestClient(in: Corpus.folder.path, encoder: encoder)
    var (asked, missed) = (0, [String]())
    for question in try Corpus.questions() {
      guard question.source != nil, let accept = question.accept else { continue }
      asked += 1
      let content = await client.call("search", ["query": .string(question.question)]).content
      let results = content["results"]?.elements ?? []
      let texts = results.map { Corpus.normalized($0["text"]?.string ?? "") }
      #expect(results.count == 5, "\(question.id)")
      // Four bytes a token: about what tokenizers need for English.
      #expect(content.text.utf8.count / 4 < 1500, "\(question.id)")
      if !accept.contains(where: { answer in texts.contains { $0.contains(Corpus.normalized(answer)) } }) {
        missed.append(question.id)
      }
    }
    #expect(asked == 45)
    #expect(missed.count <= 3, "\(missed)")
  }

  @Test func aNoteIsReadInFewCalls() async throws {
    let line = "The north pump was greased and its seal replaced before the autumn rain.\n"
    let client = try await TestClient([
      "short.md": String(repeating: line, count: 1300 / line.utf8.count),
      "long.md": String(repeating: line, count: 75_000 / line.utf8.count),
    ])
    for (id, most) in [("short.md", 1), ("long.md", 8)] {
      var (calls, cursor) = (0, JSONValue?.none)
      repeat {
        let page = await client.call("fetch", .object(["id": .string(id), "cursor": cursor])).content
        cursor = page["cursor"]
        calls += 1
      } while cursor != nil && calls < 100
      #expect(calls <= most, "\(id): \(calls)")
    }
  }

  @Test func everyArgumentIsDescribed() async throws {
    let client = try await TestClient()
    let tools = await client.answer(to: client.begin("tools/list"))["result"]?["tools"]?.elements ?? []
    #expect(tools.count == 5)
    for tool in tools {
      guard case .object(let properties)? = tool["inputSchema"]?["properties"] else { continue }
      for property in properties {
        let description = property.value["description"]?.string ?? ""
        #expect(!description.isEmpty, "\(tool["name"]?.string ?? ""): \(property.name)")
      }
    }
  }
}
