/// Tells when something in folders may have changed.
///
/// It calls what it was made with, with the roots in which that may be so, from a thread of its own.
package protocol FolderWatch: Sendable {
  /// Follows exactly these folders of a root from now on.
  ///
  /// - Parameters:
  ///   - folders: Absolute paths: the root, and the folders inside it.
  ///   - root: An absolute path without symbolic links.
  /// - Returns: How many were not followed before. What changed in them until now may have gone unnoticed.
  /// - Throws: `FolderWatchError`; then the root is not followed.
  func follow(_ folders: [String], of root: String) throws(FolderWatchError) -> Int
  /// Follows nothing of a root any more.
  func leave(_ root: String)
  /// Follows nothing any more, and gives back what that took.
  func stop()
}
