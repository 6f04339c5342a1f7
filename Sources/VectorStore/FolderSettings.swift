/// What of a folder is indexed beyond the notes, or left out of them, and its time zone; stored with the folder.
package struct FolderSettings: Sendable, Hashable {
  /// What is turned on.
  package struct Flags: OptionSet, Sendable, Hashable {
    /// Files of source code.
    package static let code = Flags(rawValue: 1)
    /// The text on pages that are pictures, by recognition of letters (OCR).
    package static let scans = Flags(rawValue: 2)
    /// Obsidian's comments in Markdown, `%% … %%`, are left out.
    package static let withoutComments = Flags(rawValue: 4)
    /// All that this version knows.
    package static let all: Flags = [.code, .scans, .withoutComments]

    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }
  }

  package var flags: Flags
  /// The time zone in which the days of its calendars begin, as in `Europe/Berlin`; `nil` for that of the machine.
  package var timeZone: String?

  package init(_ flags: Flags = [], timeZone: String? = nil) { (self.flags, self.timeZone) = (flags, timeZone) }

  /// Whether something is turned on.
  package func contains(_ flag: Flags) -> Bool { flags.contains(flag) }

  /// Whether it has the settings of every folder.
  package var isEmpty: Bool { flags.isEmpty && timeZone == nil }

  /// What an update changes; the rest stays.
  package struct Change: Sendable, Hashable {
    package var added: Flags = []
    package var removed: Flags = []
    /// The new time zone; empty for that of the machine.
    package var timeZone: String?

    package init(added: Flags = [], removed: Flags = [], timeZone: String? = nil) {
      (self.added, self.removed, self.timeZone) = (added, removed, timeZone)
    }

    /// Returns the settings after the change.
    package func applied(to settings: FolderSettings) -> FolderSettings {
      FolderSettings(
        settings.flags.subtracting(removed).union(added),
        timeZone: timeZone.map { $0.isEmpty ? nil : $0 } ?? settings.timeZone)
    }
  }
}

extension FolderSettings: Codable {
  private enum CodingKeys: CodingKey { case code, ocr, comments, timeZone }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(timeZone: try container.decodeIfPresent(String.self, forKey: .timeZone))
    if try container.decode(Bool.self, forKey: .code) { flags.insert(.code) }
    if try container.decode(Bool.self, forKey: .ocr) { flags.insert(.scans) }
    if try container.decodeIfPresent(Bool.self, forKey: .comments) == false { flags.insert(.withoutComments) }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(contains(.code), forKey: .code)
    try container.encode(contains(.scans), forKey: .ocr)
    try container.encode(!contains(.withoutComments), forKey: .comments)
    try container.encodeIfPresent(timeZone, forKey: .timeZone)
  }
}
