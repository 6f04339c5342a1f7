package import JSONSchema
import LanguageModels

/// Answers the requests of one client by the Model Context Protocol: in the stateless revision 2026-07-28, and in those
/// that begin with a handshake, request by request.
///
///     let server = MCPServer(notes, version: "1.0")
///     try await server.run()          // on standard input and output
///
/// All it offers only reads, and nothing it sends exceeds its budget of tokens (`ResultBudget`).
public actor MCPServer {
  /// Sends a message to the client.
  package typealias Send = @Sendable (JSONValue) -> Void

  let notes: NotesAccess
  let version: String
  package let tools: [any NotesTool] = [SearchTool(), FetchTool(), AskTool(), ListTool(), StatusTool()]
  /// The revision agreed on in the handshake; the newest one before there was any.
  private var handshake: ProtocolVersion
  /// Whether messages can be sent after a request has been answered.
  let isConnected: Bool
  /// The requests being answered, by the text of their ids.
  var running: [String: Task<Void, Never>] = [:]
  /// What the client subscribed to under a handshake, which also tells it of changes of the list.
  private var watched: NoteWatch?
  private var watch: Task<Void, Never>?
  /// The subscriptions of the stateless revision, which end with the connection.
  private var subscriptions: [String: JSONValue] = [:]
  /// Whoever waits for a request to end.
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// The requests being answered that have not been cancelled and are no subscriptions.
  private var active: Set<String> = []
  /// The requests that wait to be answered, in order.
  private var line: [(key: String, turn: CheckedContinuation<Void, Never>)] = []

  /// The most requests answered at once; further ones wait, and can be cancelled.
  private static let mostActive = 32
  /// The most requests answered and waiting; with more, nothing is read until one ends.
  private static let mostRunning = 256

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - notes: The notes.
  ///   - version: The version that it tells clients.
  public init(_ notes: NotesAccess, version: String) {
    (self.notes, self.version, handshake, isConnected) = (notes, version, .newestWithHandshake, true)
  }

  /// Creates a server for one request of HTTP.
  package init(_ notes: NotesAccess, version: String, answering post: MCPPost) {
    (self.notes, self.version, handshake, isConnected) = (notes, version, post.handshake, false)
  }

  /// Takes a message; returns once there is room for the next.
  package func receive(_ text: String, send: @escaping Send) async {
    // One revision has several messages in one.
    if handshake == .v2025_03_26, case .array(let messages)? = try? JSONParser.parse(text), !messages.isEmpty {
      return await receive(batch: messages, send: send)
    }
    let message: RPCMessage
    do {
      message = try RPCMessage(parsing: text)
    } catch {
      return send(RPCMessage.error(error.error, of: error.id))
    }
    switch message {
    case .request(let id, let method, let parameters):
      let key = id.text
      guard running[key] == nil else {
        return send(RPCMessage.error(.invalidRequest("a request with this id is being answered"), of: id))
      }
      running[key] = Task {
        await takeTurn(key)
        if !Task.isCancelled { await answer(id, method, parameters, send) }
        end(key)
      }
      while running.count - subscriptions.count >= Self.mostRunning { await untilOneEnds() }
    case .notification("notifications/cancelled", let parameters):
      guard let id = parameters["requestId"] else { return }
      running[id.text]?.cancel()
      // The model may take a while to notice; others need not wait for that.
      giveUpTurn(id.text)
    case .notification, .response: break
    }
  }

  /// Waits until all requests have been answered, and ends the subscriptions.
  package func finish(send: Send) async {
    for (key, id) in subscriptions {
      send(RPCMessage.result(decorated(Self.subscriptionMeta(id), "subscriptions/listen", .v2026_07_28), of: id))
      running[key]?.cancel()
    }
    while !running.isEmpty { await untilOneEnds() }
    watch?.cancel()
  }

  /// Waits until all requests have been answered; a subscription is when the client cancels it.
  package func untilAnswered() async { while !running.isEmpty { await untilOneEnds() } }

  /// Stops what is being answered.
  package func cancelAll() {
    for (key, task) in running {
      task.cancel()
      giveUpTurn(key)
    }
  }

  private func untilOneEnds() async { await withCheckedContinuation { waiting.append($0) } }

  private func takeTurn(_ key: String) async {
    if active.count < Self.mostActive {
      active.insert(key)
    } else {
      await withCheckedContinuation { line.append((key, $0)) }
    }
  }

  /// Lets the next request be answered; a request that waits itself is woken.
  private func giveUpTurn(_ key: String) {
    if let place = line.firstIndex(where: { $0.key == key }) { return line.remove(at: place).turn.resume() }
    guard active.remove(key) != nil, !line.isEmpty else { return }
    let next = line.removeFirst()
    active.insert(next.key)
    next.turn.resume()
  }

  func end(_ key: String) {
    giveUpTurn(key)
    running[key] = nil
    subscriptions[key] = nil
    let resumed = waiting
    waiting = []
    for continuation in resumed { continuation.resume() }
  }

  // MARK: one request

  private func answer(_ id: JSONValue, _ method: String, _ parameters: JSONValue, _ send: @escaping Send) async {
    do {
      let context = try RequestContext(of: parameters, handshake: handshake)
      let result = try await result(of: method, parameters, context, id: id, send)
      // The client no longer waits for a request that it has cancelled.
      guard !Task.isCancelled else { return }
      send(RPCMessage.result(decorated(result, method, context.version), of: id))
    } catch {
      guard !Task.isCancelled, !(error is CancellationError) else { return }
      send(RPCMessage.error(error as? RPCError ?? .failed(notes.explain(error)), of: id))
    }
  }

  private func result(
    of method: String, _ parameters: JSONValue, _ context: RequestContext, id: JSONValue, _ send: @escaping Send
  ) async throws -> JSONValue {
    if context.version.isStateless {
      switch method {
      case "server/discover": return discovery
      case "subscriptions/listen": return try await listen(parameters, id: id, send)
      default: break
      }
    } else {
      switch method {
      case "initialize": return try initialize(parameters)
      case "ping": return [:]
      case "resources/subscribe" where isConnected: return try await subscribe(parameters, true, send)
      case "resources/unsubscribe" where isConnected: return try await subscribe(parameters, false, send)
      default: break
      }
    }
    let report = progress(context, send)
    return try await feature(method, parameters, context, report)
  }

  /// Returns what sends the progress of a request to a client that wants to know it.
  private nonisolated func progress(_ context: RequestContext, _ send: @escaping Send) -> @Sendable (String) -> Void {
    guard let token = context.progressToken else { return { _ in } }
    let steps = ProgressSteps()
    return { step in
      send(
        RPCMessage.notification(
          "notifications/progress",
          ["progressToken": token, "progress": .integer(steps.next()), "message": .string(step)]))
    }
  }

  // MARK: the beginning of a connection

  private func initialize(_ parameters: JSONValue) throws(RPCError) -> JSONValue {
    guard let requested = parameters["protocolVersion"]?.string else {
      throw .invalidParameters("protocolVersion must be a string")
    }
    let known = ProtocolVersion(rawValue: requested).flatMap { $0.isStateless ? nil : $0 }
    handshake = known ?? .newestWithHandshake
    return [
      "protocolVersion": .string(handshake.rawValue), "capabilities": handshakeCapabilities, "serverInfo": information,
      "instructions": .string(Self.instructions),
    ]
  }

  private var discovery: JSONValue {
    [
      "supportedVersions": .array(ProtocolVersion.allCases.reversed().map { .string($0.rawValue) }),
      "capabilities": Self.capabilities, "instructions": .string(Self.instructions),
    ]
  }

  // MARK: subscriptions

  private func subscribe(
    _ parameters: JSONValue, _ isWanted: Bool, _ send: @escaping Send
  ) async throws -> JSONValue {
    guard let uri = parameters["uri"]?.string else { throw RPCError.invalidParameters("uri must be a string") }
    if let watched {
      if isWanted { await watched.add(uri) } else { await watched.remove(uri) }
      return [:]
    }
    guard isWanted else { return [:] }
    let watched = NoteWatch(.init(uris: [uri], list: true), in: notes)
    self.watched = watched
    await watched.begin()
    watch = Task {
      await watched.run(
        updated: { send(RPCMessage.notification("notifications/resources/updated", ["uri": .string($0)])) },
        listChanged: { send(RPCMessage.notification("notifications/resources/list_changed", [:])) })
    }
    return [:]
  }

  /// Answers `subscriptions/listen`: sends what was agreed to, then changes until the client cancels.
  private func listen(_ parameters: JSONValue, id: JSONValue, _ send: @escaping Send) async throws -> JSONValue {
    guard case .object? = parameters["notifications"] else {
      throw RPCError.invalidParameters("notifications must be an object")
    }
    let interest = try Self.interest(in: parameters["notifications"])
    subscriptions[id.text] = id
    giveUpTurn(id.text)
    let watched = NoteWatch(interest, in: notes)
    if !interest.isEmpty { await watched.begin() }
    let meta = Self.subscriptionMeta(id)
    send(
      RPCMessage.notification(
        "notifications/subscriptions/acknowledged",
        meta.merging([
          "notifications": .object([
            "resourceSubscriptions": interest.uris.isEmpty
              ? nil : .array(interest.uris.sorted().map { .string($0) }),
            "resourcesListChanged": interest.list ? true : nil,
          ])
        ])))
    guard !interest.isEmpty else {
      // Nothing can be told: it lasts until the client ends it.
      while !Task.isCancelled { try await Task.sleep(for: .seconds(3600)) }
      throw CancellationError()
    }
    await watched.run(
      updated: {
        send(RPCMessage.notification("notifications/resources/updated", meta.merging(["uri": .string($0)])))
      },
      listChanged: { send(RPCMessage.notification("notifications/resources/list_changed", meta)) })
    throw CancellationError()
  }

  private static func interest(in filter: JSONValue?) throws(RPCError) -> NoteWatch.Interest {
    var interest = NoteWatch.Interest()
    if let uris = filter?["resourceSubscriptions"] {
      guard case .array(let elements) = uris, elements.allSatisfy({ $0.string != nil }) else {
        throw .invalidParameters("resourceSubscriptions must be an array of strings")
      }
      interest.uris = Set(elements.compactMap(\.string))
    }
    if let list = filter?["resourcesListChanged"] {
      guard case .bool(let isWanted) = list else {
        throw .invalidParameters("resourcesListChanged must be true or false")
      }
      interest.list = isWanted
    }
    return interest
  }

  private static func subscriptionMeta(_ id: JSONValue) -> JSONValue {
    ["_meta": ["io.modelcontextprotocol/subscriptionId": id]]
  }
}
