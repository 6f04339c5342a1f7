/// Why a request got no whole response.
package enum HTTPFailure: Error, Hashable {
  case noLibrary
  case refused
  case unreachable
  case stalled
  case closed
  case other(String)
}
