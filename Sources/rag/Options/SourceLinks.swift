import ArgumentParser
import Foundation
package import Retriever

/// The URLs that a terminal opens when a source is clicked: a file, a note in an Obsidian vault, or from a template.
package struct SourceLinks: Sendable {
  /// A URL with `{path}` and `{line}` in it; `nil` chooses by folder.
  private var template: String?

  /// Links to the file, or to Obsidian if the file is in a vault.
  package init() {}

  /// Links from a template. Throws `ValidationError` if it is not a URL or lacks `{path}`.
  package init(template: String) throws {
    guard template.contains("{path}"), template.wholeMatch(of: /[A-Za-z][A-Za-z0-9+.-]*:[!-~]+/) != nil else {
      throw ValidationError(
        "'\(template)' is not a link containing {path}: write one like vscode://file/{path}:{line}")
    }
    self.template = template
  }

  /// Returns the URL of a source's first line.
  package func address(of source: Source) -> String {
    let path = source.absolutePath
    let template = template ?? (Self.isInVault(path) ? Self.obsidian : Self.file)
    // A slash separates the folders of a path, but is escaped in a query.
    let isInQuery = template.prefix { $0 != "{" }.contains("?")
    let address = template.replacing("{path}", with: Self.escaped(path, keepingSlashes: !isInQuery))
      .replacing("{line}", with: "\(source.lines.lowerBound)")
    // Browsers and most viewers of PDF files open the page (RFC 8118, section 3).
    guard template == Self.file, let page = source.page else { return address }
    return address + "#page=\(page)"
  }

  private static let file = "file://{path}"
  private static let obsidian = "obsidian://open?path={path}"

  /// Whether a folder above the file is an Obsidian vault.
  private static func isInVault(_ path: String) -> Bool {
    var folder = path[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: folder + "/.obsidian", isDirectory: &isFolder), isFolder.boolValue {
        return true
      }
    }
    return false
  }

  /// Returns the path percent-encoded (RFC 3986, section 2.3).
  private static func escaped(_ path: String, keepingSlashes: Bool) -> String {
    var escaped = ""
    for byte in path.utf8 {
      let scalar = Unicode.Scalar(byte)
      if scalar.isASCII,
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || "-._~".unicodeScalars.contains(scalar) || keepingSlashes && scalar == "/"
      {
        escaped.unicodeScalars.append(scalar)
      } else {
        escaped += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return escaped
  }
}
