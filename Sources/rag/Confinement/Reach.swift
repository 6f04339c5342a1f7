import AirGap
import Files
import Foundation
import PostgresIndex
import RemoteModels

/// What a command may do to the world outside: where it may write, and whether it may connect.
struct Reach {
  /// The index, if it uses one; its folder may be written, since SQLite keeps files beside an index.
  var index: String?
  /// Whether it makes the index if there is none.
  var makesIndex = false
  /// Another index, which is only read; if it is a file, its folder may be written for the same reason.
  var source: String?
  /// The files that are written besides: those that the user named for output. Nothing beside them may be.
  var outputs: [String?] = []
  /// Whether it accepts connections on the socket that it has when it is locked in.
  var accepts = false
  /// Folders of `rag`'s own.
  var folders: [String] = []
  /// Where the user said that models are: any of these may be a server.
  var models: [String?] = []

  /// Whether the user named a server.
  var namesServer: Bool {
    ([index, source] + models).contains {
      $0.map { ServerAddress.isAddress($0) || IndexLocation.isAddress($0) } ?? false
    }
  }

  /// The index, if it is a file.
  private var indexFile: String? { Self.file(index) }

  private static func file(_ index: String?) -> String? { index.flatMap { IndexLocation.isAddress($0) ? nil : $0 } }

  /// Files and folders that may be written. Those that are missing are made, since only what is there can be allowed.
  func writablePaths() -> [String] {
    let own = self.folders + [UserFolders.cache + "/rag"]
    // A link is followed: SQLite keeps its files beside the file that it leads to.
    func folders(beside file: String?) -> [String] {
      file.map { [Self.folder(of: $0), Self.folder(of: PrivateFile.target(of: $0))] } ?? []
    }
    let beside = (index: folders(beside: indexFile), source: folders(beside: Self.file(source)))
    // If one cannot be made, the command says so when it needs it.
    for folder in own + (makesIndex ? beside.index : []) { try? PrivateFile.makeFolder(at: folder) }
    let files = outputs.compactMap { $0 }.filter(Self.canBeWritten)
    return own + beside.index + beside.source + files + ["/dev/null", "/dev/tty"]
  }

  /// Files in an index's folder that are not the index's: all of them may be written. `nil` if there are none.
  static func others(besideIndexAt path: String) -> [String]? {
    let (folder, name) = (folder(of: path), (path as NSString).lastPathComponent)
    let others = (try? FileManager.default.contentsOfDirectory(atPath: folder))?.filter { !$0.hasPrefix(name) }
    return others?.isEmpty == false ? others : nil
  }

  /// What to say once, when the index is made, if its folder has other files.
  var remarkOnNewIndex: String? {
    guard makesIndex, let index = indexFile, FileStatus(of: index) == nil,
      let other = Self.others(besideIndexAt: PrivateFile.target(of: index))?.min()
    else { return nil }
    return
      "rag: it may write everything in \(Self.folder(of: index)) and below, such as \(other), since the index is there: "
      + "a folder of its own is safer, as in --index index/\((index as NSString).lastPathComponent)"
  }

  /// Makes a file if its folder is there; returns whether something is there that is no folder.
  private static func canBeWritten(_ path: String) -> Bool {
    try? PrivateFile.create(at: path, makesFolders: false)
    return FileStatus(of: path)?.isFolder == false
  }

  /// Enters the locks; says so if the system has a lock that cannot be entered.
  func enter() throws {
    if let index = indexFile ?? Self.file(source) {
      // SQLite puts what does not fit into memory into files that are removed at once.
      setenv("SQLITE_TMPDIR", Self.folder(of: PrivateFile.target(of: index)), 1)
    }
    do {
      try AirGap.enter(writingOnlyTo: writablePaths(), allowsSockets: namesServer, accepts: accepts)
    } catch {
      throw CommandError.notConfined(error.localizedDescription)
    }
  }

  private static func folder(of path: String) -> String {
    let folder = (path as NSString).deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }
}
