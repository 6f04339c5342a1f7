import CMail
import ForeignFormats

/// Converts messages of mail (RFC 5322, MIME) and mailboxes of them (mbox).
enum MailConverter {
  static func conversion(of bytes: [UInt8], isMailbox: Bool, _ view: CalendarView) throws -> Conversion {
    let walk = MailWalk(isMailbox: isMailbox, view)
    let count = withExtendedLifetime(walk) {
      MailRepair.repaired(bytes, isMailbox: isMailbox).withUnsafeBytes { bytes in
        mail_read(
          bytes.bindMemory(to: CChar.self).baseAddress, bytes.count, isMailbox ? 1 : 0,
          { header, walk in
            guard let header, let walk else { return }
            Unmanaged<MailWalk>.fromOpaque(walk).takeUnretainedValue().begin(header.pointee)
          },
          { part, walk in
            guard let part, let walk else { return }
            Unmanaged<MailWalk>.fromOpaque(walk).takeUnretainedValue().add(part.pointee)
          }, Unmanaged.passUnretained(walk).toOpaque())
      }
    }
    guard count > 0, walk.hasHeader else {
      throw ConversionError.damaged(isMailbox ? "it has no messages" : "it has no header of a message")
    }
    return walk.conversion()
  }
}
