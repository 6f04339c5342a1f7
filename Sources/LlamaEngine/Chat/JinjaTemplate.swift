import CJinja
import Foundation

/// A template in the Jinja language, compiled and rendered by llama.cpp's engine.
///
/// `@unchecked Sendable` is safe because a compiled template does not change, and each rendering has its own context.
final class JinjaTemplate: @unchecked Sendable {
  /// Why a template cannot be compiled or rendered, in the engine's or the template's own words.
  struct Failure: Error {
    let reason: String

    /// Takes the message that the engine allocated, without the excerpt of the template in it.
    fileprivate init(_ message: UnsafeMutablePointer<CChar>?) {
      let lines = message.map { String(cString: $0) }?.split(whereSeparator: \.isNewline) ?? []
      let line = lines.last { $0.hasPrefix("Error: ") }?.dropFirst("Error: ".count) ?? lines.first ?? ""
      reason = String(line.prefix(200))
      jinja_free_text(message)
    }
  }

  private let compiled: OpaquePointer

  init(_ source: String) throws(Failure) {
    var message: UnsafeMutablePointer<CChar>?
    guard let compiled = jinja_compile(source, &message) else { throw Failure(message) }
    self.compiled = compiled
  }

  deinit { jinja_free(compiled) }

  /// Renders the template with variables. They are encoded as a JSON object, with names in snake case.
  func render(_ variables: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let json = String(decoding: try encoder.encode(variables), as: UTF8.self)
    var message: UnsafeMutablePointer<CChar>?
    guard let text = jinja_render(compiled, json, &message) else { throw Failure(message) }
    defer { jinja_free_text(text) }
    return String(cString: text)
  }
}
