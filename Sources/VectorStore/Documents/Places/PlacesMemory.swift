package import Foundation

/// The places of the documents that were last read.
///
/// They are stored as JSON, and a manual of 500 pages takes 0.3 ms to decode; the passages of one search are often from
/// few documents, and the next search finds many of them again.
package struct PlacesMemory: Sendable {
  /// The maximum number of marks that are kept: about 5 MB.
  private static let mostMarks = 100_000

  private var known: [String: (stored: Data, places: Places)] = [:]
  private var marks = 0

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
    marks += places.marks.count
    if marks > Self.mostMarks { (known, marks) = ([:], places.marks.count) }
    known[digest] = (stored, places)
    return places
  }
}
