import Files
import Foundation

/// The encoder and the language model that the user chose as defaults: a JSON file with the names `encoder` and
/// `model`. Anything else in it is kept.
package struct ModelDefaults: Sendable {
  package let path: String

  /// Settings have a few bytes.
  private static let mostBytes: Int64 = 1 << 20

  /// `$XDG_CONFIG_HOME/rag/config.json`, else `~/.config/rag/config.json`.
  package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    path = UserFolders.settings(in: environment) + "/rag/config.json"
  }

  /// Returns the name or the path that was chosen for a kind; `nil` if none was.
  ///
  /// - Throws: `CatalogueError.damagedSettings`.
  package func name(of kind: CatalogueEntry.Kind) throws -> String? {
    guard let value = try contents()[kind.rawValue] else { return nil }
    guard let name = value as? String, !name.isEmpty else {
      throw CatalogueError.damagedSettings(path: path, reason: "\"\(kind.rawValue)\" is not a name")
    }
    return name
  }

  /// Chooses a name or an absolute path; `nil` goes back to the catalogue's default.
  ///
  /// - Throws: `CatalogueError`.
  package func choose(_ name: String?, as kind: CatalogueEntry.Kind) throws {
    var contents = try contents()
    guard contents[kind.rawValue] as? String != name else { return }
    contents[kind.rawValue] = name
    do {
      let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try PrivateFile.replace(path, with: try JSONSerialization.data(withJSONObject: contents, options: options))
    } catch let error as FileError {
      throw CatalogueError.cannotWrite(path: path, reason: error.reason)
    }
  }

  private func contents() throws -> [String: Any] {
    guard let status = FileStatus(of: path) else { return [:] }
    guard status.isRegularFile, status.bytes <= Self.mostBytes, let data = FileManager.default.contents(atPath: path)
    else {
      throw CatalogueError.damagedSettings(path: path, reason: "it cannot be read")
    }
    guard let contents = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else {
      throw CatalogueError.damagedSettings(path: path, reason: "it is not a JSON object")
    }
    return contents
  }
}
