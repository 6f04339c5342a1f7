/// All libraries except `Evaluation` in one import:
///
///     import RAGKit
///
///     let notes = try await SearchIndex.open(at: "notes.sqlite", encoder: try await StandardModels.encoder())
///     _ = try await notes.update(from: "notes")
///     let model = try await StandardModels.languageModel()
///     let answer = try await notes.answer(to: "How do I rotate the signing keys?", using: model)
///     for try await snapshot in answer { print(snapshot.content) }
@_exported public import Embedding
@_exported public import Indexer
@_exported public import LanguageModels
@_exported public import LlamaEngine
@_exported public import ModelCatalogue
@_exported public import Retriever
@_exported public import VectorStore
