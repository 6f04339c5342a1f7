import CPostgres
import Foundation

extension PostgresConnection {
  /// Throws if the server has closed the connection while it was idle. Nothing has been sent then.
  func checkStanding() throws {
    guard let handle else {
      throw PostgresError(.connectionLost, "the connection to \(address) is closed", isBeforeSending: true)
    }
    // Notices and notifications may wait before the end.
    for _ in 0..<100 {
      var socket = pollfd(fd: pq_socket(handle.pointer), events: Int16(POLLIN), revents: 0)
      guard socket.fd >= 0, poll(&socket, 1, 0) > 0 else { break }
      guard pq_consume_input(handle.pointer) == 1 else { throw lost(isBeforeSending: true) }
      collectNotifications(handle)
    }
    guard pq_status(handle.pointer) == PQ_CONNECTION_OK else { throw lost(isBeforeSending: true) }
  }

  /// Gives the connection up, and says why.
  func lost(_ reason: String? = nil, isBeforeSending: Bool = false) -> PostgresError {
    let reason = reason ?? handle?.errorMessage ?? "it was closed"
    handle = nil
    names = [:]
    return PostgresError(
      .connectionLost, "the connection to \(address) was lost: \(reason)", isBeforeSending: isBeforeSending)
  }

  /// Returns libpq's connection; throws if it was closed while we waited.
  func open() throws -> OpaquePointer {
    guard let handle else { throw lost() }
    return handle.pointer
  }

  /// Sends what the socket takes. Returns whether all is sent.
  func flush() throws -> Bool {
    let rest = try pq_flush(open())
    guard rest >= 0 else { throw lost() }
    return rest == 0
  }

  /// Waits until the server has taken all that was sent.
  func flushAll() async throws {
    while try !flush() { try await waitForServer(isSent: false) }
  }

  /// Waits until the server has sent something, or takes more of what is to be sent, and reads.
  ///
  /// It always reads while it sends: a server whose answers nobody reads stops reading.
  ///
  /// - Parameter isSent: What `flush` returned last. It is not called again here: the caller that has more to send, or
  ///   whose answer `flush` read, would wait for an answer that does not come.
  func waitForServer(isSent: Bool) async throws {
    let limit = [deadline, cancelDeadline].compactMap(\.self).min()
    let socket = try pq_socket(open())
    guard socket >= 0 else { throw lost() }
    // Of a long answer more has often come by now: the way through the poller's thread takes as long as 20 kB.
    var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    if poll(&ready, 1, 0) == 0 {
      await SocketPoller.shared.wait(token, on: socket, for: isSent ? .reading : [.reading, .writing], until: limit)
    }
    let connection = try open()
    guard pq_consume_input(connection) == 1 else { throw lost() }
    if let handle { collectNotifications(handle) }
    if pq_is_busy(connection) != 0, let limit, limit <= .now { throw lost("no answer in time") }
  }

  /// Returns the next result of the statement whose turn it is, or `nil` after its last.
  func nextResult() async throws -> PostgresResult? {
    while true {
      let isSent = try flush()
      let connection = try open()
      if pq_is_busy(connection) == 0 { return pq_get_result(connection).map(PostgresResult.init) }
      try await waitForServer(isSent: isSent)
    }
  }

  /// The error of a result, if it is one. If the server ended the connection with it, nothing more will come.
  func failure(of result: PostgresResult) throws -> PostgresError? {
    guard [PQ_FATAL_ERROR, PQ_BAD_RESPONSE].contains(result.status) else { return nil }
    let error = PostgresError(of: result, on: address)
    let isBroken = try pq_status(open()) != PQ_CONNECTION_OK
    if error.kind == .connectionLost || isBroken {
      handle = nil
      names = [:]
      throw PostgresError(.connectionLost, error.message, sqlState: error.sqlState)
    }
    return error
  }

  private func collectNotifications(_ handle: LibpqHandle) {
    while let found = pq_notifies(handle.pointer) {
      defer { pq_free(found) }
      notifications.append(
        PostgresNotification(
          channel: String(cString: found.pointee.channel), payload: String(cString: found.pointee.payload)))
    }
  }
}

extension PostgresConnection {
  /// Whether the server has not closed the connection while it was idle.
  func isStanding() -> Bool {
    guard !isTaken else { return false }
    return (try? checkStanding()) != nil
  }

  /// Whether another task may use the connection: nothing runs, no transaction is open, nothing listens.
  func isReusable() -> Bool {
    guard let handle, !isTaken, depth == 0, !isListening else { return false }
    return pq_transaction_status(handle.pointer) == PQ_TRANSACTION_IDLE
  }
}
