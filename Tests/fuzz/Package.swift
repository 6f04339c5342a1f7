// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

// Sources has links to the modules of the checkout, so that nothing else of it is built.
let package = Package(
  name: "fuzz",
  targets: [
    .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0"),
    .systemLibrary(name: "CZip", pkgConfig: "libzip"),
    .systemLibrary(name: "gmime", pkgConfig: "gmime-3.0"),
    .systemLibrary(name: "poppler", pkgConfig: "poppler-cpp"),
    .systemLibrary(name: "popplerGLib", pkgConfig: "poppler-glib"),
    .target(name: "CAnnotations", dependencies: ["popplerGLib"]),
    .target(name: "CMail", dependencies: ["gmime"]),
    .target(name: "CPoppler", dependencies: ["poppler"], linkerSettings: [.linkedLibrary("stdc++")]),
    .target(name: "ForeignFormats", swiftSettings: strict),
    .target(
      name: "Converters", dependencies: ["CAnnotations", "CMail", "CPoppler", "CXML2", "CZip", "ForeignFormats"],
      swiftSettings: strict),
    // libFuzzer has the main function.
    .executableTarget(
      name: "fuzz", dependencies: ["Converters", "ForeignFormats"],
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]),
  ],
  cxxLanguageStandard: .cxx17
)
