public import Foundation

/// Why a server gave no reply.
public enum ServerError: Error, Hashable, LocalizedError {
  /// The address cannot be read.
  case invalidAddress(String, reason: String)
  /// The server is on another machine, which was not allowed.
  case remoteAddress(host: String)
  /// libcurl is not installed.
  case noLibrary
  /// Nothing listens at the address.
  case refused(address: String)
  /// No connection could be made.
  case unreachable(address: String, reason: String)
  /// The connection was closed before the reply was complete.
  case interrupted(address: String)
  /// The server wants a key, or another one.
  case unauthorized(address: String)
  /// The server has no model of this name; `nil` if none was named and it has several.
  case unknownModel(String?, available: [String], address: String)
  /// The server answered with an error.
  case failed(address: String, status: Int, message: String)
  /// The server's reply is not what its API promises.
  case invalidReply(address: String, reason: String)
  /// The server evaluated fewer tokens than the prompt can have: it cut off the beginning.
  case promptCut(address: String, evaluated: Int)

  /// A message for the user.
  public var errorDescription: String? {
    switch self {
    case .invalidAddress(let text, let reason): "\(text) is not the address of a server: \(reason)"
    case .remoteAddress(let host): "\(host) is another machine, which would be sent passages of your notes"
    case .noLibrary: "libcurl is not installed, which requests to a server need"
    case .refused(let address): "no connection to \(address): is the server running?"
    case .unreachable(let address, let reason): "no connection to \(address): \(reason)"
    case .interrupted(let address): "\(address) closed the connection in the middle of a reply"
    case .unauthorized(let address): "\(address) wants a key"
    case .unknownModel(let name, let available, let address): Self.unknown(name, available, address)
    case .failed(let address, let status, let message):
      "\(address) failed with status \(status)" + (message.isEmpty ? "" : ": \(message)")
    case .invalidReply(let address, let reason): "\(address) does not speak the expected API: \(reason)"
    case .promptCut(let address, let evaluated):
      "\(address) cut the prompt to \(evaluated) tokens, so the reply is not based on all of it"
    }
  }

  private static func unknown(_ name: String?, _ available: [String], _ address: String) -> String {
    let known = available.prefix(20).joined(separator: ", ") + (available.count > 20 ? ", …" : "")
    guard let name else {
      return available.isEmpty
        ? "\(address) has no model" : "\(address) has several models: name one of \(known), as in \(address)#NAME"
    }
    return "\(address) has no model \(name)" + (available.isEmpty ? "" : ", only: \(known)")
  }
}
