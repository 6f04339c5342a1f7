// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ask",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "rag", path: "../..")],
  targets: [.executableTarget(name: "ask", dependencies: [.product(name: "RAGKit", package: "rag")])]
)
