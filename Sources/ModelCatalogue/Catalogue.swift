public import Foundation

/// The encoders and models that `rag models pull` and `ModelDownload` can fetch.
///
///     for entry in try Catalogue.standard().entries { print(entry.name, entry.bytes, entry.licence) }
public struct Catalogue: Sendable {
  /// All entries.
  public let entries: [CatalogueEntry]
  /// The encoders whose prompts are known.
  let families: [EncoderFamily]

  /// Returns the built-in catalogue.
  public static func standard() throws -> Catalogue {
    try Catalogue(json: Data(PackageResources.models_json))
  }

  /// Reads a catalogue: a JSON object whose `models` are the entries, and whose `families`, if any, say which prompts
  /// encoders expect.
  public init(json: Data) throws {
    struct Contents: Decodable {
      var models: [CatalogueEntry]
      var families: [EncoderFamily]?
    }
    let contents = try JSONDecoder().decode(Contents.self, from: json)
    (entries, families) = (contents.models, contents.families ?? [])
  }

  /// Returns the entry with this name, regardless of case, or the only entry whose name contains it.
  ///
  /// - Throws: `CatalogueError.unknownModel`, with all known names.
  public func entry(named name: String) throws -> CatalogueEntry {
    guard let entry = entry(called: name) ?? entry(containing: name) else {
      throw CatalogueError.unknownModel(name, known: entries.map(\.name))
    }
    return entry
  }

  /// Returns the entry with exactly this name, regardless of case.
  package func entry(called name: String) -> CatalogueEntry? {
    entries.first { $0.name.lowercased() == name.lowercased() }
  }

  /// Returns the only entry whose name contains this one, regardless of case.
  ///
  /// - Parameter folder: Counts only the entries that are in this folder, complete or not; `nil` counts all.
  package func entry(containing name: String, in folder: ModelFolder? = nil) -> CatalogueEntry? {
    let holding = entries.filter {
      $0.name.lowercased().contains(name.lowercased()) && folder?.isBegun($0) ?? true
    }
    return holding.count == 1 && !name.isEmpty ? holding[0] : nil
  }

  /// Returns the default entry of a kind.
  public func defaultEntry(of kind: CatalogueEntry.Kind) throws -> CatalogueEntry {
    guard let entry = entries.first(where: { $0.kind == kind && $0.isDefault }) else {
      throw CatalogueError.unknownModel("default \(kind.rawValue)", known: entries.map(\.name))
    }
    return entry
  }

  /// Returns the language model that is recommended for a machine: the largest of those that may be recommended which
  /// leaves half of the memory to other programs.
  ///
  /// - Parameters:
  ///   - memory: The bytes that the machine has.
  ///   - window: The bytes that a model needs besides its weights.
  package func recommendedModel(memory: UInt64, window: Int64) -> CatalogueEntry? {
    entries.filter { $0.kind == .model && $0.isRecommended == true && UInt64($0.bytes + window) <= memory / 2 }
      .max { $0.bytes < $1.bytes }
  }
}
