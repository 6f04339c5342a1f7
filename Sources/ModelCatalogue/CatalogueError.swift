public import Foundation

/// An error in finding, fetching or verifying a model.
public enum CatalogueError: LocalizedError, Hashable {
  /// No entry has this name.
  case unknownModel(String, known: [String])
  /// Several models have a name that contains this one.
  case ambiguousName(String, known: [String])
  /// No model can have this name.
  case impossibleName(String)
  /// Another model has this name.
  case takenName(String)
  /// Another program keeps the model.
  case keptElsewhere(name: String, by: String)
  /// The file of settings is not what it should be.
  case damagedSettings(path: String, reason: String)
  /// The file could not be copied from where the user said that it is.
  case notCopied(file: String, reason: String)
  /// A file has the wrong size; `found` is `nil` if it does not exist.
  case wrongSize(path: String, expected: Int64, found: Int64?)
  /// A file, fetched or already there, has the wrong digest.
  case wrongSum(path: String, expected: String, found: String)
  /// The file cannot be written.
  case cannotWrite(path: String, reason: String)

  /// A message for the user, on one line.
  public var errorDescription: String? {
    switch self {
    case .unknownModel(let name, let known):
      "\(name) is neither a file nor a model that rag knows. It knows: \(Self.list(known))"
    case .ambiguousName(let name, let known):
      "\(name) could be any of these models: \(Self.list(known))"
    case .impossibleName(let name):
      "\(name.debugDescription) cannot be the name of a model: it must have no spaces or slashes, and not begin with . or -"
    case .takenName(let name):
      "another model has the name \(name)"
    case .keptElsewhere(let name, let program):
      "\(name) belongs to \(program), which can remove it"
    case .damagedSettings(let path, let reason):
      "the settings in \(path) are damaged: \(reason)"
    case .notCopied(let file, let reason):
      "\(file) cannot be copied: \(reason)"
    case .wrongSize(let path, let expected, let found):
      found.map { "\(path) has \($0) bytes, expected \(expected)" } ?? "\(path) is missing"
    case .wrongSum(let path, let expected, let found):
      "\(path) has the SHA-256 \(found.prefix(12))…, expected \(expected.prefix(12))…"
    case .cannotWrite(let path, let reason):
      "\(path) cannot be written (\(reason))"
    }
  }

  /// The first twenty names, and how many more there are.
  private static func list(_ names: [String]) -> String {
    let more = names.count > 20 ? ", and \(names.count - 20) more" : ""
    return names.prefix(20).joined(separator: ", ") + more
  }
}
