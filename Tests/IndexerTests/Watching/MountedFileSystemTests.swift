import Indexer
import Testing

/// The list of mounts is read as proc(5) describes it.
@Suite struct MountedFileSystemTests {
  private static let list = """
    22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
    30 22 0:26 / /proc rw,nosuid - proc proc rw
    41 22 0:40 / /home/ann/cloud rw - fuse.sshfs ann@host:/ rw,user_id=1000
    42 41 8:2 / /home/ann/cloud/disk rw - ext4 /dev/sdb1 rw
    43 22 0:41 /x /mnt/two\\040words\\134 rw master:3 propagate_from:2 - nfs4 server:/x rw
    44 22 8:3 / /media/stick rw - fuseblk /dev/sdc1 rw
    45 22 8:3 / /media/stick rw - cifs //server/share rw
    broken line
    """

  @Test(arguments: [
    ("/home/ann/notes", "ext4", false), ("/home/ann/cloud", "fuse.sshfs", true), ("/home/ann/cloudy", "ext4", false),
    ("/home/ann/cloud/notes", "fuse.sshfs", true), ("/home/ann/cloud/disk/notes", "ext4", false),
    ("/mnt/two words\\/notes", "nfs4", true), ("/media/stick/notes", "cifs", true), ("/", "ext4", false),
  ])
  func aPathIsOnTheInnermostAndLastMountAroundIt(path: String, kind: String, isRemote: Bool) {
    let found = MountedFileSystem.holding(path, among: MountedFileSystem.all(in: Self.list))
    #expect(found?.kind == kind)
    #expect(found?.isRemote == isRemote)
  }

  @Test func aDiskBehindFUSEIsOfThisMachine() {
    #expect(!MountedFileSystem(place: "/media/stick", kind: "fuseblk").isRemote)
  }
}
