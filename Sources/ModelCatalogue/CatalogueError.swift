public import Foundation

/// An error in finding, fetching or verifying a model.
public enum CatalogueError: LocalizedError, Hashable {
  /// No entry has this name.
  case unknownModel(String, known: [String])
  /// No source provided the file; each gives a reason.
  case unobtainable(file: String, reasons: [String])
  /// A file has the wrong size; `found` is `nil` if it does not exist.
  case wrongSize(path: String, expected: Int64, found: Int64?)
  /// A file, fetched or already there, has the wrong digest.
  case wrongSum(path: String, expected: String, found: String)
  /// The file cannot be written.
  case cannotWrite(path: String, reason: String)
  /// A program needed for fetching is not installed.
  case missingTool(String)

  /// A message for the user, on one line.
  public var errorDescription: String? {
    switch self {
    case .unknownModel(let name, let known):
      "\(name) is neither a file nor a model in the catalogue, which has: \(known.joined(separator: ", "))"
    case .unobtainable(let file, let reasons):
      "\(file) cannot be obtained: \(reasons.joined(separator: "; "))"
    case .wrongSize(let path, let expected, let found):
      found.map { "\(path) has \($0) bytes, expected \(expected)" } ?? "\(path) is missing"
    case .wrongSum(let path, let expected, let found):
      "\(path) has the SHA-256 \(found.prefix(12))…, expected \(expected.prefix(12))…"
    case .cannotWrite(let path, let reason):
      "\(path) cannot be written (\(reason))"
    case .missingTool(let tool):
      "\(tool) is not installed, and is needed to fetch models"
    }
  }
}
