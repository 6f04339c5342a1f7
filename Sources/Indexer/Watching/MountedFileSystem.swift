/// The file system that a folder is on, by the list of mounts that Linux has in `/proc/self/mountinfo` (proc(5)).
package struct MountedFileSystem: Hashable, Sendable {
  /// Where it is mounted.
  package var place: String
  /// Its kind, such as `ext4`.
  package var kind: String

  package init(place: String, kind: String) {
    (self.place, self.kind) = (place, kind)
  }

  /// Kinds of which inotify does not tell what other machines change: inotify(7).
  private static let remoteKinds: Set = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "coda", "davfs", "glusterfs", "lustre", "ncpfs",
    "ocfs2", "gfs2", "vboxsf", "vmhgfs", "virtiofs", "prl_fs", "fuse",
  ]

  /// Whether something may change on it that this machine is not told of. Programs behind FUSE have names such as
  /// `fuse.sshfs`.
  package var isRemote: Bool { Self.remoteKinds.contains(kind) || kind.hasPrefix("fuse.") }

  /// Returns all that are mounted, in the order of the list; a later one hides an earlier one at the same place.
  package static func all(in list: String) -> [MountedFileSystem] {
    list.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      guard let dash = fields.firstIndex(of: "-"), fields.count > dash + 1, fields.count > 4 else { return nil }
      return MountedFileSystem(place: plain(fields[4]), kind: String(fields[dash + 1]))
    }
  }

  /// Returns that of a list which a path is on.
  package static func holding(_ path: String, among all: [MountedFileSystem]) -> MountedFileSystem? {
    let path = ExactPath(path)
    // Of places around the path, a longer one is inside a shorter one.
    return all.filter { $0.place == "/" || path.lies(in: ExactPath($0.place)) }
      .reduce(nil) { best, next in
        best.map { $0.place.utf8.count > next.place.utf8.count } == true ? best : next
      }
  }

  /// Returns a path as it is: in the list, spaces and the like are written as three octal digits.
  private static func plain(_ field: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(field.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3).map { Int($0) - Int(UInt8(ascii: "0")) }
      if byte == UInt8(ascii: "\\"), digits.count == 3, digits.allSatisfy({ 0...7 ~= $0 }) {
        bytes.append(UInt8(truncatingIfNeeded: digits.reduce(0) { $0 * 8 + $1 }))
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
