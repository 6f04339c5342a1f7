import Foundation

/// A folder of notes on disk.
package struct DocumentFolder: Sendable {
  /// The endings of names that are notes, in lower case.
  package static let extensions: Set<String> = ["md", "markdown", "txt", "org", "rst"]

  /// The folder's absolute path, without symbolic links.
  package let path: String

  /// Names a folder, which need not exist.
  package init(_ path: String) {
    self.path = RealPath.resolve(path)
  }

  /// A note that was found.
  package struct File: Sendable, Hashable {
    /// The path from the folder.
    package var path: String
    /// Bytes.
    package var size: Int64
    /// When it was last changed, in nanoseconds since 1970.
    package var modified: Int64
  }

  /// What a folder holds.
  package struct Listing: Sendable {
    /// The notes, ordered by the bytes of their paths.
    package var files: [File] = []
    /// What could not be looked at, ordered likewise.
    ///
    /// A folder's path stands for all that is in it.
    package var failures: [IndexReport.Failure] = []
    /// Symbolic links that lead out of the folder.
    package var foreignLinks: [String] = []
    /// The folders that were entered, from the root, which is empty.
    var folders: Set<ExactPath> = []
    /// Whether a file was met that is not hidden, or a link: none is where a disk is not mounted.
    var holdsFiles = false
  }

  /// Walks the folder.
  ///
  /// Hidden names are left out, and what `.gitignore` and `.ragignore` name. A symbolic link is followed when it ends
  /// inside the folder, at something that was not met already.
  package func listing() -> Listing {
    var walk = FolderWalk(root: path)
    walk.run()
    return walk.sortedListing
  }

  /// Whether a path's name ends as notes' names do.
  static func isNote(_ name: some StringProtocol) -> Bool {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
    return extensions.contains(name[name.index(after: dot)...].lowercased())
  }
}

/// One walk through a folder.
private struct FolderWalk {
  private struct Link {
    var path: String
    var rules: IgnoreRules
  }

  private let root: String
  private var listing = DocumentFolder.Listing()
  private var met: Set<FileStamp.Identity> = []
  private var links: [Link] = []

  init(root: String) {
    self.root = root
  }

  var sortedListing: DocumentFolder.Listing {
    var sorted = listing
    sorted.files.sort { ExactPath($0.path) < ExactPath($1.path) }
    sorted.failures.sort { ExactPath($0.path) < ExactPath($1.path) }
    sorted.foreignLinks.sort()
    return sorted
  }

  mutating func run() {
    do {
      met.insert(try FileStamp(path: root, following: true).identity)
    } catch {
      return fail("", error.reason)
    }
    enter("", IgnoreRules())
    // Links come last, so that what has a name of its own goes by it. Links may lead to further links.
    var next = 0
    while next < links.count {
      follow(links[next])
      next += 1
    }
  }

  private func absolute(_ path: String) -> String {
    path.isEmpty ? root : root == "/" ? "/" + path : root + "/" + path
  }

  private mutating func fail(_ path: String, _ reason: String) {
    listing.failures.append(IndexReport.Failure(path: path.isEmpty ? "." : path, reason: reason))
  }

  /// Walks a folder and those in it.
  private mutating func enter(_ path: String, _ rules: IgnoreRules) {
    var pending = [(path: path, rules: rules)]
    while let (folder, rules) = pending.popLast() {
      let names: [[UInt8]]
      do {
        names = try FolderWalk.names(in: absolute(folder))
      } catch {
        fail(folder, error.reason)
        continue
      }
      listing.folders.insert(ExactPath(folder))
      let inner = rules.inside(Array(folder.utf8), files: readRules(in: folder, names))
      for name in names where name.first != UInt8(ascii: ".") {
        guard let name = String(validating: name, as: UTF8.self) else {
          let shown = (folder.isEmpty ? "" : folder + "/") + String(decoding: name, as: UTF8.self)
          fail(shown, "its name is not UTF-8; rename the file")
          continue
        }
        let path = folder.isEmpty ? name : folder + "/" + name
        if meet(path, inner) == .folder { pending.append((path, inner)) }
      }
    }
  }

  /// Looks at one name, and notes it if it is a note.
  ///
  /// Returns what it is if it is to be entered.
  private mutating func meet(_ path: String, _ rules: IgnoreRules) -> FileStamp.Kind? {
    let stamp: FileStamp
    do {
      stamp = try FileStamp(path: absolute(path), following: false)
    } catch {
      // What cannot be looked at may be a folder, whose notes are not gone for that.
      if DocumentFolder.isNote(path) || !error.isMissing { fail(path, error.reason) }
      return nil
    }
    if stamp.kind != .folder { listing.holdsFiles = true }
    if stamp.kind == .link {
      links.append(Link(path: path, rules: rules))
      return nil
    }
    return note(path, stamp, rules) ? stamp.kind : nil
  }

  /// Notes a file; returns whether the thing is of use.
  @discardableResult
  private mutating func note(_ path: String, _ stamp: FileStamp, _ rules: IgnoreRules) -> Bool {
    guard stamp.kind == .folder || DocumentFolder.isNote(path) else { return false }
    guard !rules.ignore(Array(path.utf8), isFolder: stamp.kind == .folder) else { return false }
    switch stamp.kind {
    case .folder:
      return met.insert(stamp.identity).inserted
    case .file:
      met.insert(stamp.identity)
      listing.files.append(DocumentFolder.File(path: path, size: stamp.size, modified: stamp.modified))
      return true
    case .link, .other:
      fail(path, "it is no ordinary file")
      return false
    }
  }

  private mutating func follow(_ link: Link) {
    let target = absolute(link.path)
    let stamp: FileStamp
    do {
      stamp = try FileStamp(path: target, following: true)
    } catch {
      if DocumentFolder.isNote(link.path) || !error.isMissing {
        fail(link.path, "a symbolic link that leads nowhere: \(error.reason)")
      }
      return
    }
    guard stamp.kind == .folder || DocumentFolder.isNote(link.path), !met.contains(stamp.identity) else { return }
    guard !link.rules.ignore(Array(link.path.utf8), isFolder: stamp.kind == .folder) else { return }
    guard RealPath.relative(RealPath.resolve(target), to: root) != nil else {
      listing.foreignLinks.append(link.path)
      return
    }
    if note(link.path, stamp, link.rules), stamp.kind == .folder { enter(link.path, link.rules) }
  }

  /// The files of rules among a folder's names.
  ///
  /// One that cannot be read is reported, and says nothing.
  private mutating func readRules(in folder: String, _ names: [[UInt8]]) -> [[UInt8]?] {
    var contents: [[UInt8]?] = []
    for name in IgnoreRules.fileNames {
      guard names.contains(Array(name.utf8)) else {
        contents.append(nil)
        continue
      }
      let path = folder.isEmpty ? name : folder + "/" + name
      do {
        contents.append(try FileContents(path: absolute(path), limit: 1 << 20).bytes)
      } catch {
        fail(path, error.reason)
        contents.append(nil)
      }
    }
    return contents
  }

  /// The names in a folder, as bytes, ordered.
  private static func names(in path: String) throws(SystemFailure) -> [[UInt8]] {
    guard let stream = opendir(path) else { throw SystemFailure() }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      names.append(name)
    }
    if errno != 0 { throw SystemFailure() }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }
}
