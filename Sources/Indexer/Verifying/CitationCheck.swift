import ForeignFormats

/// Finds out whether the lines that an answer cites still stand in the notes.
///
///     var check = CitationCheck()
///     let cited = CitedLines(folder: "/home/ann/notes", path: "keys.md", lines: 41...43, text: "Rotate them yearly.")
///     if case .moved(let path, let lines) = await check.state(of: cited) { print("now \(path):\(lines.lowerBound)") }
///
/// No index and no model are needed.
public struct CitationCheck: ~Copyable {
  /// What became of cited lines.
  public enum State: Sendable, Hashable {
    /// They are where they were, unchanged.
    case stands
    /// They are elsewhere in the file or, if the file is gone, in another file of the folder; unchanged.
    case moved(path: String, lines: ClosedRange<Int>)
    /// The file has no such lines any more.
    case changed
    /// The file is gone or cannot be read, and no other file of the folder has the lines.
    case gone
    /// The lines stand, but the saved text is not what they say: the saved answer was changed.
    case altered
    /// The program that reads the file is not installed: `rag-read`, or `tesseract` for pages that are pictures.
    case unread
  }

  private var texts: [String: LinedText?] = [:]
  private var notes: [String: [String]] = [:]

  /// Creates a check.
  public init() {}

  /// Returns what became of cited lines. Files are read as they were for the index.
  public mutating func state(of cited: CitedLines) async -> State {
    do {
      return try await stateRead(of: cited)
    } catch {
      return .unread
    }
  }

  private mutating func stateRead(of cited: CitedLines) async throws(LinedText.ReaderMissing) -> State {
    guard let text = try await text(of: cited) else { return await stateElsewhere(of: cited) }
    if text.matches(cited, at: cited.lines.lowerBound) {
      return text.contains(cited.text, at: cited.lines.lowerBound) ? .stands : .altered
    }
    guard let first = Self.nearest(to: cited, in: text) else { return .changed }
    return .moved(path: cited.path, lines: first...first + cited.lines.count - 1)
  }

  private mutating func stateElsewhere(of cited: CitedLines) async -> State {
    let format = ForeignFormat(path: cited.path)
    for path in notes(in: cited.folder) {
      // Pictures take seconds each, so they are looked at only in files that may be the same one under another name.
      let readsScans = cited.isRecognized && ForeignFormat(path: path) == format
      // Not kept: there may be many.
      guard let text = try? await LinedText.of(path, in: cited.folder, readsScans: readsScans),
        let first = Self.nearest(to: cited, in: text)
      else { continue }
      return .moved(path: path, lines: first...first + cited.lines.count - 1)
    }
    return .gone
  }

  private static func nearest(to cited: CitedLines, in text: LinedText) -> Int? {
    text.places(of: cited).min { abs($0 - cited.lines.lowerBound) < abs($1 - cited.lines.lowerBound) }
  }

  private mutating func text(of cited: CitedLines) async throws(LinedText.ReaderMissing) -> LinedText? {
    let key = "\(cited.isRecognized) \(cited.folder)/\(cited.path)"
    if let known = texts[key] { return known }
    let text = try await LinedText.of(cited.path, in: cited.folder, readsScans: cited.isRecognized)
    texts[key] = .some(text)
    return text
  }

  private mutating func notes(in folder: String) -> [String] {
    if let known = notes[folder] { return known }
    let found = (try? DocumentFolder(folder).listing().files.map(\.path)) ?? []
    notes[folder] = found
    return found
  }
}
