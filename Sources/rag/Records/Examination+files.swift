import Foundation
import Embedding
import Files
import ForeignFormats
import Indexer
import VectorStore

extension Examination {
  /// Checks that files in other formats can be converted, and scanned pages read.
  mutating func examineReaders(_ folders: [IndexStatus.Folder]) {
    let table = Array("name,price\noar,12\n".utf8)
    if let converter = FileConverter.shared {
      do {
        _ = try converter.conversion(of: table, named: "table.csv")
        add("reader", "rag-read converts \(Numbers.count(ForeignFormat.allCases.count, of: "format"))")
      } catch {
        let advice = "or install rag again, as docs/install.md says"
        add("reader", "rag-read does not work", problem: "\(error.reason), \(advice)")
      }
    } else {
      let problem = "only files of text are read: rag-read is missing beside rag: install it, as docs/install.md says"
      add("reader", "none", problem: problem)
    }
    let wanting = folders.filter { $0.settings.contains(.scans) }
    if let recognizer = ScannedPages.recognizer {
      let count = Numbers.count(wanting.count, of: "folder")
      add("OCR", wanting.isEmpty ? "\(recognizer), turned on by 'rag index --ocr'" : "\(recognizer), for \(count)")
    } else {
      add(
        "OCR", "tesseract is not installed",
        problem: wanting.isEmpty
          ? nil : "scanned pages of \(wanting[0].path) are not read: run: sudo apt install tesseract-ocr")
    }
  }

  /// Says as which role a database is asked, and whether it sees what is others'.
  mutating func examine(_ role: StoreRole) {
    let groups = role.groups.isEmpty ? "" : ", a member of \(role.groups.joined(separator: ", "))"
    add(
      "role", role.name + groups,
      problem: role.seesEverything
        ? "sees every folder, whoever owns it, as a superuser or with BYPASSRLS: use another role for your notes" : nil)
  }

  /// Checks who may read the index, what was set aside, and whether the disk has room.
  mutating func examineFiles(ofIndexAt path: String, _ status: IndexStatus) {
    let open = Self.openFiles(ofIndexAt: path)
    add(
      "access", open.isEmpty ? "only you can read the index" : "others can read the index",
      // The other files are gone when nobody reads the index.
      problem: open.isEmpty ? nil : "run: chmod go= \(path.shellQuoted)")

    examineFolder(ofIndexAt: path)

    let aside = SearchIndex.damagedCopies(ofIndexAt: path)
    add(
      "leftovers", aside.isEmpty ? "none" : "\(aside.count) set aside as damaged",
      problem: aside.isEmpty
        ? nil : "they have the text of your notes: run: rm \(aside.map(\.shellQuoted).joined(separator: " "))")
    if let space = SearchIndex.unfinishedSpace(ofIndexAt: path) {
      add("encoder change", "to \(space.title)", problem: "is not finished: run \(SuggestedCommand.quoted("index"))")
    }

    let folder = (path as NSString).deletingLastPathComponent
    let values = try? URL(fileURLWithPath: folder.isEmpty ? "." : folder).resourceValues(
      forKeys: [.volumeAvailableCapacityKey])
    guard let free = values?.volumeAvailableCapacity else { return }
    // A change of the encoder, or forgetting a folder, writes the index anew beside the old one.
    let isTight = Int64(free) < 2 * status.bytes
    add(
      "disk", "\(Int64(free).formatted(.byteCount(style: .file))) free",
      problem: isTight ? "less than twice the index: free some before you forget a folder or change the encoder" : nil)
  }

  /// Checks that every folder is whole and up to date, and what could not be read.
  mutating func examineFolders(of index: SearchIndex, _ status: IndexStatus) async throws {
    let orphans = try await index.orphans()
    add(
      "orphans", "\(orphans)",
      problem: orphans == 0
        ? nil : "rows belong to nothing: run: rag index --rebuild --index \(index.path.shellQuoted)",
      isFatal: orphans > 0)
    for folder in status.folders where folder.indexedAt == nil {
      add(
        "folder", folder.path, problem: "is only partly indexed: run \(SuggestedCommand.quoted("index")) to finish it",
        repair: .update)
    }
    let differences = try await index.changes(since: status)
    let missing = zip(status.folders, differences).filter(\.1.isOutOfReach).map(\.0)
    for (folder, changes) in zip(status.folders, differences) {
      guard let absence = changes.absence else { continue }
      let cure = changes.failures.contains { $0.path == "." } ? "change its permissions" : "mount its disk"
      add(
        "folder", folder.path,
        problem: "\(absence): \(cure), or, if it is gone for good, run: "
          + SuggestedCommand.text("forget", folder.path.shellQuoted)
          + "; until then the index keeps its \(Numbers.count(folder.documents, of: "document"))")
    }
    let present = status.folders.count - missing.count
    if present > 0 { add("folders", "\(present) of \(status.folders.count) are there") }
    var waiting = 0
    for (folder, changes) in zip(status.folders, differences) where !missing.contains(folder) {
      waiting += changes.changed + changes.missing + changes.ignored + changes.unindexed - changes.failed.count
    }
    // Of folders that are missing, it is not known.
    if present > 0 || missing.isEmpty {
      add(
        "changes",
        waiting == 0
          ? "the index is up to date" : "\(Numbers.count(waiting, of: "file")) differ\(waiting == 1 ? "s" : "")",
        problem: waiting == 0 ? nil : "run \(SuggestedCommand.quoted("index"))", repair: waiting == 0 ? nil : .update)
    }
    let formats = FormatCount.sum(of: differences.flatMap(\.formats))
    let unread =
      try await index.unreadFiles().count(where: \.isMissingText) + differences.reduce(0) { $0 + $1.failures.count }
    add(
      "formats", formats.isEmpty ? "none yet" : formats.map(\.description).joined(separator: "; "),
      problem: unread == 0
        ? nil
        : "\(Numbers.count(unread, of: "file")) could not be read, or not all of it: run: "
          + SuggestedCommand.text("status"))
  }
}
