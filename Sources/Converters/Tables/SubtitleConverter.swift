import ForeignFormats
import Foundation

/// Converts subtitles (SubRip, WebVTT): what is said, with the time.
enum SubtitleConverter {
  /// What is said within so many seconds is one paragraph.
  private static let secondsTogether = 30.0

  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    var writer = MarkdownWriter()
    var start: Double?
    var spoken: [String] = []
    func flush(_ writer: inout MarkdownWriter) {
      if let start, !spoken.isEmpty {
        writer.begin(time(start))
        writer.paragraph(spoken.joined(separator: "\n"))
      }
      spoken = []
    }
    for cue in try cues(of: DecodedText.string(of: bytes)) {
      if start.map({ cue.start - $0 >= secondsTogether || cue.start < $0 }) ?? true {
        flush(&writer)
        start = cue.start
      }
      // Rolling captions repeat the last line, with or without who says it.
      for line in cue.lines where line != spoken.last && spoken.last?.hasSuffix(": " + line) != true {
        spoken.append(line)
      }
    }
    flush(&writer)
    return writer.conversion(unit: .time)
  }

  private static func cues(of text: String) throws -> [(start: Double, lines: [String])] {
    var cues: [(start: Double, lines: [String])] = []
    var isOpen = false
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if let arrow = line.utf8.firstRange(of: "-->".utf8), let start = seconds(line[..<arrow.lowerBound]) {
        cues.append((start, []))
        isOpen = true
      } else if line.allSatisfy(\.isWhitespace) {
        isOpen = false
      } else if isOpen, let spoken = MarkdownWriter.oneLine(CueText.text(of: line)) {
        cues[cues.count - 1].lines.append(spoken)
      }
    }
    guard !cues.isEmpty else { throw ConversionError.damaged("it has no subtitles with times") }
    return cues
  }

  /// Reads `00:12:31,500`, `12:31.500` and the like.
  private static func seconds(_ text: Substring) -> Double? {
    let parts = text.split(whereSeparator: \.isWhitespace).last?.split(separator: ":") ?? []
    let numbers = parts.map { Double($0.replacing(",", with: ".")) }
    guard (2...3).contains(numbers.count), !numbers.contains(nil) else { return nil }
    return numbers.reduce(0) { $0 * 60 + ($1 ?? 0) }
  }

  private static func time(_ seconds: Double) -> String {
    let whole = Int(min(max(0, seconds), 1e6))
    return [whole / 3600, whole / 60 % 60, whole % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}
