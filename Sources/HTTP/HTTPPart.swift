/// Bytes of a response, with its head.
package struct HTTPPart: Sendable {
  package var status: Int
  package var contentType: String
  /// Seconds until the server takes requests again; 0 if it did not say.
  package var retryAfter: Int
  /// The header fields, by their names in lower case.
  package var fields: [String: String]
  package var bytes: [UInt8]
}
