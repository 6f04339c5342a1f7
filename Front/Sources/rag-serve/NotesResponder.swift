import Foundation
import FrontWire
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// What is known of a connection while its request is answered.
struct ConnectionContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    channel = source.channel
  }
}

/// What the page sends to begin a session.
private struct Login: Decodable {
  /// A one-time code, or the token.
  var secret: String
}

/// Passes requests on to the process that reads the notes, and its answers back.
struct NotesResponder: HTTPResponder {
  private let gate: Gate
  private let longestBody: Int
  private let exchanges: Exchanges
  private let pageBytes: [String: ByteBuffer]
  /// The most bytes of a request for a session.
  private static let longestLogin = 1 << 10

  init(guarding gate: Gate, limit: Int, exchanges: Exchanges) {
    (self.gate, longestBody, self.exchanges) = (gate, limit, exchanges)
    pageBytes = Dictionary(
      gate.configuration.page.map { ($0.path, ByteBuffer(string: $0.text)) }
    ) { first, _ in first }
  }

  func respond(to request: Request, context: ConnectionContext) async throws -> Response {
    var response = try await answer(to: request, context)
    for field in gate.crossOriginFields(for: request.head) { response.headers[field.name] = field.value }
    response.headers[.xContentTypeOptions] = "nosniff"
    return request.method == .head ? response.createHeadResponse() : response
  }

  private func answer(to request: Request, _ context: ConnectionContext) async throws -> Response {
    let isFromPage: Bool
    switch gate.verdict(on: request.head) {
    case .pass(let isPage): isFromPage = isPage
    case .preflight: return Response(status: .noContent)
    case .page(let part): return page(part)
    case .login: return try await login(request)
    case .refused(let status, let type, let message): return Self.error(status, type, message, closes: true)
    }
    if let length = request.headers[.contentLength].flatMap(Int.init), length > longestBody { return tooLong }
    let body: [UInt8]
    do {
      body = Array(buffer: try await request.body.collect(upTo: longestBody))
    } catch is NIOTooManyBytesError {
      return tooLong
    }
    return try await pass(request, body: body, isFromPage, context)
  }

  private func pass(
    _ request: Request, body: [UInt8], _ isFromPage: Bool, _ context: ConnectionContext
  ) async throws -> Response {
    var headers: [String: String] = [:]
    // The token stays here.
    for field in request.headers where field.name != .authorization && field.name != .cookie {
      let name = field.name.canonicalName
      headers[name] = headers[name].map { $0 + ", " + field.value } ?? field.value
    }
    headers["host"] = request.head.authority
    if headers["x-forwarded-proto"] != "https" { headers["x-forwarded-proto"] = nil }
    let head = RequestHead(
      method: request.method.rawValue, target: request.head.path ?? "/", headers: headers,
      isFromPage: isFromPage)
    let exchanges = exchanges
    let (number, frames): (UInt32, AsyncStream<Frame>)
    do {
      (number, frames) = try exchanges.open(head, body: body)
    } catch is Exchanges.Full {
      return Self.error(503, "overloaded", "too many long requests are being answered: try again later")
    }
    exchanges.end(number, with: context.channel)
    guard let first = await frames.first(where: { $0.kind == .head }),
      let answer = try? first.value(ResponseHead.self).value
    else { return Self.error(503, "stopped", "the server is stopping") }
    var fields = Self.fields
    for (name, value) in answer.headers where Self.passed.contains(name.lowercased()) {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    let status = HTTPResponse.Status(code: answer.status)
    guard answer.isStream else {
      var whole = ByteBuffer()
      for await frame in frames where frame.kind == .body {
        whole.writeBytes(frame.payload)
        exchanges.passed(frame.payload.count, of: number)
      }
      return Response(status: status, headers: fields, body: .init(byteBuffer: whole))
    }
    return Response(
      status: status, headers: fields,
      body: ResponseBody { writer in
        do {
          for await frame in frames where frame.kind == .body {
            try await writer.write(ByteBuffer(bytes: frame.payload))
            exchanges.passed(frame.payload.count, of: number)
          }
          try await writer.finish(nil)
        } catch {
          exchanges.cancel(number)
          throw error
        }
      })
  }

  /// A part of the page. Its bytes are shared by all answers.
  private func page(_ part: FrontConfiguration.PagePart) -> Response {
    var fields = Self.fields
    fields[.contentType] = part.type
    fields[.cacheControl] = "no-store"
    return Response(
      status: .ok, headers: fields, body: .init(byteBuffer: pageBytes[part.path] ?? ByteBuffer(string: part.text)))
  }

  /// Begins a session for a page that sends a one-time code or the token.
  private func login(_ request: Request) async throws -> Response {
    guard let body = try? await request.body.collect(upTo: Self.longestLogin),
      let login = try? JSONDecoder().decode(Login.self, from: Data(body.readableBytesView)),
      let session = gate.sessions.begin(with: login.secret)
    else {
      return Self.error(
        401, "invalid_code", "the link was used already, or is too old, or the token is wrong", closes: true)
    }
    let answer = (try? JSONEncoder().encode(["session": session])) ?? Data()
    return Response(
      status: .ok, headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
      body: .init(byteBuffer: ByteBuffer(bytes: answer)))
  }

  /// The header fields that the process that reads the notes may set. It cannot send a browser elsewhere.
  private static let passed: Set = ["content-type", "cache-control", "allow", "retry-after", "x-accel-buffering"]

  /// What a browser may do with an answer: run no script but the page's own, ask no other host, be in no frame.
  private static let fields: HTTPFields = [
    .contentSecurityPolicy:
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
      + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    .referrerPolicy: "no-referrer", .crossOriginOpenerPolicy: "same-origin",
  ]

  private var tooLong: Response {
    Self.error(413, "too_long", "a request may have at most \(longestBody) bytes", closes: true)
  }

  private static func error(_ status: Int, _ type: String, _ message: String, closes: Bool = false) -> Response {
    let json = ["error": ["message": message, "type": type]]
    let body = (try? JSONEncoder().encode(json)) ?? Data()
    var headers: HTTPFields = [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"]
    if status == 401 { headers[.wwwAuthenticate] = "Bearer" }
    if closes { headers[.connection] = "close" }
    return Response(
      status: HTTPResponse.Status(code: status), headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: body)))
  }
}
