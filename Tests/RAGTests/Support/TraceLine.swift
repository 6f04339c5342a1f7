import Foundation

/// A line of a `--trace` file.
struct TraceLine: Decodable {
  struct Value: Decodable {
    struct Breakdown: Decodable {
      var contextSize: Int
      var counts: [String: Int]
    }
    var purpose: String?
    var inputTokens, cachedTokens, outputTokens: Int?
    var timeToFirstToken, duration, tokensPerSecond: Double?
    var breakdown: Breakdown?
    var toolName, arguments, error: String?
    var tokenCountBefore, tokenCountAfter: Int?
  }
  var event: String
  var at: Double
  var value: Value

  var purpose: String? { value.purpose }

  /// The whole lines of a file that may not be there yet; throws where one is no JSON.
  static func lines(ofFile path: String) throws -> [TraceLine] {
    guard let data = FileManager.default.contents(atPath: path), let end = data.lastIndex(of: UInt8(ascii: "\n")) else {
      return []
    }
    return try data[..<end].split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(TraceLine.self, from: Data($0))
    }
  }
}
