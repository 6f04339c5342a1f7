import Foundation
import LanguageModels
import LlamaEngine
import Testing

@Suite(.serialized) struct LlamaPrewarmTests {
  private let rules = (1...20).map { "Rule \($0): answer in \($0) words or fewer." }.joined(separator: "\n")

  private func request(_ question: String) -> LanguageModelRequest {
    LanguageModelRequest(
      messages: [.init(role: .system, content: rules), .init(role: .user, content: "Question: \(question)")],
      options: .init(maximumResponseTokens: 12))
  }

  @Test func aSavedFrontIsReadAndChangesNothing() async throws {
    let folder = try TemporaryFolder()
    let fresh = try await SmolLM2.load().reply(to: request("Where is box 4?"))

    let first = try await SmolLM2.load()
    #expect(try await first.prewarm(request(""), savedIn: folder.path) == 0)
    let second = try await SmolLM2.load()
    let read = try await second.prewarm(request(""), savedIn: folder.path)
    #expect(read > 200)
    let reply = try await second.reply(to: request("Where is box 4?"))
    #expect(reply.text == fresh.text)
    let cached = try #require(reply.summary?.cachedTokens)
    #expect(cached > 200 && cached <= read)
    #expect(fresh.summary?.cachedTokens == 0)
  }

  @Test func aDamagedFileCostsTheEvaluationAndNothingElse() async throws {
    let folder = try TemporaryFolder()
    try await SmolLM2.load().prewarm(request(""), savedIn: folder.path)
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
    let whole = try Data(contentsOf: URL(filePath: folder.path + "/" + name))
    for damaged in [Data(), whole.prefix(7), whole.prefix(whole.count / 2), Data(whole.map { ~$0 })] {
      try damaged.write(to: URL(filePath: folder.path + "/" + name))
      let model = try await SmolLM2.load()
      #expect(try await model.prewarm(request(""), savedIn: folder.path) == 0)
      let reply = try await model.reply(to: request("Where?"))
      #expect((reply.summary?.cachedTokens ?? 0) > 200)
      #expect(try Data(contentsOf: URL(filePath: folder.path + "/" + name)).count == whole.count)
    }
  }

  @Test func aFolderThatCannotBeWrittenCostsNothing() async throws {
    let model = try await SmolLM2.load()
    #expect(try await model.prewarm(request(""), savedIn: "/dev/null/nowhere") == 0)
    #expect((try await model.reply(to: request("Where?")).summary?.cachedTokens ?? 0) > 200)
  }

  @Test func onlyTheFrontsLastUsedAreKept() async throws {
    let folder = try TemporaryFolder()
    let model = try await SmolLM2.load()
    for number in 0..<20 {
      let front = String(repeating: "front number \(number), ", count: 12)
      try await model.prewarm(.asking(front), savedIn: folder.path)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 16)
  }
}
