import Foundation

/// Why a source did not provide its file.
struct FetchError: Error {
  var reason: String
  /// Whether the host did not answer: its other files need not be tried.
  var isUnreachable = false
  /// Whether the disk is full: no other source can help.
  var isDiskFull = false
}
