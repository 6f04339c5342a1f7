// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "rag", path: "..")],
  targets: [
    .executableTarget(
      name: "encode", dependencies: [.product(name: "Embedding", package: "rag")],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
  ]
)
