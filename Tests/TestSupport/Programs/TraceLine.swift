import Foundation

/// A line of a `--trace` file.
package struct TraceLine: Decodable {
  package struct Value: Decodable {
    package struct Breakdown: Decodable {
      package var contextSize: Int
      package var counts: [String: Int]
    }
    package var purpose: String?
    package var inputTokens, cachedTokens, outputTokens: Int?
    package var timeToFirstToken, duration, tokensPerSecond: Double?
    package var breakdown: Breakdown?
    package var toolName, arguments, error: String?
    package var tokenCountBefore, tokenCountAfter: Int?
  }
  package var event: String
  package var at: Double
  package var value: Value

  package var purpose: String? { value.purpose }

  /// The whole lines of a file that may not be there yet; throws where one is no JSON.
  package static func lines(ofFile path: String) throws -> [TraceLine] {
    guard let data = FileManager.default.contents(atPath: path), let end = data.lastIndex(of: UInt8(ascii: "\n")) else {
      return []
    }
    return try data[..<end].split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(TraceLine.self, from: Data($0))
    }
  }
}
