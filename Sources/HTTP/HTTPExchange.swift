import CHTTP
import Foundation

/// A running request and its response.
///
/// `@unchecked Sendable` is safe because `run` is called once, `cancel` may be called from any thread, and the request
/// is freed with the last reference.
package final class HTTPExchange: @unchecked Sendable {
  package typealias Parts = AsyncThrowingStream<HTTPPart, any Error>

  private let request: OpaquePointer

  private init() throws(HTTPFailure) {
    guard let request = http_create() else { throw .noLibrary }
    self.request = request
  }

  deinit { http_free(request) }

  /// Sends a request from a thread of its own, and returns the response as it arrives: at least one part.
  ///
  /// Releasing the stream, or cancelling the task that iterates, closes the connection.
  ///
  /// - Throws: `HTTPFailure` while iterating.
  package static func parts(of call: HTTPCall) -> Parts {
    Parts { continuation in
      do throws(HTTPFailure) {
        let exchange = try HTTPExchange()
        continuation.onTermination = { if case .cancelled = $0 { exchange.cancel() } }
        queue.async {
          do {
            try exchange.run(call) { part in
              continuation.yield(part)
              return true
            }
            continuation.finish()
          } catch {
            continuation.finish(throwing: error)
          }
        }
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }

  /// Sends a request from a thread of its own, and passes the response there to `take`, at least one part, until that
  /// returns `false`. The next part is not read before `take` returns, so it may write to a file.
  ///
  /// Cancelling the task closes the connection.
  ///
  /// - Throws: `HTTPFailure`, or what `take` throws.
  package static func send(_ call: HTTPCall, take: @escaping @Sendable (HTTPPart) throws -> Bool) async throws {
    let exchange = try HTTPExchange()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.async { continuation.resume(with: Result { try exchange.run(call, take) }) }
      }
    } onCancel: {
      exchange.cancel()
    }
  }

  private static var queue: DispatchQueue { DispatchQueue(label: "rag.http") }

  private func cancel() { http_cancel(request) }

  private func run(_ call: HTTPCall, _ take: @escaping (HTTPPart) throws -> Bool) throws {
    let receiver = Receiver(take)
    var response = http_response()
    var message = [CChar](repeating: 0, count: 256)
    let outcome = withOptions(of: call) { options in
      withUnsafePointer(to: options) {
        http_run(
          request, $0,
          { context, response, bytes, count in
            guard let context, let response, let bytes else { return false }
            let body = UnsafeRawBufferPointer(start: bytes, count: count)
            return Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue().take(Array(body), response.pointee)
          },
          Unmanaged.passUnretained(receiver).toOpaque(), &response, &message, message.count)
      }
    }
    if outcome == http_complete, !receiver.hasPart { _ = receiver.take([], response) }
    if let failure = receiver.failure { throw failure }
    switch outcome {
    case http_complete: return
    case http_cancelled: if !receiver.isDone { throw CancellationError() }
    case http_refused: throw HTTPFailure.refused
    case http_unreachable: throw HTTPFailure.unreachable
    case http_stalled: throw HTTPFailure.stalled
    case http_closed: throw HTTPFailure.closed
    default:
      throw HTTPFailure.other(String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
  }

  /// Passes on what arrives. Only the request's thread uses it.
  private final class Receiver {
    private let passOn: (HTTPPart) throws -> Bool
    private var head: HTTPPart?
    private(set) var isDone = false
    private(set) var failure: (any Error)?

    var hasPart: Bool { head != nil }

    init(_ passOn: @escaping (HTTPPart) throws -> Bool) { self.passOn = passOn }

    /// Returns whether more is wanted.
    func take(_ bytes: [UInt8], _ response: http_response) -> Bool {
      var part = head ?? Self.head(response)
      head = part
      part.bytes = bytes
      do { isDone = try !passOn(part) } catch { failure = error }
      return failure == nil && !isDone
    }

    private static func head(_ response: http_response) -> HTTPPart {
      let type = withUnsafeBytes(of: response.content_type) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      var fields: [String: String] = [:]
      for line in String(cString: response.fields).split(whereSeparator: \.isNewline) {
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts.count == 2 { fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
      }
      return HTTPPart(
        status: response.status, contentType: type.lowercased(), retryAfter: response.retry_after, fields: fields,
        bytes: [])
    }
  }

  private func withOptions<Result>(of call: HTTPCall, _ body: (http_options) -> Result) -> Result {
    let headers = call.headers.map { strdup($0) }
    defer { for header in headers { free(header) } }
    let pointers = headers.map { UnsafePointer($0) }
    return pointers.withUnsafeBufferPointer { headers in
      call.url.withCString { url in
        var options = http_options()
        options.url = url
        options.headers = headers.baseAddress
        options.header_count = headers.count
        options.connect_milliseconds = call.connectTimeout.milliseconds
        options.stall_milliseconds = call.stallTimeout.milliseconds
        options.ignores_proxies = call.ignoresProxies
        guard var text = call.body else { return body(options) }
        return text.withUTF8 { utf8 in
          // The body of a POST may be empty, but not missing.
          utf8.withMemoryRebound(to: CChar.self) { characters in
            options.body = characters.baseAddress ?? url
            options.body_length = characters.count
            return body(options)
          }
        }
      }
    }
  }
}

extension Duration {
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(clamping: min(seconds, 1_000_000) * 1000 + attoseconds / 1_000_000_000_000_000)
  }
}
