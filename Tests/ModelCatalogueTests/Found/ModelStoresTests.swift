import Foundation
import ModelCatalogue
import TestSupport
import Testing

/// The models of other programs, in the layouts that their manuals describe.
@Suite struct ModelStoresTests {
  private let scratch: TemporaryFolder

  init() throws { scratch = try TemporaryFolder() }

  private func models(_ environment: [String: String] = [:]) -> [FoundModel] {
    let home = [
      "HOME": scratch.path, "RAG_MODELS": scratch.path + "/models", "OLLAMA_MODELS": scratch.path + "/ollama",
    ]
    return ModelStores(environment: home.merging(environment) { $1 }).models()
  }

  private var names: [String] { models().map(\.name) }

  @Test func ollamasModelsHaveOllamasNames() throws {
    for manifest in [
      "registry.ollama.ai/library/smol/135m", "registry.ollama.ai/library/smol/latest",
      "registry.ollama.ai/ann/smol/135m", "hf.co/owner/Smol-GGUF/Q4_K_M",
    ] {
      try scratch.writeOllamaModel(manifest, in: "ollama")
    }
    #expect(
      Set(names) == ["smol:135m", "smol:latest", "ann/smol:135m", "hf.co/owner/Smol-GGUF:Q4_K_M"])
    let size = try FileManager.default.attributesOfItem(atPath: Models.shallowModel())[.size] as? Int64
    #expect(models().allSatisfy { $0.origin == .ollama && $0.bytes == size && $0.path.contains("/blobs/sha256-0123") })
    #expect(models().first { $0.isNamed("SMOL") }?.name == "smol:latest")
  }

  @Test func otherFoldersAreTheOnesTheEnvironmentNames() throws {
    try scratch.linkModel(".lmstudio/models/owner/repo/new.gguf")
    try scratch.linkModel(".cache/lm-studio/models/owner/repo/old.gguf")
    try scratch.linkModel(".cache/llama.cpp/file.gguf")
    try scratch.linkModel(".cache/huggingface/hub/models--owner--a-b--c/snapshots/1/sub/hub.gguf")
    try scratch.linkModel("elsewhere/hub/models--o--r/snapshots/1/home.gguf")
    try scratch.linkModel("cache/huggingface/hub/models--o--r/snapshots/1/xdg.gguf")
    try scratch.linkModel("cache/llama.cpp/xdg.gguf")
    let own = ["owner/repo/new", "owner/repo/old"]
    #expect(names == own + ["owner/a-b/c/sub/hub", "file"])
    #expect(models(["HF_HOME": scratch.path + "/elsewhere"]).map(\.name) == own + ["o/r/home", "file"])
    #expect(models(["XDG_CACHE_HOME": scratch.path + "/cache"]).map(\.name) == own + ["o/r/xdg", "xdg"])
    #expect(
      models(["HF_HUB_CACHE": "~/elsewhere/hub", "LLAMA_CACHE": scratch.path + "/none"]).map(\.name)
        == own + ["o/r/home"])
  }

  @Test func aRepositorysCurrentRevisionComesFirst() throws {
    let repository = ".cache/huggingface/hub/models--o--r/"
    for revision in ["aaa", "bbb"] { try scratch.linkModel(repository + "snapshots/\(revision)/m.gguf") }
    try scratch.write("bbb\n", to: repository + "refs/main")
    #expect(models().map(\.path) == [scratch.path + "/" + repository + "snapshots/bbb/m.gguf"])
  }

  @Test func aFolderWithWeightsIsAModel() throws {
    let repository = ".cache/huggingface/hub/models--o--r/snapshots/1/"
    try scratch.write("{}", to: repository + "config.json")
    #expect(models().isEmpty)
    try scratch.write("weights", to: repository + "model.safetensors")
    #expect(models().map(\.name) == ["o/r"] && models()[0].isFolder && models()[0].bytes == 7)
  }

  @Test func aSplitModelIsOneWithAllItsBytesOrNone() throws {
    for part in 1...3 { try scratch.write(String(repeating: "x", count: part), to: Self.part(part, of: "whole")) }
    for part in [1, 3] { try scratch.write("x", to: Self.part(part, of: "torn")) }
    #expect(models().map(\.name) == ["whole"] && models().first?.bytes == 6)
    #expect(models().first?.path.hasSuffix("/whole-00001-of-00003.gguf") == true)
  }

  private static func part(_ part: Int, of name: String) -> String {
    ".cache/llama.cpp/\(name)-0000\(part)-of-00003.gguf"
  }

  @Test(arguments: [
    "sha256:../../../secret", "sha256:", "../x", "sha256:" + String(repeating: "A", count: 64), "sha256-ab",
    "sha256:" + String(repeating: "a", count: 64) + "/../../secret", "sha256:" + String(repeating: "f", count: 64),
  ]) func aDigestNamesNothingOutsideOfTheStore(digest: String) throws {
    try scratch.write("GGUF", to: "secret")
    try scratch.write("GGUF", to: "ollama/x")
    try scratch.writeOllamaModel("registry.ollama.ai/library/evil/latest", in: "ollama", digest: digest)
    #expect(names.isEmpty)
  }

  @Test func whatIsDamagedOrEndlessIsLeftOut() throws {
    let own = "ollama/manifests/registry.ollama.ai/library/"
    for (name, text) in [("torn", "{\"layers\": ["), ("list", "[]"), ("empty", ""), ("none", "{\"layers\": []}")] {
      try scratch.write(text, to: own + name + "/latest")
    }
    try scratch.write(String(repeating: " ", count: 2 << 20), to: own + "long/latest")
    try scratch.writeOllamaModel(
      "registry.ollama.ai/library/adapted/latest", in: "ollama",
      layers: #"{"mediaType": "application/vnd.ollama.image.adapter", "digest": "sha256:2", "size": 1},"#)
    #expect(mkfifo(scratch.path + "/" + own + "pipe", 0o600) == 0)
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/.lmstudio/models/o/r", withIntermediateDirectories: true)
    #expect(mkfifo(scratch.path + "/.lmstudio/models/o/r/pipe.gguf", 0o600) == 0)
    // A folder in itself, a link to nowhere, a folder with a model's name.
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/.lmstudio/models/o/again", withDestinationPath: scratch.path + "/.lmstudio/models")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/.lmstudio/models/o/r/gone.gguf", withDestinationPath: "/nowhere")
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/.lmstudio/models/o/r/folder.gguf", withIntermediateDirectories: true)
    try scratch.linkModel(".lmstudio/models/o/r/sound.gguf")
    #expect(names == ["o/r/sound"])
  }

  @Test func addingAModelLinksItsFileAndRemovingItLeavesTheFile() throws {
    let folder = ModelFolder(at: scratch.path + "/models")
    let file = try scratch.write("GGUF", to: "Downloads/My.Model-Q4.gguf")
    let added = AddedModels(in: folder)
    #expect(try added.add(file, as: nil).name == "My.Model-Q4")
    #expect(try added.add(file, as: "mine").name == "mine")
    #expect(try added.add(file, as: "mine").name == "mine")
    #expect(added.models().map(\.name) == ["My.Model-Q4", "mine"])
    #expect(added.models().allSatisfy { $0.path == file && $0.bytes == 4 })
    let other = try scratch.write("GGUF", to: "other.gguf")
    for name in ["mine", "MINE", "smolLM2-135m-instruct"] {
      #expect(throws: CatalogueError.takenName(name)) { try added.add(other, as: name) }
    }
    for name in ["", "a/b", "../up", ".hidden", "-x", "a b", "a\u{1B}[2J", "a\n", String(repeating: "x", count: 201)] {
      #expect(throws: CatalogueError.impossibleName(name)) { try added.add(other, as: name) }
    }
    for model in added.models() { try added.remove(model) }
    #expect(added.models().isEmpty && FileManager.default.fileExists(atPath: file))
    // The name of a file that is gone is free again.
    _ = try added.add(file, as: "mine")
    try FileManager.default.removeItem(atPath: file)
    #expect(added.models().isEmpty)
    #expect(try added.add(other, as: "mine").path == other)
  }

  @Test func removingAnEntryLeavesWhatALinkLeadsTo() async throws {
    let entry = try Catalogue.standard().defaultEntry(of: .encoder)
    let folder = ModelFolder(at: scratch.path + "/models")
    for file in entry.files {
      try scratch.write("x", to: "own/" + file.path)
      try scratch.write("x", to: "models/" + file.path)
    }
    try scratch.write("x", to: "models/other.gguf")
    try await folder.remove(entry)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }
    #expect(left == ["other.gguf"])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: entry), withDestinationPath: scratch.path + "/own/" + entry.path)
    try await folder.remove(entry)
    #expect(!folder.isBegun(entry))
    #expect(entry.files.allSatisfy { FileManager.default.fileExists(atPath: scratch.path + "/own/" + $0.path) })
  }
}
