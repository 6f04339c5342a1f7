import Foundation
import ModelCatalogue

/// Where the tests find the encoder and the smallest language model: where the program itself looks for them. `make
/// test` puts them there.
package enum Models {
  package struct Missing: Error, CustomStringConvertible {
    package var description: String
  }

  package static var folder: String { URL(fileURLWithPath: ModelFolder.standard().path).path }

  package static func encoder() throws -> String { try path(of: "all-MiniLM-L6-v2") }
  package static func smallModel() throws -> String { try path(of: "SmolLM2-135M-Instruct") }

  private static func path(of name: String) throws -> String {
    let folder = ModelFolder(at: folder)
    let entry = try Catalogue.standard().entry(named: name)
    guard folder.isPresent(entry) else {
      throw Missing(description: "\(name) is not in \(folder.path): run 'make test', or 'rag models pull \(name)'")
    }
    return folder.path(of: entry)
  }
}
