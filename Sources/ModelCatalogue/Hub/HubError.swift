import Foundation

/// Why a hub did not provide a model.
package enum HubError: LocalizedError, Hashable {
  /// The text does not name a repository.
  case invalidName(String)
  /// The hub's address cannot be read.
  case invalidEndpoint(String)
  /// libcurl is not installed.
  case noLibrary
  /// No connection could be made.
  case unreachable(host: String, reason: String)
  /// The connection broke before the end.
  case broken(host: String)
  /// The hub sends the request from address to address.
  case redirectLoop(host: String)
  /// The hub sends the request to an address that is not encrypted, or not of the web.
  case unsafeRedirect(host: String)
  /// The owner of the repository asks for consent; `terms` is where it is given.
  case gated(repository: String, terms: String, hasToken: Bool)
  /// The hub has no such repository, or does not show it.
  case unknownRepository(String, host: String, hasToken: Bool)
  /// The hub does not accept the token.
  case invalidToken(host: String)
  /// The repository has no such file.
  case unknownFile(String, repository: String, known: [String])
  /// The repository has no model in a format that is read here.
  case noModel(repository: String)
  /// The repository has several models; the suggested one is as it is typed.
  case severalFiles(repository: String, files: [String], suggestion: String)
  /// The hub allows no more requests for so many seconds.
  case rateLimited(host: String, seconds: Int)
  /// The hub answered with an error.
  case failed(host: String, status: Int, message: String)
  /// The hub's reply is not what its API promises.
  case invalidReply(host: String, reason: String)

  /// A message for the user, on one line.
  package var errorDescription: String? {
    switch self {
    case .invalidName(let text):
      "\(text) does not name a repository: it must be like hf:owner/repository or hf:owner/repository/file.gguf"
    case .invalidEndpoint(let text): "\(text) is not the address of a hub"
    case .noLibrary: "libcurl is not installed, which downloads from a hub need"
    case .unreachable(let host, let reason): "no connection to \(host): \(reason)"
    case .broken(let host): "the connection to \(host) broke; what has arrived is kept"
    case .redirectLoop(let host): "\(host) redirects without end"
    case .unsafeRedirect(let host): "\(host) redirects to an address that is not encrypted"
    case .gated(let repository, _, let hasToken):
      "\(repository) is gated: its owner asks for your consent"
        + (hasToken ? ", and the account of your token has not given it" : "")
    case .unknownRepository(let repository, let host, let hasToken):
      "\(host) has no \(repository)" + (hasToken ? ", or your token does not allow reading it" : ", or it is private")
    case .invalidToken(let host): "\(host) does not accept your token"
    case .unknownFile(let file, let repository, let known):
      "\(repository) has no model \(file)" + (known.isEmpty ? "" : ", only: \(Self.list(known))")
    case .noModel(let repository):
      "\(repository) has neither a .gguf model nor the folder of a BERT model (config.json, model.safetensors)"
    case .severalFiles(let repository, let files, _): "\(repository) has several models: \(Self.list(files))"
    case .rateLimited(let host, let seconds):
      "\(host) allows no more requests for " + (seconds < 120 ? "\(seconds) seconds" : "\(seconds / 60) minutes")
    case .failed(let host, let status, let message):
      "\(host) failed with status \(status)" + (message.isEmpty ? "" : ": \(message)")
    case .invalidReply(let host, let reason): "\(host) does not speak the hub's API: \(reason)"
    }
  }

  /// The first forty names, and how many more there are.
  private static func list(_ names: [String]) -> String {
    let more = names.count > 40 ? ", and \(names.count - 40) more" : ""
    return names.prefix(40).joined(separator: ", ") + more
  }
}
