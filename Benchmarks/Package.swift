// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "rag", path: "..")],
  targets: [
    .executableTarget(name: "app", dependencies: [.product(name: "RAGKit", package: "rag")], swiftSettings: strict),
    .executableTarget(
      name: "encode",
      dependencies: [.product(name: "Embedding", package: "rag"), .product(name: "LlamaEngine", package: "rag")],
      swiftSettings: strict),
    .target(name: "Drawn", swiftSettings: strict),
    .executableTarget(
      name: "growth",
      dependencies: [
        "Drawn",
        .product(name: "Embedding", package: "rag"), .product(name: "Retriever", package: "rag"),
        .product(name: "VectorStore", package: "rag"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "search",
      dependencies: [.product(name: "Embedding", package: "rag"), .product(name: "VectorStore", package: "rag")],
      swiftSettings: strict),
    .executableTarget(
      name: "stores",
      dependencies: [
        "Drawn", .product(name: "Embedding", package: "rag"), .product(name: "PostgresIndex", package: "rag"),
        .product(name: "Retriever", package: "rag"), .product(name: "VectorStore", package: "rag"),
      ],
      swiftSettings: strict),
  ]
)
