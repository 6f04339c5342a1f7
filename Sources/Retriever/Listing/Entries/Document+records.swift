import ForeignFormats
import VectorStore

extension Document {
  /// Whether it is a calendar.
  var isCalendar: Bool { hasEnding(["ics"]) }

  /// Whether it is a message or a mailbox.
  var hasMail: Bool { hasEnding(["mbox", "eml"]) || Maildir.isMessage(path) }

  /// Whether it is in a folder of sent mail or drafts, or such a mailbox, by the names that mail programs give them.
  var isSentMail: Bool {
    hasMail
      && path.lowercased().split(separator: "/").contains { name in
        Self.sentFolders.contains { name == $0 || name.hasSuffix("." + $0) || name == $0 + ".mbox" }
      }
  }

  private static let sentFolders = [
    "sent", "sent mail", "sent items", "sent messages", "sent-mail", "gesendet", "gesendete elemente",
    "gesendete objekte", "drafts", "entwürfe",
  ]

  /// Whether it is an Org file.
  var isOrg: Bool { hasEnding(["org"]) }

  /// Whether it has contacts, some with birthdays.
  var hasContacts: Bool { hasEnding(["vcf"]) }

  /// Whether its sections are events or messages, which begin with their fields.
  var hasRecords: Bool { isCalendar || hasMail }

  private func hasEnding(_ endings: Set<String>) -> Bool {
    path.split(separator: ".").last.map { endings.contains($0.lowercased()) } ?? false
  }
}
