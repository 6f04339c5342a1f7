import Files
import Foundation

/// Lists folders of other programs, which may be of any size and shape: entries beyond a limit, folders that cannot be
/// read and repeated folders are left out.
struct ModelFileWalk {
  /// More entries than a store of a thousand models has.
  static let mostEntries = 50_000

  private var entriesLeft = mostEntries
  private var seen: Set<FileStatus.ID> = []

  /// Returns the names in a folder but hidden ones, sorted.
  mutating func names(in folder: String) -> [String] { entries(of: folder).map(\.name) }

  /// Returns the paths of all GGUF files below a folder, at most `depth` folders down, relative to it.
  mutating func modelFiles(below folder: String, depth: Int) -> [String] {
    guard let status = FileStatus(of: folder), status.isFolder, seen.insert(status.id).inserted else { return [] }
    var files: [String] = []
    for (name, mayBeFolder) in entries(of: folder) {
      if name.lowercased().hasSuffix(".gguf"), FileStatus.bytes(ofReadable: folder + "/" + name) != nil {
        files.append(name)
      } else if mayBeFolder, depth > 0 {
        files += modelFiles(below: folder + "/" + name, depth: depth - 1).map { name + "/" + $0 }
      }
    }
    return files
  }

  private mutating func entries(of folder: String) -> [(name: String, mayBeFolder: Bool)] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var entries: [(name: String, mayBeFolder: Bool)] = []
    while entriesLeft > 0, let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard !name.hasPrefix(".") else { continue }
      entriesLeft -= 1
      let type = Int(entry.pointee.d_type)
      entries.append((name, type == Int(DT_DIR) || type == Int(DT_LNK) || type == Int(DT_UNKNOWN)))
    }
    return entries.sorted { $0.name < $1.name }
  }
}
