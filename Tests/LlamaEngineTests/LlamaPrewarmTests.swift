import Foundation
import LanguageModels
import LlamaEngine
import TestSupport
import Testing

@Suite(.serialized) struct LlamaPrewarmTests {
  private let rules = (1...20).map { "Rule \($0): answer in \($0) words or fewer." }.joined(separator: "\n")

  private func request(_ question: String) -> LanguageModelRequest {
    LanguageModelRequest(
      messages: [.init(role: .system, content: rules), .init(role: .user, content: "Question: \(question)")],
      options: .init(maximumResponseTokens: 12))
  }

  private func model(savingIn folder: String) async throws -> LlamaLanguageModel {
    var model = try await SmolLM2.loadShallow()
    model.frontsFolder = folder
    return model
  }

  @Test func aSavedFrontIsReadAndChangesNothing() async throws {
    let folder = try TemporaryFolder()
    let fresh = try await SmolLM2.loadShallow().reply(to: request("Where is box 4?"))

    let first = try await model(savingIn: folder.path)
    #expect(try await first.prewarm(request("")).cachedTokens == 0)
    let second = try await model(savingIn: folder.path)
    let read = try await second.prewarm(request(""))
    #expect(read.cachedTokens > 200 && read.cachedTokens == read.promptTokens)
    let reply = try await second.reply(to: request("Where is box 4?"))
    #expect(reply.text == fresh.text)
    let cached = try #require(reply.summary?.cachedTokens)
    #expect(cached > 200 && cached <= read.cachedTokens)
    #expect(fresh.summary?.cachedTokens == 0)
  }

  @Test func aDamagedFileCostsTheEvaluationAndNothingElse() async throws {
    let folder = try TemporaryFolder()
    try await model(savingIn: folder.path).prewarm(request(""))
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
    let whole = try Data(contentsOf: URL(filePath: folder.path + "/" + name))
    for damaged in [Data(), whole.prefix(7), whole.prefix(whole.count / 2), Data(whole.map { ~$0 })] {
      try damaged.write(to: URL(filePath: folder.path + "/" + name))
      let model = try await model(savingIn: folder.path)
      #expect(try await model.prewarm(request("")).cachedTokens == 0)
      let reply = try await model.reply(to: request("Where?"))
      #expect((reply.summary?.cachedTokens ?? 0) > 200)
      #expect(try Data(contentsOf: URL(filePath: folder.path + "/" + name)).count == whole.count)
    }
  }

  @Test func aFolderThatCannotBeWrittenCostsNothing() async throws {
    let model = try await model(savingIn: "/dev/null/nowhere")
    #expect(try await model.prewarm(request("")).cachedTokens == 0)
    #expect((try await model.reply(to: request("Where?")).summary?.cachedTokens ?? 0) > 200)
  }

  @Test func onlyTheFrontsLastUsedAreKept() async throws {
    let folder = try TemporaryFolder()
    let model = try await model(savingIn: folder.path)
    for number in 0..<20 {
      let front = String(repeating: "front number \(number), ", count: 12)
      try await model.prewarm(.asking(front))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 16)
  }
}
