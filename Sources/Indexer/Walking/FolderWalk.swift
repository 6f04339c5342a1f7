import Files
import ForeignFormats
import Foundation

/// One walk through a folder.
struct FolderWalk {
  private struct Link {
    var path: String
    var rules: IgnoreRules
  }

  /// The maximum number of bytes in an ignore file.
  private static let largestRules: Int64 = 1 << 20

  private let root: String
  private let folder: DocumentFolder
  private let meter: WorkMeter
  private let listsSkipped: Bool
  private var listing = DocumentFolder.Listing()
  private var met: Set<FileStamp.Identity> = []
  private var links: [Link] = []

  init(_ folder: DocumentFolder, meter: WorkMeter, listsSkipped: Bool) {
    self.folder = folder
    self.listsSkipped = listsSkipped
    root = folder.path
    self.meter = meter
  }

  var sortedListing: DocumentFolder.Listing {
    var sorted = listing
    sorted.files.sort { ExactPath($0.path) < ExactPath($1.path) }
    sorted.failures.sort { ExactPath($0.path) < ExactPath($1.path) }
    sorted.foreignLinks.sort()
    return sorted
  }

  /// Walks all of it, and reports in each folder how many notes were found before.
  mutating func run(_ progress: (Int) -> Void) throws(CancellationError) {
    do {
      met.insert(try FileStamp(path: root, following: true).identity)
    } catch {
      return fail("", error.reason)
    }
    try enter("", IgnoreRules(), progress)
    // Links come last, so that a file or folder with a name of its own is listed by it. Links may lead to further
    // links.
    var next = 0
    while next < links.count {
      try follow(links[next], progress)
      next += 1
    }
  }

  private func absolute(_ path: String) -> String {
    path.isEmpty ? root : root == "/" ? "/" + path : root + "/" + path
  }

  private mutating func fail(_ path: String, _ reason: String) {
    listing.failures.append(IndexReport.Failure(path: path.isEmpty ? "." : path, reason: reason))
  }

  /// Walks a folder and those inside it.
  private mutating func enter(
    _ path: String, _ rules: IgnoreRules, _ progress: (Int) -> Void
  ) throws(CancellationError) {
    var pending = [(path: path, rules: rules)]
    while let (folder, rules) = pending.popLast() {
      progress(listing.files.count)
      let names: [[UInt8]]
      do {
        names = try FolderWalk.names(in: absolute(folder))
      } catch {
        fail(folder, error.reason)
        continue
      }
      guard let files = try readRules(in: folder, names) else { continue }
      listing.folders.insert(ExactPath(folder))
      let inner = try rules.inside(Array(folder.utf8), files: files, meter)
      let isMaildir = names.contains(Array("cur".utf8)) && names.contains(Array("new".utf8))
      for name in names where name.first != UInt8(ascii: ".") || isMaildir && isMailFolder(name, in: folder) {
        guard let name = String(validating: name, as: UTF8.self) else {
          let shown = (folder.isEmpty ? "" : folder + "/") + String(decoding: name, as: UTF8.self)
          fail(shown, "its name is not UTF-8; rename the file")
          continue
        }
        let path = folder.isEmpty ? name : folder + "/" + name
        if try meet(path, inner) == .folder { pending.append((path, inner)) }
      }
    }
  }

  /// Whether a hidden name in a Maildir is that of a folder of mail, as in `.Sent/cur` (Maildir++).
  private func isMailFolder(_ name: [UInt8], in folder: String) -> Bool {
    let path = (folder.isEmpty ? "" : folder + "/") + String(decoding: name, as: UTF8.self) + "/cur"
    return (try? FileStamp(path: absolute(path), following: false))?.kind == .folder
  }

  /// Examines a name, and lists it if it is a note.
  ///
  /// Returns its kind, or `nil` if it is not of use.
  private mutating func meet(
    _ path: String, _ rules: IgnoreRules
  ) throws(CancellationError) -> FileStamp.Kind? {
    try meter.add(path.utf8.count)
    let stamp: FileStamp
    do {
      stamp = try FileStamp(path: absolute(path), following: false)
    } catch {
      // What cannot be read may be a folder, whose notes do not count as gone.
      if self.folder.isNote(path) || !error.isMissing { fail(path, error.reason) }
      return nil
    }
    if stamp.kind != .folder { listing.holdsFiles = true }
    if stamp.kind == .link {
      links.append(Link(path: path, rules: rules))
      return nil
    }
    return try note(path, stamp, rules) ? stamp.kind : nil
  }

  /// Lists a note; returns whether the name is of use.
  @discardableResult
  private mutating func note(
    _ path: String, _ stamp: FileStamp, _ rules: IgnoreRules
  ) throws(CancellationError) -> Bool {
    guard stamp.kind == .folder || self.folder.isNote(path) else {
      if listsSkipped, stamp.kind == .file, try !rules.ignore(Array(path.utf8), isFolder: false, meter) {
        count(path)
      }
      return false
    }
    guard try !rules.ignore(Array(path.utf8), isFolder: stamp.kind == .folder, meter) else {
      if listsSkipped { try skip(path, stamp.kind) }
      return false
    }
    switch stamp.kind {
    case .folder:
      return met.insert(stamp.identity).inserted
    case .file:
      met.insert(stamp.identity)
      guard ConversationFile.isNote(absolute(path)) else {
        if listsSkipped { count(path) }
        return false
      }
      listing.files.append(DocumentFolder.File(path: path, size: stamp.size, modified: stamp.modified))
      return true
    case .link, .other:
      fail(path, "it is not a regular file")
      return false
    }
  }

  /// Counts a file that is no note.
  private mutating func count(_ path: String) { listing.others[FormatCount.format(of: path), default: 0] += 1 }

  /// Lists an excluded file, or the files in an excluded folder: no rule can bring them back.
  private mutating func skip(_ path: String, _ kind: FileStamp.Kind) throws(CancellationError) {
    var pending = [(path: path, kind: kind)]
    while let (path, kind) = pending.popLast() {
      try meter.add(path.utf8.count)
      if kind == .file, folder.isNote(path), ConversationFile.isNote(absolute(path)) { listing.skipped.append(path) }
      guard kind == .folder, let names = try? FolderWalk.names(in: absolute(path)) else { continue }
      for name in names where name.first != UInt8(ascii: ".") {
        guard let name = String(validating: name, as: UTF8.self) else { continue }
        let inner = path + "/" + name
        guard let stamp = try? FileStamp(path: absolute(inner), following: false) else { continue }
        pending.append((inner, stamp.kind))
      }
    }
  }

  private mutating func follow(_ link: Link, _ progress: (Int) -> Void) throws(CancellationError) {
    let target = absolute(link.path)
    let stamp: FileStamp
    do {
      stamp = try FileStamp(path: target, following: true)
    } catch {
      if self.folder.isNote(link.path) || !error.isMissing {
        fail(link.path, "a symbolic link that leads nowhere: \(error.reason)")
      }
      return
    }
    guard stamp.kind == .folder || self.folder.isNote(link.path), !met.contains(stamp.identity) else { return }
    let isFolder = stamp.kind == .folder
    guard try !link.rules.ignore(Array(link.path.utf8), isFolder: isFolder, meter) else { return }
    guard RealPath.relative(RealPath.resolve(target), to: root) != nil else {
      listing.foreignLinks.append(link.path)
      return
    }
    if try note(link.path, stamp, link.rules), isFolder { try enter(link.path, link.rules, progress) }
  }

  /// Reads a folder's ignore files; returns `nil` if one is unreadable: what it hides is unknown, so the folder is not
  /// entered.
  private mutating func readRules(
    in folder: String, _ names: [[UInt8]]
  ) throws(CancellationError) -> [[UInt8]?]? {
    var contents: [[UInt8]?] = []
    for name in IgnoreRules.fileNames {
      guard names.contains(Array(name.utf8)) else {
        contents.append(nil)
        continue
      }
      let reason: String
      do {
        let path = absolute(folder.isEmpty ? name : folder + "/" + name)
        let bytes = try FileContents(path: path, limit: FolderWalk.largestRules).bytes
        contents.append(try IgnoreRules.decode(bytes, meter))
        continue
      } catch let failure as FileContents.Failure {
        reason = failure.reason
      } catch let failure as DocumentText.NotText {
        reason = failure.reason
      } catch {
        throw CancellationError()
      }
      let skipped = folder.isEmpty ? "" : ". The folder was skipped; the index kept its notes"
      fail(folder, "its \(name), which may hide notes, is unreadable: \(reason)\(skipped)")
      return nil
    }
    return contents
  }

  /// Returns the names in a folder, as bytes, sorted.
  private static func names(in path: String) throws(SystemFailure) -> [[UInt8]] {
    guard let stream = opendir(path) else { throw SystemFailure() }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      // The folder itself, and the one around it.
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
    if errno != 0 { throw SystemFailure() }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }
}
