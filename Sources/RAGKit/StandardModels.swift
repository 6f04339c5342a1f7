public import Embedding
import Foundation
public import LanguageModels
import ModelCatalogue
package import RemoteModels
import VectorStore

/// The encoder, the reranker and the language model that the `rag` command uses. An app that uses them gives the same
/// answers.
///
///     let encoder = try await StandardModels.encoder()
///     let model = try await StandardModels.languageModel(contextSize: 8192)
///
/// Name a model as in the catalogue (`all-MiniLM-L6-v2`), by the path of a file or folder, or as Ollama (`qwen3:4b`),
/// LM Studio, Hugging Face's cache or llama.cpp's name it if they have it on this machine; it is used where it is.
/// Without a name, it is the default that `rag models use` set, or the catalogue's. Nothing is fetched: `rag models
/// pull` and `ModelDownload` do that. Load a model once and share it: it takes as much memory as its file, plus the
/// window. The address of a server on this machine, such as `http://127.0.0.1:11434/v1#qwen3.5:4b`, names a language
/// model there.
public enum StandardModels {
  /// Loads an encoder.
  ///
  ///     let encoder = try await StandardModels.encoder(precision: .int8)
  ///
  /// - Parameters:
  ///   - name: The name of an encoder, a folder, a GGUF file, or the address of a server (`ServerTextEncoder`), whose
  ///     key is taken from the environment variable `RAG_API_KEY`.
  ///   - precision: The precision of the encoder, float32 by default. An index holds vectors of one precision only. A
  ///     server has its own.
  ///   - allowsRemote: Whether the server may be on another machine.
  /// - Throws: `MissingModel` if it is missing or damaged; `CatalogueError` if no model, or several, have the name;
  ///   `StandardModelError` if int8 is requested for a `.gguf` file; `ServerError` if the server is not there or has no
  ///   such model; the encoder's errors.
  public static func encoder(
    _ name: String? = nil, precision: Precision? = nil, allowsRemote: Bool = false
  ) async throws -> any TextEncoder {
    if let name, ServerAddress.isAddress(name) {
      return try await serverEncoder(at: ServerAddress(name, allowsRemote: allowsRemote))
    }
    return try await CatalogueChoice(name, kind: .encoder).encoder(precision: precision)
  }

  /// Loads the encoder of an index: the one that made its vectors, else the default.
  ///
  ///     let encoder = try await StandardModels.encoder(ofIndexAt: "notes.sqlite")
  ///     let notes = try await SearchIndex.open(at: "notes.sqlite", encoder: encoder)
  ///
  /// The index records the encoder's name, not its path: an encoder in a folder or file of your own has to be the
  /// default, or be named.
  ///
  /// - Throws: A `SearchIndexError` if the index is damaged or not an index; what `encoder(_:precision:)` throws.
  public static func encoder(ofIndexAt path: String) async throws -> any TextEncoder {
    let space = try SearchIndex.space(ofIndexAt: path)
    let choice = try CatalogueChoice(encoderOf: space)
    return try await choice.encoder(precision: choice.isGGUF ? nil : space?.precision)
  }

  /// Loads a reranker.
  ///
  ///     let reranker = try await StandardModels.reranker("models/ms-marco-MiniLM-L6-v2")
  ///     let passages = try await notes.passages(matching: "rotate the signing keys", reranker: reranker)
  ///
  /// - Parameters:
  ///   - name: The name of a reranker, a folder, a GGUF file, or the address of a server (`ServerReranker`), whose key
  ///     is taken from the environment variable `RAG_API_KEY`. There is no default.
  ///   - precision: The precision of a reranker in a folder, float32 by default.
  ///   - allowsRemote: Whether the server may be on another machine.
  /// - Throws: `CatalogueError` if no model, or several, have the name; `ServerError` if the server is not there or has
  ///   no such model; the reranker's errors.
  public static func reranker(
    _ name: String, precision: Precision? = nil, allowsRemote: Bool = false
  ) async throws -> any Reranker {
    if ServerAddress.isAddress(name) {
      return try await ServerReranker(at: ServerAddress(name, allowsRemote: allowsRemote), key: serverKey)
    }
    return try await CatalogueChoice(name, kind: .reranker).reranker(precision: precision)
  }

  /// Loads a language model, with its `refusalThresholds` and `measuredConfidence` if the catalogue has them.
  ///
  ///     let model = try await StandardModels.languageModel(contextSize: 8192)
  ///
  /// - Parameters:
  ///   - name: The name of a language model, a GGUF file, or the address of a server (`ServerLanguageModel`), whose key
  ///     is taken from the environment variable `RAG_API_KEY`.
  ///   - contextSize: The window in tokens, prompt and reply together.
  ///   - threads: The maximum number of threads to use; by default, the number that measured best on this machine. A
  ///     server has its own.
  ///   - allowsRemote: Whether the server may be on another machine.
  /// - Throws: `MissingModel` if it is missing or damaged; `CatalogueError` if no model, or several, have the name;
  ///   `LlamaError` if it cannot be loaded; `ServerError` if the server is not there or has no such model.
  public static func languageModel(
    _ name: String? = nil, contextSize: Int = 4096, threads: Int? = nil, allowsRemote: Bool = false
  ) async throws -> any LanguageModel {
    if let name, ServerAddress.isAddress(name) {
      return try await serverModel(at: ServerAddress(name, allowsRemote: allowsRemote), contextSize: contextSize)
    }
    return try await CatalogueChoice(name, kind: .model).languageModel(contextSize: contextSize, threads: threads)
  }

  package static func serverModel(at address: ServerAddress, contextSize: Int) async throws -> ServerLanguageModel {
    var model = try await ServerLanguageModel(at: address, contextSize: contextSize, key: serverKey)
    // llama-server names a model by its file.
    let file = "/" + model.name
    let entry = try Catalogue.standard().entries.first { ("/" + $0.path).hasSuffix(file) }
    (model.refusalThresholds, model.measuredConfidence) = (entry?.refusal, entry?.confidence)
    return model
  }

  private static func serverEncoder(at address: ServerAddress) async throws -> ServerTextEncoder {
    try await ServerTextEncoder(ServerClient(address: address, key: serverKey)) { model in
      try Catalogue.standard().prompts(ofEncoderNamed: model) ?? RolePrompts()
    }
  }

  private static var serverKey: String? {
    ProcessInfo.processInfo.environment["RAG_API_KEY"].flatMap { $0.isEmpty ? nil : $0 }
  }
}
