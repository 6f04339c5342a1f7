import Foundation
import TestSupport
import Testing

/// `make lint` itself: each standard that it checks is broken once, and each breach is named.
@Suite struct LintTests {
  private static let script = Repository.url.appending(path: "scripts/lint").path

  private func lint(_ files: [String: String]) async throws -> BuiltProgram.Result {
    let scratch = try TemporaryFolder()
    for (name, text) in files { try scratch.write(text, to: name) }
    return try await BuiltProgram.run(executable: Self.script, [scratch.path])
  }

  /// A word that this file may not hold itself.
  private static let unfinished = "TO" + "DO"

  private static let breaches: [(file: String, text: String, finding: String)] = [
    ("Indexer/A.swift", "import Retriever\n", "Indexer does not import Retriever"),
    ("Indexer/B.swift", "struct LineHelper {}\n", "LineHelper: name what it does"),
    ("Indexer/C.swift", "/// C.\npublic struct Indexer {}\n", "Indexer is named like a module"),
    ("Indexer/D.swift", "let d = Int(\"\") ?? fatalError()\n", "a library does not crash"),
    ("Indexer/E.swift", "func e() { print(1) }\n", "only rag/Terminal/Console.swift prints"),
    ("Indexer/F.swift", "final class F: @unchecked Sendable {}\n", "needs a sentence above it"),
    ("Indexer/G.swift", "/// G.\npublic enum G {\n  case g\n}\n", "a public symbol needs a doc comment"),
    ("Indexer/H.swift", "/// H.\npublic protocol H {\n  func h()\n}\n", "a public symbol needs a doc comment"),
    ("Indexer/I.swift", "protocol Lonely {}\nstruct I: Lonely {}\n", "protocol Lonely has fewer than two conformers"),
    ("Indexer/J.swift", "// \(unfinished): later\n", "finish it or leave it out"),
    ("Indexer/K.swift", "let path = \"/" + "root/notes\"\n", "names a path of one machine"),
    ("Indexer/M.swift", String(repeating: "// m\n", count: 401), "401 lines"),
    ("Indexer/N.swift", "public func n() {}\n", "AllPublicDeclarationsHaveDocumentation"),
    ("Indexer/O.swift", "let o = Int(\"1\")!\n", "NeverForceUnwrap"),
    ("Indexer/P.swift", "let   p = 1\n", "Spacing"),
    ("Indexer/R.swift", "struct R {}\nstruct Other {}\n", "Other belongs in Other.swift"),
    ("Indexer/S.swift", "// " + String(repeating: "s", count: 118) + "\n", "121 columns"),
    ("Indexer/T.swift", "let t = \"Run: rag index\"\n", "knows nothing of the command line"),
    ("Indexer/U.swift", "let u = \"widen it with --context-size\"\n", "knows nothing of the command line"),
    ("Indexer/V.swift", "let v = MADV_HUGEPAGE\n", "MADV_HUGEPAGE is Linux's own"),
    ("Indexer/W.swift", "#if canImport(Darwin)\n  let w = environ\n#endif\n", "environ is Linux's own"),
    ("CPages/x.c", "#include <sys/inotify.h>\n", "sys/inotify.h"),
    ("rag/QCommand.swift", String(repeating: "// q\n", count: 121), "a subcommand is glue"),
  ]

  @Test func everyBreachIsNamedWithItsFile() async throws {
    let files = Dictionary(uniqueKeysWithValues: Self.breaches.map { ("Sources/" + $0.file, $0.text) })
    let result = try await lint(files)
    #expect(result.status == 1)
    for breach in Self.breaches {
      let isNamed = result.output.split(separator: "\n").contains {
        $0.hasPrefix("Sources/\(breach.file):") && $0.contains(breach.finding)
      }
      #expect(isNamed, "\(breach.file) \(breach.finding)\n\(result.output)")
    }
  }

  @Test func aFolderHoldsFewFiles() async throws {
    let files = (1...16).map { ("Sources/Indexer/Folder/F\($0).swift", "struct F\($0) {}\n") }
    let result = try await lint(Dictionary(uniqueKeysWithValues: files))
    #expect(result.output == "Sources/Indexer/Folder:0: 16 files; 15 are the most at one level\n")
    #expect(try await lint(Dictionary(uniqueKeysWithValues: files.dropLast())).output.isEmpty)
  }

  @Test func whatKeepsTheStandardsIsClean() async throws {
    let result = try await lint([
      "Sources/Indexer/Line.swift": """
      import Embedding

      /// A line.
      public enum Line: Measured {
        /// With text.
        case text(String)
        /// Without, as in "fatalError(" or print(1).
        case blank
      }

      """,
      "Sources/Indexer/Page.swift": "struct Page: Measured {}\n",
      "Sources/Indexer/Clock.swift": """
      #if os(Linux)
        let clock = "/proc/stat"
      #endif
      #if canImport(Darwin)
        let size = 1
      #else
        let size = MADV_HUGEPAGE
      #endif

      """,
      "Sources/Indexer/Measured.swift": "protocol Measured {}\n",
      "Sources/Indexer/Cache.swift": """
      // Immutable after init.
      final class Cache: @unchecked Sendable {}

      """,
      "Sources/rag/Terminal/Console.swift": "func write() { print(1) }\n",
    ])
    #expect(result.output.isEmpty)
    #expect(result.status == 0)
  }
}
