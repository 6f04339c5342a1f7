import Foundation

/// Why a source did not give its file.
struct FetchError: Error {
  var reason: String
  /// The host did not answer: nothing else of it need be tried.
  var isUnreachable = false
  /// No source can help.
  var isDiskFull = false
}
