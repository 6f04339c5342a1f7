import Foundation

/// The checkout that the tests were built from.
package enum Repository {
  package static let url = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
