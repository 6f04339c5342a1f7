import Embedding
import ForeignFormats
import Foundation
import VectorStore

/// The text of a note, which of a file in a foreign format is what it was converted to.
package struct NoteText {
  var text: DocumentText
  /// The title of a converted file, if it has one.
  var title: String?
  var places: Places?
  /// Whether each section of the highest level stands for itself: a message, a contact, an event.
  var isOfRecords = false
  /// The day on which a message was sent.
  var day: Day?
  /// The occurrences of its events.
  var calendar: NoteCalendar?
  /// How its events are looked at.
  let view: CalendarView
  /// What could not be read.
  var problem: String?

  /// Reads a file's bytes.
  ///
  /// - Parameters:
  ///   - readsScans: Whether text on pages that are pictures is recognized.
  ///   - leavesOutComments: Whether Obsidian's comments in Markdown are blanked.
  ///   - view: How the events of calendars are looked at.
  ///   - digest: The digest of the bytes, if the file is looked at, and may be again: then it is not converted again.
  /// - Throws: `DocumentText.NotText`, `FileConverter.Failure` or `CancellationError`.
  init(
    decoding bytes: [UInt8], path: String, readsScans: Bool = false, leavesOutComments: Bool = false,
    calendar view: CalendarView = .fromNow(), keptAs digest: String? = nil
  ) throws {
    self.view = view
    guard let format = ForeignFormat(path: path) else {
      text = try DocumentText(decoding: bytes)
      if leavesOutComments, DocumentFormat(path: path) == .markdown { text = try text.withoutComments() }
      return
    }
    guard let converter = FileConverter.shared else {
      throw FileConverter.Failure(reason: "rag-read is not installed", isOfFile: false)
    }
    // A message in a Maildir is known by its folder.
    let name = path.split(separator: "/").suffix(2).joined(separator: "/")
    let conversion = try LastConversions.conversion(named: digest.map { "\($0) \(readsScans) \(view.key) \(name)" }) {
      try converter.conversion(of: bytes, named: name, readsScans: readsScans, calendar: view)
    }
    text = DocumentText(conversion.text)
    isOfRecords = [.mailbox, .calendar, .contacts].contains(format)
    // The first of several messages, contacts or sheets is no title of their file.
    let isCollection = isOfRecords || conversion.unit == .row
    title = conversion.title ?? (isCollection ? ParsedDocument.stem(of: path) : nil)
    places = conversion.unit.map { Places(unit: $0, marks: conversion.marks) }
    day = conversion.day.flatMap { Day($0) }
    calendar = NoteCalendar(conversion, in: view)
    problem = conversion.remarks.isEmpty ? nil : conversion.remarks.joined(separator: "; ")
  }

  /// Thrown if a file has no text.
  package struct Unreadable: Error {
    /// Why.
    package var reason: String
  }

  /// Returns the text of a file, as it would be indexed.
  package static func text(decoding bytes: [UInt8], path: String) async throws(Unreadable) -> String {
    try await reading(path) { () throws(Unreadable) in try readText(decoding: bytes, path: path) }
  }

  /// Returns what `body` makes of a file; if it must be converted, on a thread of its own, since that can take minutes.
  static func reading<Text: Sendable, Failure>(
    _ path: String, _ body: @escaping @Sendable () throws(Failure) -> Text
  ) async throws(Failure) -> Text {
    guard ForeignFormat(path: path) != nil else { return try body() }
    let texts = await converting.map(1) { _ in Result { () throws(Failure) in try body() } }
    return try texts[0].get()
  }

  private static let converting = OwnThreads(1, label: "rag.converting")

  private static func readText(decoding bytes: [UInt8], path: String) throws(Unreadable) -> String {
    do {
      return String(decoding: try NoteText(decoding: bytes, path: path).text.bytes, as: UTF8.self)
    } catch let failure as DocumentText.NotText {
      let name = path.split(separator: "/").last ?? ""
      guard name.contains("."), !DocumentFolder.mayBeNote(String(name)) else {
        throw Unreadable(reason: failure.reason)
      }
      throw Unreadable(reason: "its format cannot be read: save it as text, DOCX, ODT or PDF")
    } catch let failure as FileConverter.Failure {
      // Not every file of JSON lines is a chat.
      if ForeignFormat(path: path) == .chat, let text = try? DocumentText(decoding: bytes) {
        return String(decoding: text.bytes, as: UTF8.self)
      }
      throw Unreadable(reason: failure.reason)
    } catch {
      throw Unreadable(reason: error.localizedDescription)
    }
  }

  /// Returns why a file of a folder could not be indexed: reads it, and decodes it if it is text.
  static func reasonUnread(_ path: String, in folder: String) throws(CancellationError) -> String {
    try reasonNotText(path, in: folder) ?? "it could not be read when the folder was indexed"
  }

  /// Returns why a file of a folder cannot be read now, as far as that is known without converting it.
  static func reasonNotText(_ path: String, in folder: String) throws(CancellationError) -> String? {
    do {
      let contents = try FileContents(path: folder + "/" + path, in: folder)
      if ForeignFormat(path: path) == nil { _ = try DocumentText(decoding: contents.bytes) }
      return nil
    } catch let failure as FileContents.Failure {
      return failure.reason
    } catch let failure as DocumentText.NotText {
      return failure.reason
    } catch {
      throw CancellationError()
    }
  }
}

extension NoteCalendar {
  /// - Returns: `nil` if a file has no events.
  fileprivate init?(_ conversion: Conversion, in view: CalendarView) {
    guard !conversion.occurrences.isEmpty else { return nil }
    self.init(
      timeZone: view.key, lastDay: conversion.hasLaterOccurrences ? view.lastDay : nil,
      occurrences: conversion.occurrences)
  }
}
