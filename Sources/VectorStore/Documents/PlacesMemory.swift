package import Foundation

/// The places of the documents that were last read.
///
/// They are stored as JSON, and a manual of 500 pages takes 0.3 ms to decode; the passages of one search are often from
/// a few documents, and the next search finds many of them again.
package struct PlacesMemory: Sendable {
  /// The maximum number of bytes that are kept.
  private static let mostBytes = 8_000_000

  private var known: [String: (stored: Data, places: Places)] = [:]
  private var bytes = 0

  package init() {}

  /// Returns the places of a document.
  ///
  /// - Parameters:
  ///   - stored: The JSON that is stored with the document; `nil` for none.
  ///   - digest: The digest of its file.
  package mutating func places(_ stored: Data?, ofFile digest: String) throws -> Places? {
    guard let stored else { return nil }
    if let known = known[digest], known.stored == stored { return known.places }
    let places = try JSONDecoder().decode(Places.self, from: stored)
    if let replaced = known.updateValue((stored, places), forKey: digest) { bytes -= Self.size(of: replaced.stored) }
    bytes += Self.size(of: stored)
    if bytes > Self.mostBytes { (known, bytes) = ([:], 0) }
    return places
  }

  /// About the memory that places take, by their JSON: itself and the marks, and what an entry takes beside them.
  private static func size(of stored: Data) -> Int { 3 * stored.count + 400 }
}
