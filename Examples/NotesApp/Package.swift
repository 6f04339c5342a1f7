// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "NotesApp",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "rag", path: "../..")],
  targets: [.executableTarget(name: "NotesApp", dependencies: [.product(name: "RAGKit", package: "rag")])]
)
