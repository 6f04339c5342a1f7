/// The rows of a statement, as they arrive. At most a few hundred are in memory, however many there are.
public struct PostgresRows: AsyncSequence, Sendable {
  /// Takes the rows one by one.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let connection: PostgresConnection
    fileprivate let id: UInt64
    /// Rows that have arrived, the next one last.
    fileprivate var ready: [PostgresRow] = []

    /// Returns the next row, or `nil` after the last.
    public mutating func next() async throws -> PostgresRow? {
      if ready.isEmpty { ready = try await connection.nextRows(of: id).reversed() }
      return ready.popLast()
    }
  }

  let connection: PostgresConnection
  let id: UInt64

  /// Begins where earlier iterators have stopped: there is each row once.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(connection: connection, id: id) }
}
