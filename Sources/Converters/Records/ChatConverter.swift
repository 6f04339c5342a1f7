import ForeignFormats
import Foundation

/// Converts logs of conversations, such as those of agents: JSON Lines with who said what, and when.
enum ChatConverter {
  private struct Turn {
    var author: String
    var text: String
    var time: String?
  }

  private static let authors = ["role", "author", "sender", "from", "user", "username", "name", "speaker"]
  private static let texts = ["content", "text", "message", "body", "value"]
  private static let times = ["timestamp", "time", "created_at", "createdAt", "create_time", "date", "ts"]
  /// The longest output of a tool that is kept, in characters: beyond that it is data.
  private static let longestOutput = 4000

  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    var writer = MarkdownWriter()
    var (number, lines, damaged, other) = (0, 0, 0, 0)
    for line in bytes.split(separator: UInt8(ascii: "\n")) where line.contains(where: { $0 > 0x20 }) {
      lines += 1
      guard let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] else {
        damaged += 1
        continue
      }
      let turns = turns(of: object)
      if turns.isEmpty { other += 1 }
      for turn in turns {
        number += 1
        writer.begin("\(number)")
        writer.heading(turn.author + (turn.time.map { ", " + $0 } ?? ""), level: 2)
        writer.add(markdown: MarkdownWriter.lowered(turn.text, by: 2))
      }
    }
    // Logs of agents have other events between the turns.
    guard number > 0, damaged * 2 < lines, number * 4 >= lines else {
      throw ConversionError.unknown("it is no chat: its lines have no author and text")
    }
    let remarks = damaged > 0 ? ["\(damaged) of \(lines) lines are no JSON"] : []
    return writer.conversion(unit: .turn, remarks: remarks)
  }

  private static func turns(of object: [String: Any]) -> [Turn] {
    // A line may be a whole conversation, or wrap a message.
    for key in ["messages", "conversations", "conversation"] {
      if let list = object[key] as? [[String: Any]] { return list.flatMap { turn(of: $0, around: object) } }
    }
    if let inner = object["message"] as? [String: Any] { return turn(of: inner, around: object) }
    return turn(of: object, around: object)
  }

  private static func turn(of object: [String: Any], around outer: [String: Any]) -> [Turn] {
    guard let author = authors.lazy.compactMap({ Self.name(object[$0]) }).first,
      let text = texts.lazy.compactMap({ Self.text(object[$0]) }).first
    else { return [] }
    return [Turn(author: author, text: text, time: times.lazy.compactMap { time(object[$0]) ?? time(outer[$0]) }.first)]
  }

  private static func name(_ value: Any?) -> String? {
    if let object = value as? [String: Any] {
      return ["role", "name", "username"].lazy.compactMap { name(object[$0]) }.first
    }
    return (value as? String).flatMap(MarkdownWriter.oneLine)
  }

  /// A text, or the parts of one.
  private static func text(_ value: Any?) -> String? {
    let text =
      switch value {
      case let text as String: text
      case let parts as [Any]: parts.compactMap(part).joined(separator: "\n\n")
      case let object as [String: Any]:
        part(object) ?? (object["parts"] as? [Any])?.compactMap(part).joined(separator: "\n\n")
      default: nil as String?
      }
    return text.flatMap { $0.contains { !$0.isWhitespace } ? $0 : nil }
  }

  private static func part(_ value: Any) -> String? {
    if let text = value as? String { return text }
    guard let object = value as? [String: Any] else { return nil }
    if let text = object["text"] as? String { return text }
    // What a tool was asked, and what it said.
    if object["type"] as? String == "tool_result" {
      return text(object["content"]).map { String($0.prefix(longestOutput)) }
    }
    if object["type"] as? String == "tool_use", let input = object["input"],
      let json = try? JSONSerialization.data(
        withJSONObject: input, options: [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes])
    {
      let name = object["name"] as? String ?? "tool"
      return "\(name): " + String(decoding: json, as: UTF8.self).prefix(longestOutput)
    }
    return nil
  }

  private static func time(_ value: Any?) -> String? {
    if let text = value as? String {
      guard let seconds = Double(text) else { return MarkdownWriter.oneLine(text) }
      return time(seconds)
    }
    guard let number = value as? NSNumber else { return nil }
    // Milliseconds, if it is not in the far future.
    let seconds = number.doubleValue > 1e11 ? number.doubleValue / 1000 : number.doubleValue
    guard (0...1e11).contains(seconds) else { return nil }
    return Date(timeIntervalSince1970: seconds).formatted(.iso8601)
  }
}
