import CPostgres
import Foundation

extension PostgresConnection {
  /// The oldest server that is supported: PostgreSQL 14, the oldest that its project still corrected when this was
  /// written.
  package static let oldestServer = 140000

  /// Connects to the first host that takes us.
  ///
  /// - Parameters:
  ///   - timeout: How long each host has once its name is resolved; `connect_timeout` in the address goes before.
  ///   - statementTimeout: How long the server lets a statement run; `nil` leaves it to the server's setting. If there
  ///     is one, the client gives the connection up five seconds later.
  /// - Throws: `PostgresError`, of the only host or of all.
  public static func connect(
    to address: PostgresAddress, timeout: Duration = .seconds(10), statementTimeout: Duration? = nil
  ) async throws -> PostgresConnection {
    try await connect(to: address, timeout: timeout, statementTimeout: statementTimeout, oldest: oldestServer)
  }

  package static func connect(
    to address: PostgresAddress, timeout: Duration, statementTimeout: Duration?, oldest: Int
  ) async throws -> PostgresConnection {
    let timeout = address.options["connect_timeout"].flatMap { Int($0) }.map { .seconds(max(1, $0)) } ?? timeout
    var failures: [PostgresError] = []
    for keywords in try await attempts(at: address) {
      do {
        let (handle, name) = try await open(keywords, until: .now + timeout)
        let connection = PostgresConnection(handle, address: name, statementTimeout: statementTimeout)
        guard connection.serverVersion >= oldest else {
          let (major, oldest) = (connection.serverVersion / 10000, oldest / 10000)
          throw PostgresError(
            .oldServer, "\(name) has PostgreSQL \(major), and \(oldest) is the oldest supported", isBeforeSending: true)
        }
        try await connection.prepareSession()
        return connection
      } catch let error as PostgresError where [.unreachable, .notReady, .tooManyConnections].contains(error.kind) {
        failures.append(error)
      }
    }
    guard failures.count > 1 else { throw failures.first ?? PostgresError(.badAddress, "the address names no host") }
    // Worth another attempt if one of them was.
    let chosen = failures.first { $0.mayPass } ?? failures[0]
    throw PostgresError(
      chosen.kind, "no server answers: " + failures.map(\.message).joined(separator: "; "), sqlState: chosen.sqlState,
      isBeforeSending: true)
  }

  /// What libpq is told for each host to try, in order.
  package static func attempts(at address: PostgresAddress) async throws -> [[String: String]] {
    guard pq_load() else {
      throw PostgresError(
        .noLibrary, "libpq 14 or later is not installed: install libpq5 (Debian) or libpq (Homebrew)",
        isBeforeSending: true)
    }
    let target = try await target(of: address)
    return rounds(of: target.hosts, address).map { host, sessions in
      // libpq connects to the addresses, if there are any, whatever the name of the host.
      let isLocal = host.isLocal && target.addresses.allSatisfy { PostgresAddress.Host(name: $0).isLocal }
      return address.keywords(for: host, mustVerify: !isLocal && !target.isTrusting, sessions: sessions)
    }
  }

  /// What an address leads to.
  private struct Target {
    var hosts: [PostgresAddress.Host]
    /// `hostaddr`: the numeric addresses of the hosts, which libpq uses instead of their names.
    var addresses: [String] = []
    /// Whether the server is trusted without a check.
    var isTrusting: Bool
  }

  /// Returns what an address leads to. Without a host, or with a service, libpq is asked what the environment and the
  /// service's file say; nothing is sent to the server for this.
  private static func target(of address: PostgresAddress) async throws -> Target {
    let isNamed = address.hosts.contains { !$0.name.isEmpty }
    let names = ["service", "servicefile", "hostaddr"]
    let environment = ["PGSERVICE", "PGHOSTADDR"].contains { environmentHas($0) }
    if isNamed, !environment, !names.contains(where: { address.options[$0] != nil }) {
      return Target(hosts: address.hosts, isTrusting: address.choosesTrust)
    }
    let keywords = address.keywords(for: nil, mustVerify: false)
    guard let handle = await blocking({ LibpqHandle(keywords) }) else { throw noMemory }
    let options = handle.options
    func list(_ name: String) -> [String]? {
      options[name].map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    }
    let addresses = (list("hostaddr") ?? []).filter { !$0.isEmpty }
    // "prefer" is what libpq assumes if nobody says anything.
    let isTrusting = address.choosesTrust || !["prefer", nil].contains(options["sslmode"])
    if isNamed { return Target(hosts: address.hosts, addresses: addresses, isTrusting: isTrusting) }
    let ports = (options["port"] ?? "").split(separator: ",").map { UInt16($0) }
    let own = address.hosts.first?.port
    let hosts = (list("host") ?? list("hostaddr") ?? []).enumerated().map { index, name in
      PostgresAddress.Host(name: name, port: own ?? (index < ports.count ? ports[index] : ports.last ?? nil))
    }
    return Target(
      hosts: hosts.isEmpty ? [PostgresAddress.Host(name: "", port: own)] : hosts, addresses: addresses,
      isTrusting: isTrusting)
  }

  private static func environmentHas(_ name: String) -> Bool { getenv(name) != nil }

  /// The hosts in the order in which they are tried. One at a time, since libpq does not give up on a silent host by
  /// itself; so a preference for standbys takes a second round.
  private static func rounds(
    of hosts: [PostgresAddress.Host], _ address: PostgresAddress
  ) -> [(PostgresAddress.Host, String?)] {
    let hosts = address.options["load_balance_hosts"] == "random" ? hosts.shuffled() : hosts
    guard address.options["target_session_attrs"] == "prefer-standby" else { return hosts.map { ($0, nil) } }
    return hosts.map { ($0, "standby") } + hosts.map { ($0, "any") }
  }

  /// Connects to one host.
  private static func open(
    _ keywords: [String: String], until deadline: ContinuousClock.Instant
  ) async throws -> (LibpqHandle, String) {
    let token = SocketPoller.shared.makeToken()
    defer { SocketPoller.shared.forget(token) }
    guard let handle = await blocking({ LibpqHandle(keywords) }) else { throw noMemory }
    let options = handle.options
    let host = options["host"] ?? options["hostaddr"] ?? "the local socket"
    let name = (host.contains(":") ? "[\(host)]" : host) + ":\(options["port"] ?? "5432")"
    // libpq fills in the port as soon as it has understood the options.
    guard options["port"] != nil else {
      throw PostgresError(.badAddress, "libpq refuses the address: \(handle.errorMessage)", isBeforeSending: true)
    }
    // The first step was in starting, as if it were to wait for writing.
    var step = pq_status(handle.pointer) == PQ_CONNECTION_BAD ? PQ_POLLING_FAILED : PQ_POLLING_WRITING
    var status = PQ_CONNECTION_STARTED
    while step == PQ_POLLING_READING || step == PQ_POLLING_WRITING {
      let events: SocketPoller.Events = step == PQ_POLLING_READING ? .reading : .writing
      await withTaskCancellationHandler {
        await SocketPoller.shared.wait(token, on: pq_socket(handle.pointer), for: events, until: deadline)
      } onCancel: {
        SocketPoller.shared.wake(token)
      }
      try Task.checkCancellation()
      guard ContinuousClock.now < deadline else {
        throw PostgresError(.unreachable, "cannot reach \(name): no answer in time", isBeforeSending: true)
      }
      let before = Int(pq_status(handle.pointer))
      status = before == PQ_CONNECTION_BAD ? status : before
      step = Int(await blocking { pq_connect_poll(handle.pointer) })
    }
    guard step == PQ_POLLING_OK else {
      throw PostgresError(
        connecting: handle.pointer, to: name, status: status, mode: options["sslmode"])
    }
    guard pq_set_nonblocking(handle.pointer) == 0, pq_enter_pipeline(handle.pointer) == 1 else { throw noMemory }
    return (handle, name + "/" + (options["dbname"] ?? ""))
  }

  private static let noMemory = PostgresError(.other, "libpq has no memory left", isBeforeSending: true)

  /// Runs a call that may block on a thread that may.
  private static func blocking<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: body()) }
    }
  }

  /// Tells the server our settings.
  private func prepareSession() async throws {
    guard let statementTimeout else { return }
    let milliseconds = Int(max(1, statementTimeout / .milliseconds(1)))
    try await query("SELECT set_config('statement_timeout', $1, false)", .text("\(milliseconds)ms"))
  }
}
