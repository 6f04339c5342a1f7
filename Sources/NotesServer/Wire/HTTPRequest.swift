import Foundation
import JSONSchema

/// A request of a client, after the listening process has let it in.
package struct HTTPRequest: Sendable {
  package var method: String
  /// The path, decoded.
  package var path: String
  /// The fields after `?`, decoded. Of several with a name, the last.
  package var query: [String: String]
  /// The header fields by their names in lower case.
  package var headers: [String: String]
  package var body: [UInt8]
  /// Whether it comes from the server's own page, which was opened with a one-time code.
  package var isFromPage: Bool

  package init(
    method: String, target: String, headers: [String: String] = [:], body: [UInt8] = [], isFromPage: Bool = false
  ) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.method = method
    path = parts.first.flatMap { $0.removingPercentEncoding } ?? "/"
    query = parts.count == 2 ? Self.fields(in: parts[1]) : [:]
    (self.headers, self.body, self.isFromPage) = (headers, body, isFromPage)
  }

  private static func fields(in query: Substring) -> [String: String] {
    func decoded(_ text: Substring) -> String? { text.replacing("+", with: " ").removingPercentEncoding }
    var fields: [String: String] = [:]
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if let name = decoded(parts[0]) { fields[name] = parts.count == 2 ? decoded(parts[1]) : "" }
    }
    return fields
  }

  /// A whole number after `?`.
  ///
  /// - Throws: `ServerError` if it is none, or not in the range.
  func integer(_ name: String, in range: ClosedRange<Int>, or usual: Int) throws(ServerError) -> Int {
    guard let text = query[name] else { return usual }
    guard let number = Int(text), range.contains(number) else {
      throw .invalid("\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The body as text.
  ///
  /// - Throws: `ServerError` if it is not UTF-8.
  func text() throws(ServerError) -> String {
    guard let text = String(validating: body, as: UTF8.self) else { throw .invalid("the body is not UTF-8") }
    return text
  }

  /// The body as an object in JSON.
  ///
  /// - Throws: `ServerError` if it is not one.
  func object() throws(ServerError) -> JSONValue {
    let json: JSONValue
    do {
      json = try JSONParser.parse(try text())
    } catch let failure as JSONParser.Failure {
      throw .invalid("the body is not JSON: \(failure.reason), at byte \(failure.offset)")
    } catch {
      throw error as? ServerError ?? .invalid("the body is not JSON")
    }
    guard case .object = json else { throw .invalid("the body must be an object in JSON") }
    return json
  }
}
