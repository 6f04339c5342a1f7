import JSONSchema
import LanguageModels
import Synchronization

/// The chat template of a llama-server.
///
/// The server renders placeholders, once for each sequence of roles.
final class LlamaServerTemplate: Sendable {
  private struct Memory {
    var renderings: [[LanguageModelRequest.Message]: String] = [:]
    var replyFrame: String?
  }

  /// The number of renderings that are kept.
  private static let mostRenderings = 64

  private let client: ServerClient
  /// The template's text, in which it shows how a thought ends.
  private let source: String
  private let memory = Mutex(Memory())

  init(_ client: ServerClient, source: String) { (self.client, self.source) = (client, source) }

  /// Returns a conversation up to the beginning of the reply.
  ///
  /// A system message that the template does not know becomes part of the first question, and messages are joined if it
  /// wants questions and answers in turn. The server takes an answer at the end for the beginning of the reply, so an
  /// empty question follows it.
  func pieces(of messages: [LanguageModelRequest.Message]) async throws -> [ChatPiece] {
    guard !messages.isEmpty else { return [.template(try await replyFrame)] }
    let (plain, folded) = (
      ChatTurns(messages, foldsSystem: false).endingInQuestion, ChatTurns(messages, foldsSystem: true).endingInQuestion
    )
    var failure: any Error = ChatTurns.Dropped()
    for turns in [plain, plain.alternating, folded, folded.alternating] {
      let (marked, texts) = turns.marked
      do {
        let pieces = try ChatTurns.pieces(of: try await rendered(marked), texts: texts)
        guard case .template(let tail)? = pieces.last else { return pieces }
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

  private func rendered(_ messages: [LanguageModelRequest.Message]) async throws -> String {
    if let known = memory.withLock({ $0.renderings[messages] }) { return known }
    let text = try await render(messages, isOpen: true)
    memory.withLock { memory in
      if memory.renderings.count >= Self.mostRenderings { memory.renderings = [:] }
      memory.renderings[messages] = text
    }
    return text
  }

  private func render(_ messages: [LanguageModelRequest.Message], isOpen: Bool) async throws -> String {
    let reply = try await client.json(
      client.address.root + "/apply-template",
      .object([
        "messages": .array(messages.map(\.json)), "add_generation_prompt": .bool(isOpen),
        "chat_template_kwargs": .object(["enable_thinking": .bool(false)]),
        "model": client.address.model.map { .string($0) },
      ]))
    guard let text = reply["prompt"]?.string else {
      throw ServerError.invalidReply(address: client.address.base, reason: "it does not format conversations")
    }
    return text
  }
}
