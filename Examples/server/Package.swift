// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "server",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "rag", path: "../.."),
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
  ],
  targets: [
    .executableTarget(
      name: "server",
      dependencies: [
        .product(name: "FlyingFox", package: "FlyingFox"), .product(name: "RAGKit", package: "rag"),
      ])
  ]
)
