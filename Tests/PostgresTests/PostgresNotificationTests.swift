import Postgres
import TestSupport
import Testing

struct PostgresNotificationTests {
  @Test(.timeLimit(.minutes(1))) func bringsWhatOthersNotify() async throws {
    let database = try await Database()
    let (listener, speaker) = try await (database.connect(), database.connect())
    try await listener.listen(to: "Jobs")
    let next = Task { try await listener.nextNotification() }
    try await speaker.query("SELECT pg_notify('Jobs', 'one 🦊')")
    let notification = try await next.value
    #expect(notification?.channel == "Jobs")
    #expect(notification?.payload == "one 🦊")
    // Some that come while nobody waits, and while a statement runs.
    for number in 0..<100 { try await speaker.query("SELECT pg_notify('Jobs', $1)", .text("\(number)")) }
    try await listener.query("SELECT 1")
    for number in 0..<100 { #expect(try await listener.nextNotification()?.payload == "\(number)") }
    #expect(try await listener.nextNotification(within: .milliseconds(20)) == nil)
  }

  @Test(.timeLimit(.minutes(1))) func endsWithTheTaskOrTheServer() async throws {
    let database = try await Database()
    let listener = try await database.connect()
    try await listener.listen(to: "jobs")
    let task = Task { try await listener.nextNotification() }
    try await Task.sleep(for: .milliseconds(20))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await listener.query("SELECT 1::int8")[0].read(0) == 1)
    let other = Task { try await listener.nextNotification() }
    try await Task.sleep(for: .milliseconds(20))
    try await database.server.sql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'SELECT 1::int8%'", in: database.name)
    await #expect { try await other.value } throws: { ($0 as? PostgresError)?.kind == .connectionLost }
    #expect(await !listener.isOpen)
  }
}
