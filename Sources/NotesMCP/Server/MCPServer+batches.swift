import JSONSchema
import Synchronization

extension MCPServer {
  /// Takes the messages of a batch, which are answered together: once each request has been answered, or cancelled.
  func receive(batch messages: [JSONValue], send: @escaping Send) async {
    let answers = BatchAnswers(send)
    for message in messages { await receive(message.text) { answers.take($0) } }
    let requests = messages.compactMap { running[$0["id"]?.text ?? ""] }
    let key = "batch \(requests.count) \(messages.first?["id"]?.text ?? "")"
    running[key] = Task {
      for request in requests { await request.value }
      answers.finish()
      end(key)
    }
  }
}

/// Keeps the answers of a batch; progress is sent at once.
private final class BatchAnswers: Sendable {
  private let send: MCPServer.Send
  private let answers = Mutex<[JSONValue]>([])

  init(_ send: @escaping MCPServer.Send) { self.send = send }

  func take(_ message: JSONValue) {
    guard message["method"] == nil else { return send(message) }
    answers.withLock { $0.append(message) }
  }

  func finish() {
    let whole = answers.withLock { $0 }
    if !whole.isEmpty { send(.array(whole)) }
  }
}
