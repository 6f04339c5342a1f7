import Foundation
import LanguageModels

/// A file with a JSON Schema.
enum SchemaFile {
  static func read(_ path: String) throws -> GenerationSchema {
    let text: String
    do {
      text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    } catch {
      throw CommandError.badInput("\(path) cannot be read: name a file with a JSON Schema")
    }
    do {
      return try GenerationSchema(jsonSchema: text)
    } catch {
      throw CommandError.badInput("\(path): \(error.localizedDescription)")
    }
  }
}
