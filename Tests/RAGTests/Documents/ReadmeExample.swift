// swift-format-ignore-file
import Embedding
import Indexer
import LanguageModels
import LlamaEngine
import Retriever
import VectorStore

/// The README's example, so that it compiles; `ReadmeTests` sees to it that the two stay the same.
private func readmeExample() async throws {
let encoder = try BERTEncoder(contentsOf: "models/all-MiniLM-L6-v2")
let notes = try SearchIndex(at: "notes.sqlite", encoder: encoder)
try await notes.update(from: "notes")                              // unchanged files are not read again

for passage in try await notes.passages(matching: "rotate the signing keys", limit: 5) {
    print(passage.score, passage.source)                           // 0.99 keys.md:18-28
}

let model = try await LlamaLanguageModel(contentsOf: "models/qwen2.5-coder-1.5b-instruct-q4_k_m.gguf")
let answer = try await notes.answer(to: "How do I rotate the signing keys?", using: model)
print(answer.passages.map(\.source))                                // known before the first word
for try await snapshot in answer { print(snapshot.content) }
}
