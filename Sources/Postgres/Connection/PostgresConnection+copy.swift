import CPostgres

extension PostgresConnection {
  /// How many bytes are passed on at once.
  private static let copyBytes = 64 << 10

  /// Adds rows to a table with `COPY … FROM STDIN` in binary form, the fastest way there is. All are added, or none.
  ///
  /// Nothing is converted: a column's type must be that of its values, `int8` for `.int`.
  ///
  /// - Parameters:
  ///   - table: The name, as `schema.table` or `table`; quoted here.
  ///   - columns: The columns that each row has, in order.
  ///   - rows: Taken as the server takes them.
  /// - Returns: The number of rows added.
  @discardableResult
  public func copy(
    into table: String, columns: [String], rows: sending some Sequence<[PostgresValue]>
  ) async throws -> Int {
    let names = columns.map(Self.quoted).joined(separator: ", ")
    let target = table.split(separator: ".", maxSplits: 1).map { Self.quoted(String($0)) }.joined(separator: ".")
    let statement = PostgresStatement("COPY \(target) (\(names)) FROM STDIN (FORMAT binary)")
    try statement.check()
    return try await operate { try await self.copy(statement, columns: columns.count, rows: rows) }
  }

  /// Quotes a name.
  static func quoted(_ name: String) -> String {
    "\""
      + name.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }

  private func copy(
    _ statement: PostgresStatement, columns: Int, rows: some Sequence<[PostgresValue]>
  ) async throws -> Int {
    try await beginDelayed()
    // COPY does not exist in pipeline mode.
    guard pq_exit_pipeline(try open()) == 1 else { throw lost() }
    let outcome: Result<Int, any Error>
    do {
      guard pq_send_query(try open(), statement.text) == 1 else { throw lost() }
      let answer = try await nextResult()
      if let answer, let error = try failure(of: answer) {
        outcome = .failure(error)
      } else if answer?.status == PQ_COPY_IN {
        do {
          try await put(rows, columns: columns)
          try await endCopy(nil)
        } catch let error where handle != nil {
          try await endCopy("\(type(of: error))")
          try await drain()
          try leaveCopy()
          throw error
        }
        outcome = .success(0)
      } else {
        throw lost("unexpected answer to COPY")
      }
    }
    let count = try await drain()
    try leaveCopy()
    _ = try outcome.get()
    return try count.get()
  }

  private func leaveCopy() throws {
    guard pq_enter_pipeline(try open()) == 1 else { throw lost() }
  }

  /// Sends the file that COPY expects ("Binary Format" in the manual of COPY).
  private func put(_ rows: some Sequence<[PostgresValue]>, columns: Int) async throws {
    var buffer = Array("PGCOPY\n".utf8) + [0xFF] + Array("\r\n\0".utf8)
    // No flags, and no more header.
    buffer += [UInt8](repeating: 0, count: 8)
    for row in rows {
      guard row.count == columns else {
        throw PostgresError(.badValue, "a row has \(row.count) values for \(columns) columns")
      }
      buffer += [UInt8](bigEndian: Int16(clamping: row.count))
      for value in row {
        try value.check()
        value.append(to: &buffer)
      }
      if buffer.count >= Self.copyBytes {
        try await put(buffer)
        buffer.removeAll(keepingCapacity: true)
      }
      if cancelDeadline != nil { throw CancellationError() }
    }
    try await put(buffer + [UInt8](bigEndian: Int16(-1)))
  }

  private func put(_ bytes: [UInt8]) async throws {
    while true {
      let connection = try open()
      let taken = bytes.withUnsafeBytes { buffer in
        pq_put_copy_data(connection, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count))
      }
      guard taken >= 0 else { throw lost() }
      // Waits for the socket in either case, so that libpq's buffer does not grow.
      try await flushAll()
      if taken == 1 { return }
    }
  }

  private func endCopy(_ message: String?) async throws {
    while true {
      let taken = pq_put_copy_end(try open(), message)
      guard taken >= 0 else { throw lost() }
      if taken == 1 { return }
      try await flushAll()
    }
  }

  /// Reads up to the end of COPY, and returns how many rows it added, or its error.
  @discardableResult
  private func drain() async throws -> Result<Int, any Error> {
    var outcome: Result<Int, any Error> = .success(0)
    while let result = try await nextResult() {
      if let error = try failure(of: result) {
        if case .success = outcome { outcome = .failure(error) }
      } else if result.status == PQ_COPY_IN {
        // The server refused the rows, but libpq still waits for their end.
        try await endCopy("refused")
      } else if case .success = outcome {
        outcome = .success(result.affected)
      }
    }
    return outcome
  }
}
