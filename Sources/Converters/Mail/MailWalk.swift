import CMail
import ForeignFormats
import Foundation

/// Writes messages with their headers, texts and attachments.
final class MailWalk {
  private let isMailbox: Bool
  private var writer = MarkdownWriter()
  private var number = 0
  private var title: String?
  private var day: String?
  private var remarks: [String] = []
  private(set) var hasHeader = false
  private let view: CalendarView
  /// The texts of the invitations of this message: many programs send each twice.
  private var invitations: Set<String> = []

  init(isMailbox: Bool, _ view: CalendarView) { (self.isMailbox, self.view) = (isMailbox, view) }

  func conversion() -> Conversion {
    let first = remarks.prefix(Self.mostRemarks)
    let more = remarks.count - first.count
    var conversion = writer.conversion(
      title: isMailbox ? nil : title, unit: isMailbox ? .message : nil,
      remarks: first + (more > 0 ? ["\(more) more attachments could not be read"] : []))
    conversion.day = isMailbox ? nil : day
    return conversion
  }

  private static let mostRemarks = 20

  func begin(_ header: mail_header) {
    let isOwn = header.depth == 0
    if isOwn {
      number += 1
      invitations = []
      if isMailbox { writer.begin("\(number)") }
    }
    let subject = Self.text(header.subject)
    let fields = [("From", header.from), ("To", header.to), ("Cc", header.cc), ("Date", header.date)].compactMap {
      name, value in
      Self.text(value).map { "\(name): \($0)" }
    }
    guard subject != nil || !fields.isEmpty else { return }
    hasHeader = true
    let sent = Self.text(header.date).map { String($0.prefix(10)) }
    if isOwn {
      title = title ?? subject
      day = day ?? sent
    }
    // Of many messages, each says when it was sent.
    let heading = [subject ?? "(no subject)"] + (isOwn && isMailbox ? [sent].compactMap(\.self) : [])
    writer.heading(heading.joined(separator: ", "), level: 1 + Int(header.depth))
    writer.paragraph((fields + (subject.map { ["Subject: \($0)"] } ?? [])).joined(separator: "\n"))
  }

  func add(_ part: mail_part) {
    let bytes = Array(UnsafeRawBufferPointer(start: part.bytes, count: part.bytes == nil ? 0 : part.count))
    switch part.kind {
    case MAIL_TEXT:
      var text = "\n" + String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
      // A mailbox marks lines that would begin a message.
      if isMailbox { text = text.replacing("\n>From ", with: "\nFrom ") }
      if part.is_flowed != 0 { text = FlowedText.joined(text, dropsSpaces: part.drops_spaces != 0) }
      writer.add(text: CutLinks.joined(text))
      writer.endBlock()
    case MAIL_HTML:
      guard bytes.contains(where: { $0 > UInt8(ascii: " ") }) else { return }
      do {
        writer.add(try HTMLConverter.conversion(of: bytes), below: 1)
      } catch {
        remarks.append("message \(number): \(error.localizedDescription)")
      }
    case MAIL_CALENDAR: invite(bytes)
    case MAIL_ENCRYPTED: remarks.append("message \(number) is encrypted")
    default: attachment(Self.text(part.name), bytes, charset: Self.text(part.charset))
    }
  }

  /// Adds the events of an invitation.
  private func invite(_ bytes: [UInt8]) {
    do {
      let invitation = try CalendarConverter.conversion(of: bytes, view)
      if invitations.insert(invitation.text).inserted { writer.add(invitation, below: 1) }
    } catch {
      remarks.append("the invitation in message \(number): \(error.localizedDescription)")
    }
  }

  private func attachment(_ name: String?, _ bytes: [UInt8], charset: String?) {
    // Signatures and pictures of the text have no name that says anything.
    guard let name else { return }
    writer.heading("Attachment: \(name)", level: 2)
    let isText = Self.isText(name)
    let bytes = isText || ForeignFormat(path: name) == .csv ? Self.utf8(of: bytes, in: charset) : bytes
    do {
      if let format = ForeignFormat(path: name) {
        // Messages in messages come as such; a file of them could contain itself.
        guard format != .mail, format != .mailbox else { return }
        let conversion = try format.conversion(of: bytes, named: name, calendar: view)
        guard format != .calendar || invitations.insert(conversion.text).inserted else { return }
        writer.add(conversion, below: 2)
      } else if isText {
        let text = try DecodedText.string(of: bytes)
        if name.lowercased().hasSuffix(".txt") {
          writer.add(text: text)
        } else {
          writer.add(markdown: MarkdownWriter.lowered(text, by: 2))
        }
        writer.endBlock()
      }
    } catch {
      remarks.append("attachment \(name): \(error.localizedDescription)")
    }
  }

  private static func isText(_ name: String) -> Bool {
    [".txt", ".md", ".markdown", ".org", ".rst", ".log", ".patch", ".diff"].contains { name.lowercased().hasSuffix($0) }
  }

  /// Returns text in the charset that its part names, unless it is UTF-8 already.
  private static func utf8(of bytes: [UInt8], in charset: String?) -> [UInt8] {
    guard let charset, String(validating: bytes, as: UTF8.self) == nil else { return bytes }
    return Charset.string(of: bytes, in: charset).map { Array($0.utf8) } ?? bytes
  }

  private static func text(_ text: UnsafePointer<CChar>?) -> String? {
    text.flatMap { MarkdownWriter.oneLine(String(cString: $0)) }
  }
}
