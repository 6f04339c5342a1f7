import Foundation
import TestSupport
import Testing

/// An encoder and a reranker behind a server, as a user of the command meets them.
@Suite struct ServerEncoderCommandTests {
  /// A server whose vectors tell tyres, bread and the rest apart, and whose scores put bread first.
  private func server(named name: String = "tiny:latest") throws -> RawServer {
    try RawServer { request in
      func reply(_ name: String, _ value: ([String]) -> [[String: Any]]) -> [RawServer.Step] {
        let texts = request.json[name == "data" ? "input" : "documents"] as? [String] ?? []
        let data = (try? JSONSerialization.data(withJSONObject: [name: value(texts)])) ?? Data()
        return [.response(String(decoding: data, as: UTF8.self))]
      }
      switch request.path {
      case "/v1/models": return [.response(#"{"data": [{"id": "\#(name)"}]}"#)]
      case "/v1/embeddings":
        return reply("data") { texts in
          texts.enumerated().map { index, text in
            let words = ["tyre", "flour"].map { text.lowercased().contains($0) ? 1.0 : 0.1 }
            return ["index": index, "embedding": words + [0.5]]
          }
        }
      case "/v1/rerank":
        return reply("results") { texts in
          texts.enumerated().map { index, text in
            ["index": index, "relevance_score": text.contains("flour") ? 3 : -1]
          }
        }
      default: return [.response("{}", status: "404 Not Found")]
      }
    }
  }

  @Test func notesAreIndexedAndFoundWithTheServersVectors() async throws {
    let (notes, server) = try (Notes(), server())
    let address = server.address + "#tiny"
    let index = try await notes.rag("index", "--encoder", address, notes.notes)
    #expect(index.status == 0 && index.errors.isEmpty, "\(index.errors)")
    #expect(try await notes.rag("status").output.contains("encoder tiny:latest, 3 dimensions"))
    let found = try await notes.rag("search", "--encoder", address, "--ranking", "vector", "tyre")
    #expect(found.status == 0 && found.output.split(separator: "\n")[0].contains("bike.md"), "\(found)")
    let reranked = try await notes.rag("search", "--encoder", address, "--rerank", address, "oven tyre")
    #expect(reranked.output.split(separator: "\n")[0].contains("bread.md"), "\(reranked)")
  }

  @Test func aServersModelGetsThePromptsOfItsFamily() async throws {
    let (notes, server) = try (Notes(), server(named: "e5-small:latest"))
    #expect(try await notes.rag("index", "--encoder", server.address, notes.notes).status == 0)
    #expect(try await notes.rag("search", "--encoder", server.address, "tyre").status == 0)
    let texts = server.requests.filter { $0.path == "/v1/embeddings" }.compactMap { $0.json["input"] as? [String] }
    #expect(texts.last == ["query: tyre"])
    #expect(texts.dropLast().joined().contains { $0.hasPrefix("passage: ") && $0.contains("flour") })
  }

  @Test func noConnectionIsOpenedThatWasNotAskedFor() async throws {
    let (notes, server) = try (Notes(), server())
    #expect(try await notes.rag("index", "--encoder", server.address, notes.notes).status == 0)
    let count = server.requests.count
    let found = try await notes.rag("search", "tyre")
    #expect(found.status == 2 && found.errors.contains("--encoder"), "\(found)")
    #expect(server.requests.count == count)
    #expect(try await notes.rag("index", "--encoder", "all-MiniLM-L6-v2").status == 0)
    for option in ["--encoder", "--rerank"] {
      let remote = try await notes.rag("search", option, "http://192.0.2.1/v1#tiny", "tyre")
      #expect(remote.status == 2 && remote.errors.contains("--allow-remote"), "\(remote)")
      #expect(remote.errors.split(separator: "\n").count == 1)
    }
  }

  @Test func aServerThatIsGoneIsNamed() async throws {
    let notes = try Notes()
    let address = try server().address
    let result = try await notes.rag("index", "--encoder", address, notes.notes)
    #expect(result.status == 2 && result.errors.contains("no connection to \(address)"), "\(result)")
    #expect(!FileManager.default.fileExists(atPath: notes.index))
    let precise = try await notes.rag("encode", "--encoder", address, "--precision", "int8", input: "a\n")
    #expect(precise.status == 2 && precise.errors.contains("--precision"), "\(precise)")
  }
}
