import Foundation

/// What scripts/encoder-golden.py found for texts invented for this project.
enum Golden {
  struct Tokens: Decodable {
    var text: String
    var ids: [Int32]
  }

  struct Vector: Decodable {
    var text: String
    var vector: [Float]
  }

  static func tokens() throws -> [Tokens] { try read("tokens.json") }
  static func vectors() throws -> [Vector] { try read("vectors.json") }

  private static func read<Row: Decodable>(_ name: String) throws -> [Row] {
    try JSONDecoder().decode([Row].self, from: Data(contentsOf: url(name)))
  }

  static func url(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden").appending(path: name)
  }
}
