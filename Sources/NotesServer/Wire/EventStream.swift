package import JSONSchema

/// Sends server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html).
package struct EventStream: Sendable {
  private let send: @Sendable ([UInt8]) -> Void

  package init(_ send: @escaping @Sendable ([UInt8]) -> Void) { self.send = send }

  /// Sends an event with JSON, which has no line breaks of its own.
  package func event(_ name: String? = nil, _ json: JSONValue) { event(name, text: json.text) }

  /// Sends an event with a line of text.
  package func event(_ name: String? = nil, text: String) {
    send(Array(((name.map { "event: \($0)\n" } ?? "") + "data: \(text)\n\n").utf8))
  }

  /// Sends what no client reads, to see whether there still is one, and so that nobody between gives up.
  package func beat() { send(Array(":\n\n".utf8)) }
}
