import Foundation

/// The files of a folder, notes or not, that a note may link to.
package enum FolderFiles {
  /// Returns the paths of all files and folders in a folder but hidden ones. Symbolic links are not followed.
  package static func paths(in folder: String) -> [String] {
    guard let files = FileManager.default.enumerator(atPath: folder) else { return [] }
    var paths: [String] = []
    while let path = files.nextObject() as? String {
      if path.split(separator: "/").last?.first == "." { files.skipDescendants() } else { paths.append(path) }
    }
    return paths
  }
}
