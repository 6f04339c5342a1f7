// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

/// Whether this is the root package, which links the llama.cpp that `make setup` builds into `.deps`. A dependency may
/// not use unsafe flags, so its checkout relies on pkg-config's `llama.pc` alone.
let isRoot = !Context.packageDirectory.contains("/checkouts/")
let deps = Context.packageDirectory + "/.deps/llama"

let llamaHeaders: [SwiftSetting] = isRoot ? [.unsafeFlags(["-Xcc", "-I\(deps)/include"])] : []
let llamaLibraries: [LinkerSetting] =
  (isRoot ? [.unsafeFlags(["-L\(deps)/lib"])] : [])
  + [
    // The static libraries in link order; an installed llama.pc may name only the first.
    .linkedLibrary("llama"), .linkedLibrary("llama-jinja"), .linkedLibrary("ggml"),
    .linkedLibrary("ggml-cpu", .when(platforms: [.linux])),
    .linkedLibrary("ggml-base"), .linkedLibrary("stdc++", .when(platforms: [.linux])), .linkedLibrary("m"),
  ]

let common: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]
let strict = common + [.enableUpcomingFeature("InternalImportsByDefault")]

/// Most tests are compiled without optimization, in half the time. Those that compute what they compare with are not.
let optimizedTests = common + llamaHeaders
let strictTests = optimizedTests + (isRoot ? [.unsafeFlags(["-Onone"])] : [])
let computingTests: Set = ["Embedding", "Indexer", "VectorStore"]

/// `@Generable` and `@Guide`. Without this trait, swift-syntax is neither fetched nor compiled.
let macros = "Macros"

/// The modules that other packages may import.
let libraries = [
  "RAGKit", "Embedding", "VectorStore", "Indexer", "LanguageModels", "LlamaEngine", "RemoteModels", "Retriever",
  "ModelCatalogue", "Evaluation", "NotesMCP", "NotesServer", "AirGap", "Postgres", "PostgresIndex",
]
/// Libraries that `rag` itself does not use.
let otherLibraries = ["AppleSessions"]

let package = Package(
  name: "rag",
  platforms: [.macOS(.v15)],
  products: (libraries + otherLibraries).map { .library(name: $0, targets: [$0]) }
    + ["rag", "rag-read"].map { .executable(name: $0, targets: [$0]) },
  traits: [.trait(name: macros, description: "The macros @Generable and @Guide. Fetches and compiles swift-syntax.")],
  dependencies: [
    dependency("apple/swift-argument-parser", "1.8.2"),
    dependency("apple/swift-collections", "1.6.0"),
    dependency("groue/GRDB.swift", "7.10.0"),
    dependency("jpsim/Yams", "6.2.2"),
    dependency("swiftlang/swift-syntax", "603.0.1"),
  ],
  targets: [
    .systemLibrary(name: "CBLAS", pkgConfig: "openblas", providers: [.apt(["libopenblas-dev"]), .brew(["openblas"])]),
    .systemLibrary(name: "CLlama", pkgConfig: isRoot ? nil : "llama", providers: [.brew(["llama.cpp"])]),
    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"]), .brew(["nettle"])]),
    .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .systemLibrary(
      name: "gmime", pkgConfig: "gmime-3.0", providers: [.apt(["libgmime-3.0-dev"]), .brew(["gmime"])]),
    .systemLibrary(name: "CICal", pkgConfig: "libical", providers: [.apt(["libical-dev"]), .brew(["libical"])]),
    .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"]), .brew(["libzip"])]),
    .systemLibrary(
      name: "poppler", pkgConfig: "poppler-cpp", providers: [.apt(["libpoppler-cpp-dev"]), .brew(["poppler"])]),
    .systemLibrary(
      name: "popplerGLib", pkgConfig: "poppler-glib", providers: [.apt(["libpoppler-glib-dev"]), .brew(["poppler"])]),
    .systemLibrary(name: "CEdit", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),

    .target(
      name: "CJinja", dependencies: ["CLlama"],
      cxxSettings: isRoot ? [.unsafeFlags(["-I\(deps)/include"])] : []),
    .target(
      name: "CLock", linkerSettings: [.linkedLibrary("seccomp", .when(platforms: [.linux]))]),
    .target(name: "CLimits"),
    .target(name: "AirGap", dependencies: ["CLock"], swiftSettings: strict),
    // libcurl is loaded at run time, so this links nothing.
    .target(name: "CHTTP"),
    .target(name: "HTTP", dependencies: ["CHTTP"], swiftSettings: strict),
    // libpq as well. A trait would also keep it out, but then `rag` with and without a database would be two builds.
    .target(name: "CPostgres"),
    .target(name: "Postgres", dependencies: ["CPostgres"], swiftSettings: strict),
    .target(
      name: "PostgresIndex", dependencies: ["Embedding", "Files", "Postgres", "VectorStore"], swiftSettings: strict),
    .target(name: "CKernels"),
    .target(name: "CPages", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "CProcess"),
    .target(name: "Files", dependencies: ["CProcess"], swiftSettings: strict),
    .target(
      name: "CPoppler", dependencies: ["poppler"],
      linkerSettings: [.linkedLibrary("stdc++", .when(platforms: [.linux]))]),
    // Its C interface has annotations, which that in C++ lacks.
    .target(name: "CAnnotations", dependencies: ["popplerGLib"]),
    .target(name: "CMail", dependencies: ["gmime"]),
    .target(name: "NoteValues", swiftSettings: strict),
    .target(name: "ForeignFormats", dependencies: ["NoteValues"], swiftSettings: strict),
    .target(
      name: "Converters",
      dependencies: [
        "CAnnotations", "CICal", "CMail", "CPoppler", "CProcess", "CXML2", "CZip", "ForeignFormats", "NoteValues",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "rag-read", dependencies: ["AirGap", "CProcess", "Converters", "ForeignFormats"], swiftSettings: strict),
    .target(name: "Embedding", dependencies: ["CBLAS", "CKernels", "CNettle"], swiftSettings: strict),
    .target(
      name: "VectorStore",
      dependencies: [
        "CKernels", "CPages", "Embedding", "Files", "NoteValues", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "HeapModule", package: "swift-collections"),
      ],
      swiftSettings: strict),
    .target(
      name: "Indexer",
      dependencies: [
        "Embedding", "Files", "ForeignFormats", "VectorStore", .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: strict),
    .target(name: "JSONSchema", swiftSettings: strict),
    .macro(
      name: "LanguageModelsMacros",
      dependencies: [
        "SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros",
      ].map {
        .product(name: $0, package: "swift-syntax", condition: .when(traits: [macros]))
      },
      swiftSettings: common),
    .target(
      name: "LanguageModels",
      dependencies: ["Files", "JSONSchema", .target(name: "LanguageModelsMacros", condition: .when(traits: [macros]))],
      swiftSettings: strict),
    .target(
      name: "LlamaEngine", dependencies: ["CJinja", "CLlama", "Embedding", "Files", "LanguageModels"],
      swiftSettings: strict + llamaHeaders, linkerSettings: llamaLibraries),
    .target(
      name: "RemoteModels", dependencies: ["Embedding", "HTTP", "JSONSchema", "LanguageModels"], swiftSettings: strict),
    .target(
      name: "Retriever", dependencies: ["Embedding", "ForeignFormats", "LanguageModels", "VectorStore"],
      swiftSettings: strict),
    .target(
      name: "ModelCatalogue", dependencies: ["CNettle", "Embedding", "Files", "HTTP", "LanguageModels"],
      resources: [.embedInCode("models.json")],
      swiftSettings: strict),
    .target(
      name: "RAGKit",
      dependencies: [
        "Embedding", "Files", "Indexer", "LanguageModels", "LlamaEngine", "ModelCatalogue", "RemoteModels", "Retriever",
        "VectorStore",
      ],
      swiftSettings: strict + llamaHeaders),
    // Empty where Apple's framework is missing.
    .target(
      name: "AppleSessions", dependencies: ["LanguageModels", "Retriever", "VectorStore"], swiftSettings: strict),
    .target(
      name: "Evaluation",
      dependencies: ["Embedding", "Files", "Indexer", "LanguageModels", "Retriever", "VectorStore"],
      swiftSettings: strict),
    .target(
      name: "NotesMCP",
      dependencies: ["Embedding", "Indexer", "JSONSchema", "LanguageModels", "Retriever", "VectorStore"],
      swiftSettings: strict),
    .target(name: "NotesRecords", dependencies: ["Indexer", "LanguageModels", "Retriever"], swiftSettings: strict),
    .target(name: "FrontWire", swiftSettings: strict),
    .target(
      name: "NotesServer",
      dependencies: [
        "Embedding", "FrontWire", "Indexer", "JSONSchema", "LanguageModels", "NotesMCP", "NotesRecords", "Retriever",
        "VectorStore",
      ],
      resources: [
        "page.html", "page.css", "page.js", "session.js", "answer.js", "notes.js", "folders.js", "text.js",
      ]
      .map {
        .embedInCode("Page/" + $0)
      },
      swiftSettings: strict),
    .executableTarget(
      name: "rag",
      dependencies: libraries.map { .target(name: $0) } + [
        "CEdit", "CLimits", "Files", "ForeignFormats", "FrontWire", "NotesRecords",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict + llamaHeaders),
    .target(
      name: "TestSupport",
      dependencies: [
        "CLlama", "Embedding", "LanguageModels", "LlamaEngine", "ModelCatalogue", "Postgres", "PostgresIndex",
        "VectorStore",
      ],
      path: "Tests/TestSupport", swiftSettings: optimizedTests),
    tests("Embedding", with: ["CKernels"], exclude: ["Golden"]),
    tests("VectorStore", with: ["CKernels", "CPages", "Embedding", .product(name: "GRDB", package: "GRDB.swift")]),
    tests(
      "Indexer",
      with: [
        "Embedding", "Files", "ForeignFormats", "LanguageModels", "Retriever", "VectorStore",
        .product(name: "GRDB", package: "GRDB.swift"), "rag-read",
      ], exclude: ["Golden"]),
    tests("Converters", with: ["AirGap", "ForeignFormats", "NoteValues", "rag-read"], exclude: ["Documents"]),
    tests("JSONSchema", with: ["LanguageModels", "LlamaEngine"]),
    tests("LanguageModels", with: ["LlamaEngine"]),
    tests("LlamaEngine", with: ["Embedding", "LanguageModels"], exclude: ["Golden"]),
    tests("RemoteModels", with: ["Embedding", "JSONSchema", "LanguageModels", "LlamaEngine"]),
    tests("Retriever", with: ["Embedding", "Indexer", "LanguageModels", "LlamaEngine", "VectorStore", "rag"]),
    tests("ModelCatalogue", with: ["Embedding"]),
    tests("Postgres", exclude: ["TLS"]),
    tests("PostgresIndex", with: ["Embedding", "Indexer", "Postgres", "Retriever", "VectorStore"]),
    tests("Evaluation", with: ["LanguageModels", "Retriever", "VectorStore"]),
    tests(
      "NotesMCP",
      with: ["Embedding", "Indexer", "JSONSchema", "LanguageModels", "LlamaEngine", "VectorStore", "rag"],
      exclude: ["Clients"]),
    tests(
      "NotesServer",
      with: [
        "Embedding", "FrontWire", "Indexer", "JSONSchema", "LanguageModels", "LlamaEngine", "NotesMCP", "VectorStore",
        "rag",
      ],
      exclude: ["Browser", "Clients", "Golden"]),
    tests("RAGKit"),
    tests(
      "rag",
      with: [
        "AirGap", "Embedding", "LanguageModels", "ModelCatalogue", "NotesRecords", "Retriever", "VectorStore",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ], exclude: ["Golden"]),
    .testTarget(name: "ProjectTests", dependencies: ["TestSupport", "rag"], swiftSettings: strictTests),
  ],
  cxxLanguageStandard: .cxx17
)

/// Returns the test target of a module.
func tests(_ module: String, with dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .testTarget(
    name: module + "Tests", dependencies: [.target(name: module), "TestSupport"] + dependencies, exclude: exclude,
    swiftSettings: computingTests.contains(module) ? optimizedTests : strictTests)
}

/// Returns a dependency in the version that is built and tested here. A package that depends on this one may have a
/// newer one.
func dependency(_ repository: String, _ version: Version) -> Package.Dependency {
  let url = "https://github.com/" + repository
  return isRoot ? .package(url: url, exact: version) : .package(url: url, from: version)
}
