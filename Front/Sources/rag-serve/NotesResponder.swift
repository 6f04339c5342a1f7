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

/// Passes requests on to the process that reads the notes, and its answers back.
struct NotesResponder: HTTPResponder {
  private let gate: Gate
  private let longestBody: Int
  private let exchanges: Exchanges

  init(guarding gate: Gate, limit: Int, exchanges: Exchanges) {
    (self.gate, longestBody, self.exchanges) = (gate, limit, exchanges)
  }

  func respond(to request: Request, context: ConnectionContext) async throws -> Response {
    var response = try await answer(to: request, context)
    for field in gate.crossOriginFields(for: request.head) { response.headers[field.name] = field.value }
    response.headers[.xContentTypeOptions] = "nosniff"
    return request.method == .head ? response.createHeadResponse() : response
  }

  private func answer(to request: Request, _ context: ConnectionContext) async throws -> Response {
    switch gate.verdict(on: request.head) {
    case .pass: break
    case .preflight: return Response(status: .noContent)
    case .login: return login(to: Gate.destination(request.head.path ?? "/"))
    case .loginPage:
      return Response(
        status: .unauthorized,
        headers: [
          .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
          .contentSecurityPolicy:
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; base-uri 'none'; "
            + "frame-ancestors 'none'",
        ], body: .init(byteBuffer: ByteBuffer(string: gate.configuration.loginPage)))
    case .refused(let status, let type, let message): return Self.error(status, type, message)
    }
    if let length = request.headers[.contentLength].flatMap(Int.init), length > longestBody { return tooLong }
    let body: [UInt8]
    do {
      body = Array(buffer: try await request.body.collect(upTo: longestBody))
    } catch is NIOTooManyBytesError {
      return tooLong
    }
    return try await pass(request, body: body, context)
  }

  private func pass(_ request: Request, body: [UInt8], _ context: ConnectionContext) async throws -> Response {
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
      isFromPage: gate.isFromPage(request.head))
    let (number, frames) = try exchanges.open(head, body: body)
    let exchanges = exchanges
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
      for await frame in frames where frame.kind == .body { whole.writeBytes(frame.payload) }
      return Response(status: status, headers: fields, body: .init(byteBuffer: whole))
    }
    return Response(
      status: status, headers: fields,
      body: ResponseBody { writer in
        do {
          for await frame in frames where frame.kind == .body {
            try await writer.write(ByteBuffer(bytes: frame.payload))
          }
          try await writer.finish(nil)
        } catch {
          exchanges.cancel(number)
          throw error
        }
      })
  }

  private func login(to place: String) -> Response {
    // A link in another program's page, such as a citation, must find the browser logged in: Lax.
    let cookie = "\(Gate.cookie)=\(gate.session); Path=/; HttpOnly; SameSite=Lax"
    return Response(status: .seeOther, headers: [.location: place, .setCookie: cookie, .cacheControl: "no-store"])
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
