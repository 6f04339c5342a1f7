import ForeignFormats
import Foundation
import TestSupport
import Testing

/// What is indexed beyond the notes where the user says so, and stays so.
@Suite struct FolderSettingsTests {
  private static let pump = """
    import Foundation

    /// Keeps the level between two marks.
    struct Pump {
      /// Starts if the bilge is full.
      func start() -> Bool { level > 12 }
    }
    """

  @Test func codeIsIndexedUntilTheUserTakesItBack() async throws {
    let notes = try Notes(["boat.md": "The boat is blue.", "src/pump.swift": Self.pump])
    #expect(try await notes.rag("index", notes.notes).status == 0)
    #expect(try await notes.rag("status").output.contains("1 document,"))
    #expect(try await notes.rag("index", "--code", notes.notes).status == 0)
    let found = try await notes.rag("search", "bilge")
    #expect(found.output.contains("src/pump.swift:"), "\(found)")

    // It is a setting of the folder, not of the run.
    try notes.folder.write(Self.pump.replacing("bilge", with: "ballast tank"), to: "notes/src/pump.swift")
    #expect(try await notes.rag("index").status == 0)
    #expect(try await notes.rag("search", "ballast").output.contains("src/pump.swift:"))
    #expect(try await notes.rag("status").output.contains("2 documents,"))

    #expect(try await notes.rag("index", "--no-code").status == 0)
    #expect(try await notes.rag("status").output.contains("1 document,"))
  }

  @Test(.enabled(if: ScannedPages.recognizer != nil, "tesseract is not installed: 'sudo apt install tesseract-ocr'"))
  func scannedPagesAreReadIfTheUserWantsIt() async throws {
    let notes = try Notes(["boat.md": "The boat is blue."])
    let scan = Repository.url.path + "/Tests/ConvertersTests/Documents/pages/scan.pdf"
    try FileManager.default.copyItem(atPath: scan, toPath: notes.notes + "/scan.pdf")
    #expect(try await notes.rag("index", notes.notes).status == 0)
    #expect(try await notes.rag("status", "--json").output.contains("1 of 2 pages have no text"))
    #expect(try await !notes.rag("search", "mooring fee").output.contains("214"))

    // The file has not changed; what is wanted of it has.
    #expect(try await notes.rag("index", "--ocr").status == 0)
    let found = try await notes.rag("search", "mooring fee")
    #expect(found.output.contains("scan.pdf p. 2") && found.output.contains("214 crowns"), "\(found)")
    #expect(try await notes.rag("status", "--json").output.contains("1 of 2 pages are read by OCR"))

    // What was read is kept, and not read again.
    #expect(try await notes.rag("index").output.contains("0 new or changed"))
    #expect(try await notes.rag("search", "mooring fee").output.contains("214 crowns"))
  }
}
