import Embedding
import GRDB

/// The thread on which searches of one index wait their turn.
actor SearchLine {
  private let executor = SerialQueueExecutor(label: "rag.search")

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func read<Result>(
    _ connection: IndexConnection, _ body: @Sendable (Database, inout SearchMemory) throws -> Result
  ) throws -> Result {
    try connection.read(body)
  }
}
