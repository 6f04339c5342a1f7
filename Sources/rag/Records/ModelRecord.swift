import Foundation
import ModelCatalogue
import RAGKit

/// A model in JSON.
struct ModelRecord: Encodable {
  var name: String
  var kind: CatalogueEntry.Kind
  var licence: String
  var bytes: Int64
  /// The number of parameters, if the catalogue has it.
  var parameters: Int64?
  /// The languages, if the catalogue has them.
  var languages: String?
  var contextSize: Int
  var isDefault: Bool
  /// Whether it is the language model to use on this machine.
  var isRecommended = false
  /// Its path; absent if it is not on this machine.
  var path: String?
  /// The problem that `verify` found.
  var problem: String?
  /// `catalogue`, `added`, `pulled`, or the program that keeps it.
  var source = "catalogue"
  /// The memory that it takes with a window of 4,096 tokens, in bytes.
  var memoryBytes: Int64
  /// Whether this machine has as much memory.
  var fitsInMemory: Bool

  /// - Parameter isDefault: Read from the settings if `nil`.
  init(_ entry: CatalogueEntry, path: String?, problem: String? = nil, isDefault: Bool? = nil) throws {
    (name, kind, licence, bytes) = (entry.name, entry.kind, entry.licence, entry.bytes)
    (contextSize, self.path, self.problem) = (entry.contextSize, path, problem)
    (parameters, languages) = (entry.parameters, entry.languages)
    isRecommended = try Self.recommended.get() == entry
    self.isDefault =
      try isDefault ?? ModelDefaults().name(of: entry.kind).map { $0 == entry.name } ?? entry.isDefault
    memoryBytes = Int64(entry.kind == .model ? AddressSpace.window : AddressSpace.batches) + entry.bytes
    fitsInMemory = Self.fits(memoryBytes)
  }

  init(_ model: LocalModel) throws {
    (name, kind, licence) = (model.found.name, model.kind, model.licence ?? "unknown")
    (bytes, contextSize, path) = (model.found.bytes, model.contextSize, model.found.path)
    let chosen = try ModelDefaults().name(of: model.kind)
    isDefault = chosen == name || chosen == path
    (source, memoryBytes) = (model.found.origin.rawValue, model.memory)
    fitsInMemory = Self.fits(memoryBytes)
  }

  init(_ model: FoundModel) throws { try self.init(LocalModel(model)) }

  init(_ choice: CatalogueChoice) throws {
    if let entry = choice.entry {
      try self.init(entry, path: choice.path)
    } else if let found = choice.found {
      try self.init(found)
    } else {
      try self.init(LocalModel(FoundModel(at: choice.path)))
    }
  }

  private static let recommended = Result {
    try Catalogue.standard().recommendedModel(
      memory: ProcessInfo.processInfo.physicalMemory, window: Int64(AddressSpace.window))
  }

  static func fits(_ bytes: Int64) -> Bool { UInt64(max(0, bytes)) <= ProcessInfo.processInfo.physicalMemory }

  /// What it is, and the option that names it.
  var use: String {
    let (what, option) =
      switch kind {
      case .model: ("a language model", "--model")
      case .encoder: ("an encoder", "--encoder")
      case .reranker: ("a reranker", "--rerank")
      }
    return "\(name) is \(what): name it with \(option) \(name.shellQuoted)"
  }

  /// Its line in a list.
  var line: String {
    var parts = [kind.rawValue, bytes.formatted(.byteCount(style: .file))]
    if licence != "unknown" { parts.append(licence) }
    if let languages { parts.append(languages) }
    if isDefault { parts.append("default") }
    if isRecommended { parts.append("recommended") }
    if !fitsInMemory { parts.append("needs more memory") }
    if source != "catalogue" {
      parts.append(source)
      if let path { parts.append(path) }
    }
    return "\(Console.bold(name))  \(parts.joined(separator: ", "))"
  }
}
