// swift-tools-version: 6.2
import PackageDescription

// The tests of what only apps use: `@Generable` with the trait turned on, and `AppleSessions` against a module with
// Apple's declarations. They are a package of their own, so that nothing else compiles swift-syntax or sees that
// module.

let common: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]
let strict = common + [.enableUpcomingFeature("InternalImportsByDefault")]

func rag(_ products: String...) -> [Target.Dependency] { products.map { .product(name: $0, package: "rag") } }

let package = Package(
  name: "AppTests",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "rag", path: "../..", traits: ["Macros"])],
  targets: [
    .target(name: "Types", dependencies: rag("LanguageModels"), path: "Types", swiftSettings: strict),
    .target(
      name: "Isolated", dependencies: rag("LanguageModels"), path: "Isolated",
      swiftSettings: common + [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "MacroTests",
      dependencies: rag("LanguageModels", "LlamaEngine", "ModelCatalogue") + ["Isolated", "Types"],
      path: "MacroTests", exclude: ["Cases"], swiftSettings: common),

    .target(name: "UniformTypeIdentifiers", path: "UniformTypeIdentifiers", swiftSettings: strict),
    .target(
      name: "FoundationModels", dependencies: rag("LanguageModels") + ["UniformTypeIdentifiers"],
      path: "FoundationModels",
      swiftSettings: strict + [.unsafeFlags(["-Xfrontend", "-user-module-version", "-Xfrontend", "2.0"])]),
    // The sources of `AppleSessions`, under another name than the empty module.
    .target(
      name: "Adapter",
      dependencies: rag("LanguageModels", "Retriever", "VectorStore") + ["FoundationModels", "UniformTypeIdentifiers"],
      path: "AppleSessions", swiftSettings: strict),
    .testTarget(
      name: "AppleTests",
      dependencies: rag("Embedding", "Indexer", "LanguageModels", "Retriever", "VectorStore")
        + ["Adapter", "FoundationModels", "UniformTypeIdentifiers"],
      path: "AppleTests", swiftSettings: common + [.define("APPLE")]),
    .testTarget(
      name: "OwnTests", dependencies: rag("Embedding", "Indexer", "LanguageModels", "Retriever", "VectorStore"),
      path: "OwnTests", swiftSettings: common),
  ]
)
