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
  ]
)
