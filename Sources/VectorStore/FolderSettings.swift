/// What of a folder is indexed beyond the notes, or left out of them; stored with the folder.
package struct FolderSettings: OptionSet, Sendable, Hashable {
  /// Files of source code.
  package static let code = FolderSettings(rawValue: 1)
  /// The text on pages that are pictures, by recognition of letters (OCR).
  package static let scans = FolderSettings(rawValue: 2)

  /// Obsidian's comments in Markdown, `%% … %%`, are left out.
  package static let withoutComments = FolderSettings(rawValue: 4)

  /// All that this version knows.
  package static let all: FolderSettings = [.code, .scans, .withoutComments]

  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// What is turned on or off by an update; the rest stays.
  package struct Change: Sendable, Hashable {
    package var added: FolderSettings = []
    package var removed: FolderSettings = []

    package init(added: FolderSettings = [], removed: FolderSettings = []) {
      (self.added, self.removed) = (added, removed)
    }

    /// Returns the settings after the change.
    package func applied(to settings: FolderSettings) -> FolderSettings { settings.subtracting(removed).union(added) }
  }
}

extension FolderSettings: Codable {
  private enum CodingKeys: CodingKey { case code, ocr, comments }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self = []
    if try container.decode(Bool.self, forKey: .code) { insert(.code) }
    if try container.decode(Bool.self, forKey: .ocr) { insert(.scans) }
    if try container.decodeIfPresent(Bool.self, forKey: .comments) == false { insert(.withoutComments) }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(contains(.code), forKey: .code)
    try container.encode(contains(.scans), forKey: .ocr)
    try container.encode(!contains(.withoutComments), forKey: .comments)
  }
}
