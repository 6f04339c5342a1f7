import Foundation
import ModelCatalogue
import TestSupport
import Testing

@Suite struct CatalogueTests {
  @Test func everyEntryCanBeFetchedAndChecked() throws {
    let entries = try Catalogue.standard().entries
    #expect(Set(entries.map(\.name)).count == entries.count)
    #expect(Set(entries.map(\.path)).count == entries.count)
    for entry in entries {
      #expect(!entry.licence.isEmpty && entry.contextSize > 0 && !entry.files.isEmpty)
      #expect((entry.kind == .encoder) == (entry.dimensions != nil))
      #expect(entry.parameters ?? 0 > 1_000_000)
      #expect(entry.repository.split(separator: "/").count == 2)
      for file in entry.files {
        #expect(file.sha256.wholeMatch(of: /[0-9a-f]{64}/) != nil && file.bytes > 0)
        #expect(file.path == entry.path || file.path.hasPrefix(entry.path + "/"))
        #expect(!file.path.contains(".."))
        #expect(HubFile.isSafe(file.name))
      }
    }
  }

  @Test func thereIsOneDefaultOfEachKind() throws {
    let entries = try Catalogue.standard().entries
    for kind in [CatalogueEntry.Kind.encoder, .model] {
      #expect(entries.filter { $0.kind == kind && $0.isDefault }.count == 1)
    }
  }

  @Test func theLargestModelThatLeavesHalfOfTheMemoryIsRecommended() throws {
    let catalogue = try Catalogue.standard()
    for (memory, name) in [
      (1, nil), (2.5, "Qwen3.5-0.8B"), (4, "Qwen3.5-2B"), (8, "Qwen3.5-4B"), (64, "Qwen3.5-4B"),
    ] as [(Double, String?)] {
      let model = catalogue.recommendedModel(memory: UInt64(memory * 1e9), window: 512 << 20)
      #expect(model?.name == name, "\(memory) GB")
    }
  }

  @Test func aNameMayBeShortenedWhileItIsClear() throws {
    let catalogue = try Catalogue.standard()
    #expect(try catalogue.entry(named: "ALL-minilm-l6-v2").kind == .encoder)
    #expect(try catalogue.entry(named: "smollm2").name == "SmolLM2-135M-Instruct")
    for name in ["qwen", "", "no such model"] {
      #expect(throws: CatalogueError.unknownModel(name, known: catalogue.entries.map(\.name))) {
        try catalogue.entry(named: name)
      }
    }
  }

  @Test func theEnvironmentNamesTheFolder() {
    #expect(ModelFolder.standard(environment: ["RAG_MODELS": "/m", "HOME": "/h"]).path == "/m")
    #expect(ModelFolder.standard(environment: ["XDG_DATA_HOME": "/x", "HOME": "/h"]).path == "/x/rag/models")
    #expect(
      ModelFolder.standard(environment: ["XDG_DATA_HOME": "relative", "HOME": "/h"]).path
        == "/h/.local/share/rag/models")
    // Without HOME it is the account's folder, never one at the root of the file system.
    let accounts = ModelFolder.standard(environment: [:]).path
    #expect(accounts.hasSuffix("/.local/share/rag/models") && accounts != "/.local/share/rag/models")
    #expect(ModelFolder.standard(environment: ["HOME": ""]).path == accounts)
  }
}
