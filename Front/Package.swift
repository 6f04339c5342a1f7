// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that building `rag` fetches and compiles no network library. It shares the modules that
// both programs have by symbolic links.

let common: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]
let strict = common + [.enableUpcomingFeature("InternalImportsByDefault")]

let package = Package(
  name: "rag-serve",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "rag-serve", targets: ["rag-serve"])],
  dependencies: [
    // Hummingbird limits the size of request heads and stops a response when its client hangs up. FlyingFox builds in a
    // sixth of the time, but does neither and has no deadlines.
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
  ],
  targets: [
    .target(name: "CLock", linkerSettings: [.linkedLibrary("seccomp", .when(platforms: [.linux]))]),
    .target(name: "AirGap", dependencies: ["CLock"], swiftSettings: strict),
    .target(name: "FrontWire", swiftSettings: strict),
    .executableTarget(
      name: "rag-serve",
      dependencies: [
        "AirGap", "FrontWire", .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      swiftSettings: strict),
  ]
)
