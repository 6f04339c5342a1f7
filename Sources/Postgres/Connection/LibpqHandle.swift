import CPostgres

/// A connection of libpq, closed with the last reference.
///
/// `@unchecked Sendable` is safe because only one task at a time uses it: its actor, or while it connects, the thread
/// that the actor waits for.
final class LibpqHandle: @unchecked Sendable {
  let pointer: OpaquePointer

  /// Begins to connect. Names are resolved here, which blocks.
  init?(_ keywords: [String: String]) {
    let pairs = keywords.sorted { $0.key < $1.key }
    let connection = Self.withPointers(pairs.map(\.key)) { keys in
      Self.withPointers(pairs.map(\.value)) { values in pq_connect_start(keys, values) }
    }
    guard let connection else { return nil }
    pointer = connection
    pq_ignore_notices(pointer)
    pq_show_sqlstate(pointer)
  }

  deinit { pq_finish(pointer) }

  /// Passes on C strings, with a null pointer after the last.
  private static func withPointers<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
  ) -> Result {
    // One buffer for all of them, each ended by a zero.
    let bytes = strings.flatMap { $0.utf8CString }
    return bytes.withUnsafeBufferPointer { buffer in
      var offset = 0
      var pointers: [UnsafePointer<CChar>?] = strings.map { string in
        defer { offset += string.utf8.count + 1 }
        return buffer.baseAddress?.advanced(by: offset)
      }
      pointers.append(nil)
      return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }
  }

  /// The options that libpq has chosen, with those of the environment and of the service.
  var options: [String: String] {
    guard let first = pq_options(pointer) else { return [:] }
    defer { pq_free_options(first) }
    var (options, current) = ([String: String](), first)
    while let keyword = current.pointee.keyword {
      if let value = current.pointee.value { options[String(cString: keyword)] = String(cString: value) }
      current += 1
    }
    return options
  }

  /// libpq's own words about what failed last.
  var errorMessage: String { pq_error(pointer).map { String(cString: $0) } ?? "" }
}
