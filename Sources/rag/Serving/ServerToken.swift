import Files
import Foundation
import FrontWire

/// What a client of `rag serve` must know, in a file that only its owner can read.
enum ServerToken {
  /// The file.
  static var path: String { UserFolders.data + "/rag/serve-token" }

  /// Returns the token; makes one at first.
  static func read() throws -> String {
    if let text = try? String(contentsOfFile: path, encoding: .utf8) {
      let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
      if isToken(token) { return token }
      throw CommandError.badInput(
        "\(path) has no token, which is 32 letters and digits or more: remove the file, and 'rag serve' makes one")
    }
    let token = Secret.make()
    try PrivateFile.replace(path, with: Data((token + "\n").utf8))
    return token
  }

  private static func isToken(_ text: String) -> Bool {
    text.utf8.count >= 32 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}
