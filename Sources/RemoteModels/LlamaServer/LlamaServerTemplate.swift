import JSONSchema
import LanguageModels
import Synchronization

/// The chat template of a llama-server.
///
/// The server renders placeholders, once for each sequence of roles.
final class LlamaServerTemplate: Sendable {
  private struct Rendering: Hashable {
    var messages: [LanguageModelRequest.Message]
    var thinks: Bool
  }

  private struct Memory {
    var renderings: [Rendering: String] = [:]
    var replyFrame: String?
  }

  /// The number of renderings that are kept.
  private static let mostRenderings = 64

  private let client: ServerClient
  /// The template's text, in which it shows how a thought ends.
  private let source: String
  private let memory = Mutex(Memory())

  /// How the model writes a thought, if the template knows thoughts.
  let thought: ThoughtForm?

  init(_ client: ServerClient, source: String) {
    (self.client, self.source, thought) = (client, source, ThoughtForm.named(in: source))
  }

  /// Returns a conversation up to the beginning of the reply or, if the model `thinks`, of a thought before it.
  ///
  /// A system message that the template does not know becomes part of the first question, and messages are joined if it
  /// wants questions and answers in turn. The server takes an answer at the end for the beginning of the reply, so an
  /// empty question follows it.
  func pieces(of messages: [LanguageModelRequest.Message], thinks: Bool = false) async throws -> [ChatPiece] {
    guard !messages.isEmpty else { return [.template(try await replyFrame)] }
    let (plain, folded) = (
      ChatTurns(messages, foldsSystem: false).endingInQuestion, ChatTurns(messages, foldsSystem: true).endingInQuestion
    )
    var failure: any Error = ChatTurns.Dropped()
    for turns in [plain, plain.alternating, folded, folded.alternating] {
      let (marked, texts) = turns.marked
      do {
        let pieces = try ChatTurns.pieces(of: try await rendered(marked, thinks: thinks), texts: texts)
        guard case .template(let tail)? = pieces.last else { return pieces }
        if thinks, let thought { return pieces + [.template(thought.opening(after: tail))] }
        return pieces + [.template(ChatTurns.afterThought(openedBy: tail, in: source))]
      } catch let error as ChatTurns.Dropped {
        failure = error
      } catch let error as ServerError {
        guard case .failed = error else { throw error }
        failure = error
      }
    }
    guard failure is ChatTurns.Dropped else { throw failure }
    throw ServerError.invalidReply(
      address: client.address.base, reason: "its chat template drops a message, or repeats one")
  }

  /// The text between the last message and the reply.
  private var replyFrame: String {
    get async throws {
      if let known = memory.withLock({ $0.replyFrame }) { return known }
      let question = [LanguageModelRequest.Message(role: .user, content: "q")]
      let (open, whole) = (try await render(question, isOpen: true), try await render(question, isOpen: false))
      let frame = open.hasPrefix(whole) ? String(open.dropFirst(whole.count)) : ""
      memory.withLock { $0.replyFrame = frame }
      return frame
    }
  }

  private func rendered(_ messages: [LanguageModelRequest.Message], thinks: Bool) async throws -> String {
    let rendering = Rendering(messages: messages, thinks: thinks)
    if let known = memory.withLock({ $0.renderings[rendering] }) { return known }
    let text = try await render(messages, isOpen: true, thinks: thinks)
    memory.withLock { memory in
      if memory.renderings.count >= Self.mostRenderings { memory.renderings = [:] }
      memory.renderings[rendering] = text
    }
    return text
  }

  private func render(
    _ messages: [LanguageModelRequest.Message], isOpen: Bool, thinks: Bool = false
  ) async throws -> String {
    let reply = try await client.json(
      client.address.root + "/apply-template",
      .object([
        "messages": .array(messages.map(\.json)), "add_generation_prompt": .bool(isOpen),
        "chat_template_kwargs": .object(["enable_thinking": .bool(thinks)]),
        "model": client.address.model.map { .string($0) },
      ]))
    guard let text = reply["prompt"]?.string else {
      throw ServerError.invalidReply(address: client.address.base, reason: "it does not format conversations")
    }
    return text
  }
}
