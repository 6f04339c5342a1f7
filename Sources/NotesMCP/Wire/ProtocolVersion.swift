/// A revision of the Model Context Protocol that the server speaks.
///
/// Requests of the stateless revision carry their version in `_meta`; the earlier ones agree on it in a handshake.
package enum ProtocolVersion: String, Sendable, CaseIterable, Comparable {
  case v2024_11_05 = "2024-11-05"
  case v2025_03_26 = "2025-03-26"
  case v2025_06_18 = "2025-06-18"
  case v2025_11_25 = "2025-11-25"
  case v2026_07_28 = "2026-07-28"

  /// The newest revision that begins with a handshake.
  package static let newestWithHandshake = ProtocolVersion.v2025_11_25

  /// Whether each request stands for itself: no handshake, no session.
  package var isStateless: Bool { self >= .v2026_07_28 }

  /// The stateless revisions.
  package static var stateless: [ProtocolVersion] { allCases.filter(\.isStateless) }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
