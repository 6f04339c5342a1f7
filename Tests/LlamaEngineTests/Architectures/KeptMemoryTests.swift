import Foundation
import LanguageModels
import LlamaEngine
import Synchronization
import TestSupport
import Testing

/// What a model of each architecture has in memory saves time and changes nothing: not where layers are recurrent and
/// their memory cannot be truncated, and not where attention slides.
@Suite(.serialized) struct KeptMemoryTests {
  private let folder: TemporaryFolder
  /// A text of 198 tokens. Attention slides over 48.
  private let front: String

  init() throws {
    folder = try TemporaryFolder()
    front = try Architectures.golden.get().texts[2]
  }

  /// The tokens that are kept at least if more are common: recurrent layers go back to the end of a batch.
  private let batch = 128

  /// Requires the same logits and the same reply as from a model that has seen nothing else.
  ///
  /// Where attention slides, a restored state has other places in the cache, and sums are rounded in another order.
  private func expectSame(
    _ request: LanguageModelRequest, from used: TinyModel, as shape: ArchitectureModel, keeping kept: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let fresh = try await TinyModel(shape, in: folder)
    let reply = try await used.model.reply(to: request)
    #expect(reply.text == (try await fresh.model.reply(to: request).text), sourceLocation: sourceLocation)
    #expect((reply.summary?.cachedTokens ?? 0) >= kept, sourceLocation: sourceLocation)
    let again = try await TinyModel(shape, in: folder)
    let difference = try await used.difference(from: again, after: request)
    #expect(shape.slides ? difference < 5e-3 : difference == 0, "\(difference)", sourceLocation: sourceLocation)
  }

  @Test(arguments: TinyModel.all) func aKeptPrefixChangesNothing(_ shape: ArchitectureModel) async throws {
    let used = try await TinyModel(shape, in: folder)
    _ = try await used.model.reply(to: .plain(front, "Where is box 4?"))
    try await expectSame(.plain(front, "Which lamp is lit at dusk?"), from: used, as: shape, keeping: batch)
    let changed = front.replacing("Box 10 stands", with: "Box 5 stands")
    try await expectSame(.plain(changed, "Where is box 4?"), from: used, as: shape, keeping: batch)
  }

  @Test(arguments: TinyModel.all) func aStateSetAsideChangesNothing(_ shape: ArchitectureModel) async throws {
    let used = try await TinyModel(shape, in: folder)
    let other = String(repeating: "The tide turns when the keeper is at the lamp. ", count: 14)
    _ = try await used.model.reply(to: .plain(front, front, "Where is box 4?"))
    _ = try await used.model.reply(to: .plain(other))
    // What is common ends further back than attention slides.
    try await expectSame(.plain(front, "Where is box 7?"), from: used, as: shape, keeping: batch)
    try await expectSame(.plain(other + "It is lit."), from: used, as: shape, keeping: batch)
  }

  @Test(arguments: TinyModel.all) func aFrontOnDiskChangesNothing(_ shape: ArchitectureModel) async throws {
    let saved = folder.path + "/fronts"
    try FileManager.default.createDirectory(atPath: saved, withIntermediateDirectories: true)
    var first = try await TinyModel(shape, in: folder)
    first.model.frontsFolder = saved
    #expect(try await first.model.prewarm(.plain(front)).cachedTokens == 0)
    var second = try await TinyModel(shape, in: folder)
    second.model.frontsFolder = saved
    let read = try await second.model.prewarm(.plain(front))
    #expect(read.cachedTokens == 192 && read.promptTokens == 192)
    for model in [first, second] {
      for question in ["Where is box 4, and where is box 5?", "Which keeper lit the lamp when the tide turns?"] {
        try await expectSame(.plain(front + " " + question), from: model, as: shape, keeping: 192)
      }
    }
    // A prompt that leaves the front before its end.
    let changed = front.replacing("Box 10 stands", with: "Box 5 stands")
    try await expectSame(.plain(changed), from: second, as: shape, keeping: 0)
  }

  @Test(arguments: TinyModel.all) func aCompactedConversationIsThatOfAFreshModel(_ shape: ArchitectureModel)
    async throws
  {
    let used = try await TinyModel(shape, in: folder)
    var messages = [LanguageModelRequest.Message(role: .system, content: front)]
    for question in ["Where is box 4?", "And box 5?", "Which lamp is lit?"] {
      messages.append(.init(role: .user, content: question))
      let request = LanguageModelRequest(messages: messages, options: .init(maximumResponseTokens: 24))
      let reply = try await used.model.reply(to: request)
      #expect(reply.summary?.promptTokens == (try used.model.tokenCount(for: request)))
      messages.append(.init(role: .assistant, content: reply.text))
    }
    // The first turns are summarized, the last stays.
    let compacted = [messages[0], .init(role: .user, content: "Box 4 is on shelf 5.")] + messages.suffix(2)
    let request = LanguageModelRequest(
      messages: compacted + [.init(role: .user, content: "And box 6?")], options: .init(maximumResponseTokens: 8))
    try await expectSame(request, from: used, as: shape, keeping: batch)
  }

  @Test(arguments: TinyModel.all) func aCancelledPromptChangesNothing(_ shape: ArchitectureModel) async throws {
    let used = try await TinyModel(shape, in: folder)
    _ = try await used.model.reply(to: .plain(front, "Where is box 4?"))
    let task = Mutex<Task<NextTokenScores, any Error>?>(nil)
    var model = used.model
    model.onProgress = { progress in
      if progress.evaluatedTokens > 256 { task.withLock { $0?.cancel() } }
    }
    let (watched, long) = (model, LanguageModelRequest.plain(front, front, front))
    let running = task.withLock { task in
      let running = Task { try await watched.nextTokenScores(after: long, candidates: ["a"]) }
      task = running
      return running
    }
    await #expect(throws: CancellationError.self) { try await running.value }
    try await expectSame(.plain(front, "Which lamp is lit at dusk?"), from: used, as: shape, keeping: batch)
  }
}
