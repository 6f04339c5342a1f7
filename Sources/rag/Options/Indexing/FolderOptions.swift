import ArgumentParser
import ForeignFormats
import Foundation
import VectorStore

/// What of a folder is indexed beyond its notes, or left out of them. It is stored with the folder.
struct FolderOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: "Index source code too, split at its definitions; kept for later runs. --no-code removes it.")
  var code: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Read scanned pages of PDF files with tesseract; kept for later runs. --no-ocr ends that.")
  var ocr: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Index comments of Obsidian (%% … %%), as by default. --no-comments leaves them out; kept for later runs.")
  var comments: Bool?

  @Option(
    help: "Show the events of calendars in this time zone, as in Europe/Berlin; kept for later runs.",
    transform: FolderOptions.timeZone)
  var timeZone: String?

  /// Returns the name of a time zone.
  @Sendable private static func timeZone(_ name: String) throws -> String {
    guard name.isEmpty || TimeZone(identifier: name) != nil else {
      throw ValidationError("\(name) is no time zone: expected one as in Europe/Berlin")
    }
    return name
  }

  /// The change of the folders' settings.
  var change: FolderSettings.Change {
    var change = FolderSettings.Change(timeZone: timeZone)
    for (flag, setting) in [(code, FolderSettings.Flags.code), (ocr, .scans), (comments.map { !$0 }, .withoutComments)]
    {
      if flag == true { change.added.insert(setting) }
      if flag == false { change.removed.insert(setting) }
    }
    return change
  }

  /// What is missing to read scanned pages, if they are to be read.
  var complaint: String? {
    guard ocr == true, ScannedPages.recognizer == nil else { return nil }
    return "rag: scanned pages are not read, since tesseract is not installed: 'sudo apt install tesseract-ocr', or "
      + "'brew install tesseract', then run the same command again"
  }
}
