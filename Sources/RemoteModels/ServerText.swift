import Foundation
import JSONSchema

/// Text from a server in a message for the user.
enum ServerText {
  /// The maximum number of characters shown.
  static let longest = 200

  /// Returns a text as one short line without control characters.
  static func line(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars.prefix(4 * longest) {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .format, .surrogate: line.append(" ")
      default: line.unicodeScalars.append(scalar)
      }
    }
    line = line.split(separator: " ").joined(separator: " ")
    return line.count > longest ? line.prefix(longest) + "…" : line
  }

  /// Returns the message in the body of an error, in any of the forms that servers use:
  /// `{"error": {"message": "…"}}`, `{"error": "…"}`, `{"message": "…"}`, `{"detail": "…"}` or text.
  static func message(ofBody body: String) -> String {
    guard let value = try? JSONParser.parse(body) else {
      // A page is not a message.
      return body.contains("<") ? "" : line(body)
    }
    return message(of: value) ?? ""
  }

  /// Returns the message of an error in JSON.
  static func message(of value: JSONValue) -> String? {
    for candidate in [value["error"]?["message"], value["error"], value["message"], value["detail"], value] {
      if case .string(let text)? = candidate { return line(text) }
    }
    return nil
  }
}
